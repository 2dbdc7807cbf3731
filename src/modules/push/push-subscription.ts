import { createHash } from 'node:crypto';
import type { FieldPolicies } from '../../lib/field-policy.js';
import { deleted } from '../../lib/field-policy.js';

/** Maximum number of browsers that are notified about one request, or with one API key. */
export const subscriptionsMax = 5;

/** The recipient of notifications: the requester of a site check, or the holder of an operator's key. */
export type PushSubject =
  | { kind: 'request'; requestId: string }
  | { kind: 'operator'; integratorId: string; keyId: string };

/** A browser that takes notifications (Push API), at an endpoint of its vendor's push service. */
export interface PushSubscription {
  /** Hex SHA-256 of the subject's key and the endpoint. */
  _id: string;
  /** Key of the subject and a number below `subscriptionsMax`, unique. */
  slot: string;
  /** Request that it is about; null for an operator's. */
  requestId: string | null;
  /** Key of the operator; null for a request's. It ends with its key. */
  integratorId: string | null;
  keyId: string | null;
  endpoint: string;
  /** Public key of the browser: a point of P-256, in base64url. */
  p256dh: string;
  /** Secret of the browser, 16 bytes in base64url. */
  auth: string;
  createdAt: Date;
  /** Ids of the latest turns that were notified. */
  turns: string[];
}

const exported = { erase: 'delete', export: true } as const;

/** An erasure of the request deletes the whole document. */
export const pushSubscriptionPolicies: FieldPolicies<PushSubscription> = {
  _id: deleted,
  slot: deleted,
  requestId: deleted,
  integratorId: deleted,
  keyId: deleted,
  endpoint: exported,
  p256dh: deleted,
  auth: deleted,
  createdAt: exported,
  turns: deleted,
};

export const subjectKey = (subject: PushSubject): string =>
  subject.kind === 'request' ? `request/${subject.requestId}` : `key/${subject.keyId}`;

export const subscriptionId = (subject: PushSubject, endpoint: string): string =>
  createHash('sha256')
    .update(`${subjectKey(subject)}\n${endpoint}`)
    .digest('hex');
