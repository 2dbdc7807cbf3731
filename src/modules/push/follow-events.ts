import type { LoggedEvent } from '../../aggregate/event-log.js';
import type { MessageKey } from '../../messages/en.js';
import { translator } from '../../messages/translate.js';
import type { Services } from '../../services.js';
import { requesterLanguage } from '../job/recipient-language.js';
import { privateLink } from '../site-check/private-link.js';
import { openQuote, reminderAt } from '../site-check/quote-reminder.js';
import { findReconciled, type ReconcileNeeds } from '../site-check/reconcile-site-check.js';
import type { SiteCheck, SiteCheckView } from '../site-check/site-check.js';
import type { PushMessage } from './push.js';

export type PushNeeds = ReconcileNeeds &
  Pick<Services, 'customers' | 'push' | 'followers' | 'tickets' | 'schedules' | 'baseUrl'>;

/** A notification has the heading of the mail about the same event. */
type Title = Extract<MessageKey, `${string}.heading`>;

type Turn = (event: LoggedEvent, view: SiteCheckView) => Title | null;

/** Titles of the notifications to a requester, by the type of the event; null: no notification. */
const turns: Record<string, Turn> = {
  // A late payment confirms nothing; the refund is notified.
  'payment.paid': ({ data }) =>
    data['previous_status'] === 'pending' ? 'mail.payment_received.heading' : null,
  'job.assigned': (_event, { request }) =>
    request.executionMode === 'self_service' ? null : 'mail.verifier_on_way.heading',
  'job.submitted': () => 'mail.photos_received.heading',
  'site_check.report_ready': () => 'mail.report_delivered.heading',
  'payment.refunded': () => 'mail.payment_refunded.heading',
};

/**
 * Returns a message in the language of the requester. Its link opens the request: for a guest with the access token, which the
 * push service cannot read.
 */
async function messageFor(
  services: Pick<Services, 'baseUrl' | 'customers' | 'serverKeys' | 'siteChecks'>,
  request: SiteCheck,
  title: Title,
): Promise<PushMessage | null> {
  const link = privateLink(services, request);
  if (link === null) return null;
  const { pathname, hash } = new URL(link);
  const { _id: requestId, customerId } = request;
  const language = await requesterLanguage(services, {
    requestId,
    ...(customerId != null && { customerId }),
  });
  return {
    title: translator(language)(title),
    body: request.objective,
    url: pathname + hash,
    tag: requestId,
  };
}

async function notifyRequester(services: PushNeeds, event: LoggedEvent): Promise<void> {
  const requestId = event.data['request_id'];
  const titleOf = turns[event.type];
  if (!titleOf || typeof requestId !== 'string') return;
  if ((await services.push.subscriptions.listOfRequest(requestId)).length === 0) return;
  const view = await findReconciled(services, requestId);
  const title = view && titleOf(event, view);
  const message = view && title ? await messageFor(services, view.request, title) : null;
  if (message) await services.push.notifyRequester(requestId, event._id, message);
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
    const view = await findReconciled(services, requestId);
    const quote = view && openQuote(view.request);
    const now = clock.now();
    if (!quote || reminderAt(quote) > now || quote.expiresAt <= now) continue;
    const message = await messageFor(services, view.request, 'mail.quote_expiring.heading');
    const turn = `quote ${quote.expiresAt.toISOString()}`;
    if (message) await push.notifyRequester(requestId, turn, message);
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
