import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { pageQuery } from '../frame/page-request.js';
import { carriesSession } from '../frame/session.js';
import type { messages } from '../messages/status.en.js';

export type RequestStatus = keyof (typeof messages)['headings'];
export type PaymentStatus = keyof (typeof messages)['payments'];

export interface ShownOffer {
  offerKey: string;
  label: string;
  description: string;
  amountMinor: number | null;
  currency: string;
  turnaroundHours: number;
  includes: string[];
  recommended: boolean;
  available: boolean;
}

export interface ShownInvite {
  inviteId: string;
  status: keyof (typeof messages)['inviteStates'];
  channel: 'email' | 'sms' | 'link';
  inviteeName: string;
  sessionState: keyof (typeof messages)['sessionStates'] | null;
  deliveryStatus: keyof (typeof messages)['deliveries'] | null;
  deliveryError: string | null;
  sentAt: string | null;
  expiresAt: string;
  canResend: boolean;
  canReassign: boolean;
  captureUrl: string;
}

/** A request for its page, with statuses in lower case. */
export interface ShownRequest {
  requestId: string;
  objective: string;
  address: string;
  status: RequestStatus;
  statusReason: string | null;
  paymentStatus: PaymentStatus;
  quoteStatus: 'pending' | 'ready' | 'unavailable' | 'accepted' | 'expired';
  executionMode: 'operator' | 'self_service';
  message: string;
  submittedAt: string;
  /** When the last required photo passed. */
  evidenceCompletedAt: string | null;
  serviceability: { message: string } | null;
  quote: { expiresAt: string; offers: ShownOffer[] } | null;
  selectedOffer: {
    offerKey: string;
    label: string;
    amountMinor: number;
    currency: string;
    turnaroundHours: number;
    selectedAt: string;
  } | null;
  checkout: {
    status: PaymentStatus;
    checkoutUrl: string | null;
    expiresAt: string;
    paidAt: string | null;
    amountMinor: number;
    currency: string;
  } | null;
  report: {
    status: keyof (typeof messages)['reports'];
    generatedAt: string | null;
    deliveredAt: string | null;
    withdrawReason: string | null;
  };
  selfService: { status: string; expiresAt: string } | null;
}

/** The reader of a request: the holder of its access token, its customer by session, or both. */
export interface Reader {
  id: string;
  token?: string | undefined;
}

const fields = `requestId objective address status statusReason paymentStatus quoteStatus executionMode message
  submittedAt evidenceCompletedAt serviceability { message }
  quote { expiresAt offers { offerKey label description amountMinor currency turnaroundHours includes recommended available } }
  selectedOffer { offerKey label amountMinor currency turnaroundHours selectedAt }
  checkout { status checkoutUrl expiresAt paidAt amountMinor currency }
  report { status generatedAt deliveredAt withdrawReason }
  selfService { status expiresAt }`;

const inviteFields = `inviteId status channel inviteeName sessionState deliveryStatus deliveryError sentAt expiresAt
  canResend canReassign captureUrl`;

/** Enum values as in REST and in the messages. */
const enums =
  /^(status|paymentStatus|quoteStatus|executionMode|channel|sessionState|deliveryStatus)$/;

const lowered = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (key, member) =>
    enums.test(key) && typeof member === 'string' ? member.toLowerCase() : member,
  );

/** The request with the reader's permissions besides paying. */
export interface FoundRequest {
  request: ShownRequest;
  /** True if it belongs to the account of the reader's session. */
  own: boolean;
  /** Its photo links, newest first; only for its customer. */
  invites: ShownInvite[];
}

/** An error response of the API. */
export interface Rejection {
  status: number;
  headers: Headers;
}

const bySession = `query($id: ID!) { found: customerRequest(requestId: $id) { ${fields} }
  invites: selfServiceInvites(requestId: $id) { ${inviteFields} } }`;
const byToken = `query($id: ID!, $token: String) { found: siteCheck(requestId: $id, accessToken: $token) { ${fields} } }`;

interface Data {
  found: ShownRequest | null;
  invites?: ShownInvite[] | null;
}

/** Reads a request by session, else by token. */
export async function readRequest(
  app: Hono<Env>,
  c: Context<Env>,
  { id, token }: Reader,
): Promise<FoundRequest | Rejection> {
  if (carriesSession(c)) {
    const { body } = await pageQuery<Data>(app, c, bySession, { id });
    if (body.data?.found) {
      const { found, invites } = lowered(body.data);
      return { request: found as ShownRequest, own: true, invites: invites ?? [] };
    }
  }
  if (!token) return { status: 401, headers: new Headers() };
  const answer = await pageQuery<Data>(app, c, byToken, { id, token });
  const found = answer.body.data?.found;
  if (!found) return { status: answer.ok ? 404 : answer.status, headers: answer.headers };
  return { request: lowered(found), own: false, invites: [] };
}
