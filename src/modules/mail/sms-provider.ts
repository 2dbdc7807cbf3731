import type { SendResult } from './smtp.js';

/** A text message for the provider. */
export interface OutgoingText {
  /** Recipient in E.164. */
  to: string;
  text: string;
  /** URL to which the provider reports what became of the message. */
  statusUrl: string;
}

/** A webhook of the provider, with its form fields as they were sent. */
export interface SmsHook {
  /** Public URL of the request, with its query. */
  url: string;
  fields: readonly (readonly [name: string, value: string])[];
  signature: string;
}

/** The outcome of a message. */
export interface SmsStatus {
  kind: 'status';
  providerMessageId: string;
  /** Reason why it was not delivered; null if it was accepted. */
  error: SmsError | null;
}

/** A reply that stops or resumes messages to its sender. */
export interface SmsReply {
  kind: 'reply';
  from: string;
  stops: boolean;
  /** Id of the reply at the provider. */
  replyId: string;
}

/** The port for SMS providers. */
export interface SmsProvider {
  /** Makes one attempt of at most 20 s; never throws. */
  send(message: OutgoingText): Promise<SendResult>;
  /** Returns whether the provider signed a webhook. */
  isSigned(hook: SmsHook): boolean;
  /** Reads a signed webhook; null for one that changes nothing. */
  read(hook: SmsHook): SmsStatus | SmsReply | null;
  /** Ends running attempts as failed. */
  close(): void;
}

/** Path of the provider's webhooks: replies, and reports on the message that the query names. */
export const smsHookPath = '/hooks/sms';

export const smsStatusUrl = (baseUrl: string, mailId: string): string =>
  `${baseUrl}${smsHookPath}?message=${mailId}`;

/**
 * Reasons why a text message was not sent or not delivered, as stored in `lastError`. Pages have a message for each; the
 * provider's own text is stored for any other error.
 */
export const smsErrors = [
  'sms_not_configured',
  'no_number',
  'number_not_valid',
  'number_not_reachable',
  'region_not_supported',
  'recipient_opted_out',
  'message_blocked',
  'not_delivered',
] as const;
export type SmsError = (typeof smsErrors)[number];
