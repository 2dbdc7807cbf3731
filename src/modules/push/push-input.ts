import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { ApiError, englishText } from '../../errors.js';
import { checkFetchUrl, GuardedFetchError } from '../../lib/guarded-fetch.js';
import { pattern, text } from '../../lib/schema.js';
import type { Services } from '../../services.js';
import type { PushSubject, PushSubscription } from './push-subscription.js';

/** Returns true for an uncompressed point of P-256 in base64url. */
function isPoint(value: string): boolean {
  const bytes = Buffer.from(value, 'base64url');
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

export const endpointField = text(8, 1000)
  .meta({ secret: true })
  .describe('`endpoint` of the browser’s subscription: an https URL of its push service.');

/** A browser as its `PushSubscription.toJSON()` describes it. */
export const browserFields = {
  endpoint: endpointField,
  p256dh: pattern('^[A-Za-z0-9_-]{87}$')
    .refine(isPoint, 'must be a public key on the curve P-256')
    .describe('`keys.p256dh` of the subscription, in base64url.'),
  auth: pattern('^[A-Za-z0-9_-]{22}$')
    .meta({ secret: true })
    .describe('`keys.auth` of the subscription, 16 bytes in base64url.'),
};

export const browserExample = {
  endpoint: 'https://push.example.com/send/gAAAAABl',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

export const createInput = z.object(browserFields).meta({
  document: 'PushSubscriptionIn',
  description: 'A browser that takes notifications.',
});

export const deleteInput = z.object({ endpoint: endpointField }).meta({
  document: 'PushSubscriptionDeleteIn',
  description: 'The browser that takes no more notifications.',
});

type Browser = Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>;

/** @throws ApiError `bad_user_input` for an endpoint that nothing is ever sent to */
function checkEndpoint(endpoint: string, allowedHosts: readonly string[]): void {
  try {
    checkFetchUrl(endpoint, allowedHosts, [443]);
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    const { message } = error;
    throw new ApiError('bad_user_input', englishText(`endpoint ${message}.`), {
      members: { issues: [{ path: ['input', 'endpoint'], message, input: '[redacted]' }] },
    });
  }
}

/** @throws ApiError `push_off`, `push_limit`, `bad_user_input` */
export async function subscribe(
  { push, config, clock }: Pick<Services, 'push' | 'config' | 'clock'>,
  subject: PushSubject,
  { endpoint, p256dh, auth }: Browser,
): Promise<PushSubscription> {
  if (push.publicKey === null) throw new ApiError('push_off');
  checkEndpoint(endpoint, config.pushUrlHosts);
  const stored = await push.subscriptions.put(subject, { endpoint, p256dh, auth }, clock.now());
  if (!stored) throw new ApiError('push_limit');
  return stored;
}

export interface Unsubscribed {
  removed: boolean;
}

export const unsubscribe = async (
  { push }: Pick<Services, 'push'>,
  subject: PushSubject,
  endpoint: string,
): Promise<Unsubscribed> => ({ removed: await push.subscriptions.remove(subject, endpoint) });
