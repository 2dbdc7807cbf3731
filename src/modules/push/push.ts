import type { Logger } from 'pino';
import type { Clock } from '../../lib/clock.js';
import { GuardedFetchError } from '../../lib/guarded-fetch.js';
import { createGuardedPost } from '../../lib/guarded-post.js';
import { hour, kibibyte, second } from '../../lib/units.js';
import { postMilliseconds } from '../../limits.js';
import type { Services } from '../../services.js';
import type { ServerKeys } from '../integrator/server-keys.js';
import type { PushSubscription } from './push-subscription.js';
import type { PushSubscriptionStore } from './push-subscription.store.js';

/** A notification as the service worker shows it. */
export interface PushMessage {
  title: string;
  body: string;
  /** Path that a press opens; the push service cannot read it, because the message is encrypted for the browser. */
  url: string;
  /** A later notification with the same tag replaces an earlier one. */
  tag: string;
}

/** Age after which a turn is no longer notified, and time for which a push service keeps a message. */
export const lifetimeMilliseconds = 4 * hour;

/** True if the message can be sent again later. */
const isTemporary = (status: number) => status === 429 || status >= 500;

export type Push = ReturnType<typeof createPush>;

/** Sends notifications to browsers (RFC 8030, 8291 and 8292). */
export function createPush(options: {
  subscriptions: PushSubscriptionStore;
  integrators: Services['integrators'];
  key: ServerKeys['push'];
  /** Contact of the operator for push services; undefined: nothing is sent. */
  contact: string | undefined;
  allowedHosts: readonly string[];
  clock: Clock;
  log: Logger;
}) {
  const { subscriptions, integrators, key, contact, allowedHosts, clock, log } = options;
  const poster = createGuardedPost({
    allowedHosts,
    ports: [443],
    timeoutMilliseconds: postMilliseconds,
    answerBytesMax: kibibyte,
  });

  async function post(to: PushSubscription, message: PushMessage): Promise<number> {
    // Loaded on first use, because it would slow down every start.
    const { default: webPush } = await import('web-push');
    const { endpoint, p256dh, auth } = to;
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject: contact ?? '', ...key },
        TTL: lifetimeMilliseconds / second,
        urgency: 'normal',
      },
    );
    const { 'Content-Length': _length, ...rest } = headers as Record<string, unknown>;
    const sent = Object.entries(rest).map(([name, value]) => [name.toLowerCase(), String(value)]);
    const { status } = await poster.post(
      endpoint,
      body ?? Buffer.alloc(0),
      Object.fromEntries(sent),
    );
    return status;
  }

  /**
   * Sends a message to one browser, once for each turn. A browser that is gone is forgotten.
   * @returns false if it can be sent later
   */
  async function send(to: PushSubscription, turn: string, message: PushMessage): Promise<boolean> {
    if (!(await subscriptions.claim(to._id, turn))) return true;
    try {
      const status = await post(to, message);
      if (status === 404 || status === 410) await subscriptions.removeById(to._id);
      else if (isTemporary(status)) {
        await subscriptions.release(to._id, turn);
        return false;
      } else if (status >= 400) log.warn({ status }, 'push: the push service rejected a message');
      return true;
    } catch (error) {
      if (!(error instanceof GuardedFetchError)) throw error;
      if (error.kind === 'forbidden') {
        await subscriptions.removeById(to._id);
        return true;
      }
      await subscriptions.release(to._id, turn);
      return false;
    }
  }

  /** @throws Error if a browser could not be reached, to be repeated later */
  async function sendAll(
    all: readonly PushSubscription[],
    turn: string,
    message: PushMessage,
  ): Promise<void> {
    const results = await Promise.all(all.map((to) => send(to, turn, message)));
    if (results.includes(false)) throw new Error('push: a push service is not available');
  }

  const isActive = async ({ integratorId, keyId }: PushSubscription): Promise<boolean> => {
    const { keys } = await integrators.get(integratorId ?? '');
    return keys.some(({ id, revokedAt }) => id === keyId && !revokedAt);
  };

  return {
    subscriptions,
    /** Key for `applicationServerKey`; null if notifications are off. */
    publicKey: contact === undefined ? null : key.publicKey,

    /** Returns true if a turn is too old to be notified. */
    isLate: (at: Date): boolean => clock.now().getTime() - at.getTime() > lifetimeMilliseconds,

    /** Notifies the browsers of a request about a turn, each once. */
    async notifyRequester(requestId: string, turn: string, message: PushMessage): Promise<void> {
      if (contact === undefined) return;
      await sendAll(await subscriptions.listOfRequest(requestId), turn, message);
    },

    /** Notifies the browsers of operators about a turn, each once. A revoked key ends its subscriptions. */
    async notifyOperators(turn: string, message: PushMessage): Promise<void> {
      if (contact === undefined) return;
      const active: PushSubscription[] = [];
      for (const one of await subscriptions.listOfOperators()) {
        if (await isActive(one)) active.push(one);
        else await subscriptions.removeById(one._id);
      }
      await sendAll(active, turn, message);
    },

    close: poster.close,
  };
}
