import type { LoggedEvent } from '../../aggregate/event-log.js';
import { ApiError } from '../../errors.js';
import { formatMoney } from '../../lib/money.js';
import type { Services } from '../../services.js';
import { requesterAddress } from '../delivery/requester-address.js';
import type { Mail, MailAbout } from '../mail/mail.js';
import type { CheckoutSession } from '../payment/payment.js';
import { type ReconcileNeeds, reconcileSiteCheck } from '../site-check/reconcile-site-check.js';
import type { SiteCheck, SiteCheckView } from '../site-check/site-check.js';
import { type Fact, quoted, sentence, when } from './letter.js';
import { type Addressed, idIn } from './notice.js';

/** Returns why the requester gets mail about a site check. */
export const requesterReason = (operatorName: string): string =>
  `You get this mail because this site check was requested from ${operatorName} with your address.`;

/** Returns a site check with its job; null if it does not exist. */
async function findView(
  services: ReconcileNeeds,
  requestId: string,
): Promise<SiteCheckView | null> {
  try {
    return await reconcileSiteCheck(services, requestId);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'site_check_not_found') return null;
    throw error;
  }
}

/** Returns the site check of an event. */
export const viewOf = (
  services: ReconcileNeeds,
  event: LoggedEvent,
): Promise<SiteCheckView | null> => findView(services, idIn(event, 'request_id'));

/** Returns the site check of a mail. */
export const mailedView = async (
  services: ReconcileNeeds,
  mail: Mail,
): Promise<SiteCheckView | null> =>
  mail.about.requestId === undefined ? null : findView(services, mail.about.requestId);

export const aboutRequest = ({ _id, jobId, customerId }: SiteCheck): MailAbout => ({
  requestId: _id,
  jobId,
  ...(customerId !== undefined && { customerId }),
});

/** Returns the recipient of a mail to the requester; null if the account was erased. */
export async function toRequester(
  services: Pick<Services, 'customers'>,
  request: SiteCheck,
  about: MailAbout = {},
): Promise<Addressed | null> {
  const to = await requesterAddress(services, request);
  if (to === null && request.customerId !== undefined) return null;
  return { to, about: { ...aboutRequest(request), ...about } };
}

/** Returns objective and address of a site check as rows of a mail. */
export const placeFacts = ({ objective, address }: Pick<SiteCheck, 'objective' | 'address'>) => [
  { label: 'What', value: quoted(objective) },
  { label: 'Where', value: quoted(address) },
];

/** Returns the session that was paid last; undefined if none was paid. */
export const paidSession = ({ checkouts }: SiteCheck): CheckoutSession | undefined =>
  checkouts.findLast(({ state }) => state === 'paid');

/** Returns a payment as rows of a mail. */
export const paymentFacts = (session: CheckoutSession, time: Fact[]): Fact[] => [
  { label: 'Offer', value: session.label },
  { label: 'Amount', value: formatMoney(session.amountMinor, session.currency) },
  ...time,
];

export const timeFact = (label: string, time: Date | null): Fact[] =>
  time ? [{ label, value: when(time) }] : [];

const reasonMax = 1000;

/** Returns a reason that a user typed as a paragraph; none without a reason. */
export function reasonParagraphs(reason: string | null | undefined): string[] {
  const text = quoted(reason ?? '', reasonMax);
  return text ? [`Reason: ${sentence(text)}`] : [];
}

/** Returns a note for simulated payments. */
export const sandboxNotes = ({ provider }: CheckoutSession): string[] =>
  provider === 'sandbox' ? ['This payment was simulated: no money has moved.'] : [];
