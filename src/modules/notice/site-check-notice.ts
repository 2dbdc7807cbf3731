import type { LoggedEvent } from '../../aggregate/event-log.js';
import { ApiError } from '../../errors.js';
import { formatMoney } from '../../lib/money.js';
import type { Services } from '../../services.js';
import { requesterAddress } from '../delivery/requester-address.js';
import type { Mail, MailAbout } from '../mail/mail.js';
import type { CheckoutSession } from '../payment/payment.js';
import { reconcileSiteCheck } from '../site-check/reconcile-site-check.js';
import type { SiteCheck, SiteCheckView } from '../site-check/site-check.js';
import { type Fact, quoted, sentence, when } from './letter.js';
import { type Addressed, idIn } from './notice.js';

/** Why somebody gets mail about a site check. */
export const requesterReason = (operatorName: string): string =>
  `You get this mail because this site check was requested from ${operatorName} with your address.`;

/** A site check with its job; null when there is none. */
async function findView(services: Services, requestId: string): Promise<SiteCheckView | null> {
  try {
    return await reconcileSiteCheck(services, requestId);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'site_check_not_found') return null;
    throw error;
  }
}

/** The site check that an event is about. */
export const viewOf = (services: Services, event: LoggedEvent): Promise<SiteCheckView | null> =>
  findView(services, idIn(event, 'request_id'));

/** The site check that a mail is about. */
export const mailedView = async (services: Services, mail: Mail): Promise<SiteCheckView | null> =>
  mail.about.requestId === undefined ? null : findView(services, mail.about.requestId);

export const aboutRequest = ({ _id, jobId, customerId }: SiteCheck): MailAbout => ({
  requestId: _id,
  jobId,
  ...(customerId !== undefined && { customerId }),
});

/** The requester's mail; null where the account was erased. */
export async function toRequester(
  services: Pick<Services, 'customers'>,
  request: SiteCheck,
  about: MailAbout = {},
): Promise<Addressed | null> {
  const to = await requesterAddress(services, request);
  if (to === null && request.customerId !== undefined) return null;
  return { to, about: { ...aboutRequest(request), ...about } };
}

/** What a site check is about, as rows of a mail. */
export const placeFacts = ({ objective, address }: Pick<SiteCheck, 'objective' | 'address'>) => [
  { label: 'What', value: quoted(objective) },
  { label: 'Where', value: quoted(address) },
];

/** The session that was paid last; none while nothing was paid. */
export const paidSession = ({ checkouts }: SiteCheck): CheckoutSession | undefined =>
  checkouts.findLast(({ state }) => state === 'paid');

/** A payment, as rows of a mail. */
export const paymentFacts = (session: CheckoutSession, time: Fact[]): Fact[] => [
  { label: 'Offer', value: session.label },
  { label: 'Amount', value: formatMoney(session.amountMinor, session.currency) },
  ...time,
];

export const timeFact = (label: string, time: Date | null): Fact[] =>
  time ? [{ label, value: when(time) }] : [];

const reasonMax = 1000;

/** A reason that somebody typed, as a paragraph; none where there is no reason. */
export function reasonParagraphs(reason: string | null | undefined): string[] {
  const text = quoted(reason ?? '', reasonMax);
  return text ? [`Reason: ${sentence(text)}`] : [];
}

/** Said of payments that were simulated. */
export const sandboxNotes = ({ provider }: CheckoutSession): string[] =>
  provider === 'sandbox' ? ['This payment was simulated: no money has moved.'] : [];
