import type { LoggedEvent } from '../../aggregate/event-log.js';
import { ApiError } from '../../errors.js';
import { hour } from '../../lib/units.js';
import type { Services } from '../../services.js';
import { deriveAccessToken } from '../site-check/access-token.js';
import { type ReconcileNeeds, reconcileSiteCheck } from '../site-check/reconcile-site-check.js';
import type { SiteCheck, SiteCheckView } from '../site-check/site-check.js';
import type { PushMessage } from './push.js';
import type { PushSubscription } from './push-subscription.js';

/** Time before the end of a quote at which its requester is reminded. */
const remindMilliseconds = 6 * hour;

export type PushNeeds = ReconcileNeeds &
  Pick<Services, 'push' | 'followers' | 'tickets' | 'schedules'>;

type Turn = (event: LoggedEvent, view: SiteCheckView) => string | null;

/** Titles of the notifications to a requester, by the type of the event; null: no notification. */
const turns: Record<string, Turn> = {
  // A late payment confirms nothing; the refund is notified.
  'payment.paid': ({ data }) =>
    data['previous_status'] === 'pending' ? 'We have received your payment' : null,
  'job.assigned': (_event, { request }) =>
    request.executionMode === 'self_service' ? null : 'A verifier is on the way',
  'job.submitted': () => 'All photos are in',
  'site_check.report_ready': () => 'Your report is ready',
  'payment.refunded': () => 'Your payment was refunded',
};

/** Returns the site check of an event; null if it has no site check. */
async function viewOf(services: ReconcileNeeds, requestId: string): Promise<SiteCheckView | null> {
  try {
    return await reconcileSiteCheck(services, requestId);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'site_check_not_found') return null;
    throw error;
  }
}

const messageFor =
  ({ serverKeys }: Pick<Services, 'serverKeys'>, request: SiteCheck, title: string) =>
  ({ byToken }: PushSubscription): PushMessage => {
    const path = `/site-checks/${request._id}`;
    const token = byToken ? `#${deriveAccessToken(serverKeys.accessTokens, request._id)}` : '';
    return { title, body: request.objective, url: path + token, tag: request._id };
  };

async function notifyRequester(services: PushNeeds, event: LoggedEvent): Promise<void> {
  const requestId = event.data['request_id'];
  const titleOf = turns[event.type];
  if (!titleOf || typeof requestId !== 'string') return;
  if ((await services.push.subscriptions.listOfRequest(requestId)).length === 0) return;
  const view = await viewOf(services, requestId);
  const title = view && !view.request.erasedAt ? titleOf(event, view) : null;
  if (!view || title === null) return;
  const message = messageFor(services, view.request, title);
  await services.push.notifyRequester(requestId, event._id, message);
}

async function notifyOperators(services: PushNeeds, event: LoggedEvent): Promise<void> {
  const ticket = await services.tickets.get(String(event.data['ticket_id'] ?? ''));
  await services.push.notifyOperators(event._id, {
    title: `New ticket ${ticket.ticketCode}`,
    body: ticket.objective.slice(0, 200),
    url: '/operations#tickets',
    tag: ticket._id,
  });
}

/** Notifies requesters whose prices expire within six hours, once for each quote. */
export async function remindOfQuotes(services: PushNeeds): Promise<void> {
  const { push, clock } = services;
  for (const requestId of await push.subscriptions.requestIds()) {
    const view = await viewOf(services, requestId);
    const { quote, status } = view?.request ?? {};
    if (!view || !quote || status !== 'quoted') continue;
    const left = quote.expiresAt.getTime() - clock.now().getTime();
    if (left <= 0 || left > remindMilliseconds) continue;
    const message = messageFor(services, view.request, 'Your prices are about to expire');
    await push.notifyRequester(requestId, `quote ${quote.expiresAt.toISOString()}`, message);
  }
}

/** Notifies browsers of events, each once. */
export function followPushEvents(services: PushNeeds): void {
  const { push, followers } = services;
  followers.followEvents(
    'push',
    async (event) => {
      if (push.isLate(event.timestamp)) return;
      if (event.type === 'ticket.created') await notifyOperators(services, event);
      else await notifyRequester(services, event);
    },
    {
      subject: ({ _id, type }) => (type in turns || type === 'ticket.created' ? _id : null),
    },
  );
}
