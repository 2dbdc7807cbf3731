import { LRUCache } from 'lru-cache';
import type { EventLog } from '../../aggregate/event-log.js';
import type { Clock } from '../../lib/clock.js';
import { GuardedFetchError } from '../../lib/guarded-fetch.js';
import { createGuardedPost, type PostAnswer } from '../../lib/guarded-post.js';
import { kibibyte, second } from '../../lib/units.js';
import { postMilliseconds } from '../../limits.js';
import { type Envelope, envelopeOf } from '../event/envelope.js';
import { type Attempt, type Delivery, retryAfterOf } from './delivery.js';
import { mayHaveEventsOf, type WebhookEndpoint } from './endpoint.js';
import { openSecret, signatureOf } from './secret.js';

const answerBytesMax = kibibyte;

/** Result of a post. */
export interface PostResult {
  delivered: boolean;
  attempt: Attempt;
  /** Time that the receiver requested for the next attempt. */
  notBefore: Date | null;
  /** True if the payload no longer exists; this is not a failure of the receiver. */
  lost: boolean;
}

/** Posts deliveries to endpoints, signed according to Standard Webhooks 1.0. */
export function createDeliveryPost(options: {
  events: Pick<EventLog, 'findById'>;
  /** Key that encrypts the secrets of endpoints. */
  sealKey: Buffer;
  allowedHosts: readonly string[];
  /** Ports of public hosts. */
  ports: readonly number[];
  clock: Clock;
}) {
  const { events, sealKey, allowedHosts, ports, clock } = options;
  const poster = createGuardedPost({
    allowedHosts,
    ports,
    timeoutMilliseconds: postMilliseconds,
    answerBytesMax,
  });
  /** Decrypted secrets by their encrypted form. */
  const opened = new LRUCache<string, string>({ max: 1_000 });

  async function secretOf(sealed: string): Promise<string> {
    const known = opened.get(sealed);
    if (known) return known;
    const secret = await openSecret(sealKey, sealed);
    opened.set(sealed, secret);
    return secret;
  }

  /** Returns the current signing secrets, newest first. */
  async function secretsOf(endpoint: WebhookEndpoint): Promise<string[]> {
    const { secret, oldSecret, oldSecretUntil } = endpoint;
    const old = oldSecretUntil && oldSecretUntil > clock.now() ? oldSecret : undefined;
    return Promise.all([secret, old].filter((one) => one !== undefined).map(secretOf));
  }

  /**
   * Returns the payload; null if it no longer exists. An endpoint that had the events of every integrator keeps their
   * deliveries, but its current owner might not be allowed to see those events.
   *
   * @throws only if the database is unavailable
   */
  async function findEnvelope(
    endpoint: WebhookEndpoint,
    { eventId, test }: Delivery,
  ): Promise<Envelope | null> {
    if (test) return test;
    const event = await events.findById(eventId);
    if (!event || !mayHaveEventsOf(endpoint, event.integratorId)) return null;
    return envelopeOf(event);
  }

  async function send(endpoint: WebhookEndpoint, id: string, body: string): Promise<PostAnswer> {
    // Real time: receivers compare it with their own clocks.
    const timestamp = Math.floor(Date.now() / second);
    const secrets = await secretsOf(endpoint);
    return poster.post(endpoint.url, body, {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf(secrets, { id, timestamp, body }),
    });
  }

  return {
    /** @throws only if the database is unavailable */
    async post(endpoint: WebhookEndpoint, delivery: Delivery): Promise<PostResult> {
      const envelope = await findEnvelope(endpoint, delivery);
      const at = clock.now();
      const started = performance.now();
      const result = (fields: Partial<Attempt>): PostResult => ({
        delivered: false,
        notBefore: null,
        lost: false,
        attempt: {
          at,
          statusCode: null,
          durationMs: Math.round(performance.now() - started),
          error: null,
          answerStart: null,
          ...fields,
        },
      });
      if (envelope === null) {
        return { ...result({ error: 'the endpoint has no such event any more' }), lost: true };
      }
      try {
        const {
          status: statusCode,
          retryAfter,
          text,
        } = await send(endpoint, delivery.eventId, JSON.stringify(envelope));
        if (statusCode >= 200 && statusCode < 300) {
          return { ...result({ statusCode }), delivered: true };
        }
        const notBefore = retryAfterOf(retryAfter, at);
        // A response can echo the payload, and erased texts must not remain here.
        const answerStart = 'reason' in envelope.data || 'metadata' in envelope.data ? null : text;
        return { ...result({ statusCode, answerStart }), notBefore };
      } catch (error) {
        if (!(error instanceof GuardedFetchError)) throw error;
        return result({ error: error.message });
      }
    },
    close: poster.close,
  };
}

export type DeliveryPost = ReturnType<typeof createDeliveryPost>;
