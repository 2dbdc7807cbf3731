import type { LoggedEvent } from '../../aggregate/event-log.js';
import { hour } from '../../lib/units.js';
import type { Services } from '../../services.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { offerLabel } from '../catalogue/service-texts.js';
import { requesterAddress } from '../delivery/requester-address.js';
import { type Mail, type MailAbout, mailKey } from '../mail/mail.js';
import { Skip } from '../mail/send-mail.js';
import type { CheckoutSession } from '../payment/payment.js';
import { wordingIn } from '../report/reader-wording.js';
import { privateLink } from '../site-check/private-link.js';
import { findReconciled, type ReconcileNeeds } from '../site-check/reconcile-site-check.js';
import type { SiteCheck, SiteCheckView } from '../site-check/site-check.js';
import type { Action, Fact } from './letter.js';
import { type Addressed, idIn, type NoticeNeeds } from './notice.js';
import type { Writer } from './writer.js';

/** Returns why the requester gets mail about a site check. */
export const requesterReason = ({ t, operator }: Writer): string =>
  t('mail.to_requester', { operator });

/** Returns the site check of an event. */
export const viewOf = (
  services: ReconcileNeeds,
  event: LoggedEvent,
): Promise<SiteCheckView | null> => findReconciled(services, idIn(event, 'request_id'));

/** Returns the site check of a mail. */
export const mailedView = async (
  services: ReconcileNeeds,
  mail: Mail,
): Promise<SiteCheckView | null> =>
  mail.about.requestId === undefined ? null : findReconciled(services, mail.about.requestId);

/**
 * Returns the URL of the page of a site check; null if the mail goes to an address that is no longer the
 * requester's, or after an erasure.
 */
export async function requestUrl(
  services: Pick<NoticeNeeds, 'baseUrl' | 'customers' | 'serverKeys'>,
  request: SiteCheck,
  { to }: Mail,
): Promise<string | null> {
  const current = await requesterAddress(services, request);
  if (to === null || current === null || mailKey(to) !== mailKey(current)) return null;
  return privateLink(services, request);
}

/** Returns the button that opens the page of a site check; null without its URL. */
export const requestAction = ({ t }: Writer, url: string | null): Action | null =>
  url === null ? null : { label: t('mail.open_request'), url };

/** The site check of a mail that is only useful with the URL of its page. */
export interface LinkedView extends SiteCheckView {
  url: string;
}

export async function linkedView(services: NoticeNeeds, mail: Mail): Promise<LinkedView | Skip> {
  const view = await mailedView(services, mail);
  const url = view && (await requestUrl(services, view.request, mail));
  return view && url ? { ...view, url } : new Skip('address_changed');
}

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
export const placeFacts = (
  { t, quote }: Writer,
  { objective, address }: Pick<SiteCheck, 'objective' | 'address'>,
): Fact[] => [
  { label: t('mail.fact.what'), value: quote(objective) },
  { label: t('mail.fact.where'), value: quote(address) },
];

/** Returns the session that was paid last; undefined if none was paid. */
export const paidSession = ({ checkouts }: SiteCheck): CheckoutSession | undefined =>
  checkouts.findLast(({ state }) => state === 'paid');

/** Returns the time until which the report is promised; null before an offer is selected. */
export function reportDueAt(request: SiteCheck): Date | null {
  const { selectedOffer } = request;
  if (!selectedOffer) return null;
  const start = paidSession(request)?.paidAt ?? selectedOffer.selectedAt;
  return new Date(start.getTime() + selectedOffer.turnaroundHours * hour);
}

/** Returns a payment as rows of a mail. */
export const paymentFacts = (
  { t, money, language }: Writer,
  session: CheckoutSession,
  catalogue: Catalogue,
): Fact[] => [
  { label: t('mail.fact.offer'), value: offerLabel(catalogue, session, language) },
  { label: t('mail.fact.amount'), value: money(session.amountMinor, session.currency) },
];

const reasonMax = 1000;

/** Returns a reason that a user typed as a paragraph; none without a reason. */
export function reasonParagraphs(
  { t, quote, language }: Writer,
  reason: string | null | undefined,
): string[] {
  const text = quote(reason ?? '', reasonMax);
  return text ? [t('mail.reason_given', { reason: wordingIn(language).prose([text]) })] : [];
}

/** Returns a note for simulated payments. */
export const sandboxNotes = ({ t }: Writer, { provider }: CheckoutSession): string[] =>
  provider === 'sandbox' ? [t('mail.simulated')] : [];
