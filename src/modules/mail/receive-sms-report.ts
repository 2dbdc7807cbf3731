import { ApiError, errorText } from '../../errors.js';
import { isE164 } from '../../lib/phone-number.js';
import type { Services } from '../../services.js';
import { type SmsHook, type SmsReply, type SmsStatus, smsHookPath } from './sms-provider.js';

type Needs = Pick<Services, 'baseUrl' | 'log' | 'mails' | 'sms' | 'smsOptOuts'>;

/**
 * Processes a webhook of the SMS provider: a report on a message, or a reply that stops or resumes messages to its
 * sender. A repeated webhook changes nothing; other replies are not stored.
 *
 * @param search query of the request, with its question mark
 * @throws ApiError `not_found` if no text messages are sent, `bad_request` for a wrong signature
 */
export async function receiveSmsReport(
  { baseUrl, log, mails, sms, smsOptOuts }: Needs,
  search: string,
  { fields, signature }: Pick<SmsHook, 'fields' | 'signature'>,
): Promise<void> {
  if (!sms) throw new ApiError('not_found', errorText('error.path'));
  const hook = { url: `${baseUrl}${smsHookPath}${search}`, fields, signature };
  if (!sms.isSigned(hook)) throw new ApiError('bad_request', errorText('error.signature'));
  const report = sms.read(hook);
  if (report?.kind === 'reply') await applyReply({ log, smsOptOuts }, report);
  if (report?.kind === 'status') {
    await applyStatus({ mails }, new URLSearchParams(search).get('message') ?? '', report);
  }
}

async function applyReply(
  { log, smsOptOuts }: Pick<Needs, 'log' | 'smsOptOuts'>,
  { from, stops, replyId }: SmsReply,
): Promise<void> {
  if (!isE164(from)) return;
  const changed = await smsOptOuts.set(from, stops, replyId);
  if (changed) log.info({ reply: replyId, stops }, 'sms: the recipient replied');
}

async function applyStatus(
  { mails }: Pick<Needs, 'mails'>,
  mailId: string,
  { providerMessageId, error }: SmsStatus,
): Promise<void> {
  const mail = await mails.find(mailId);
  if (mail?.channel !== 'sms') return;
  // A report on an earlier attempt, whose response was lost, says nothing about the message that was accepted later.
  if (mail.providerMessageId && mail.providerMessageId !== providerMessageId) return;
  if (error === null) await mails.markAccepted(mailId, providerMessageId);
  else await mails.markUndelivered(mailId, error);
}
