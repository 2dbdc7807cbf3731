import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { type OutboxEvent, outboxEventPolicies } from '../../aggregate/change.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { type Offer, type QuotedOffers, quotedOffersPolicies } from '../catalogue/quote.js';
import { type Serviceability, serviceabilityPolicies } from '../catalogue/serviceability.js';
import { declareEvents } from '../event/event.js';
import type { ExecutionMode, IntakeSource, Job } from '../job/job.js';
import { type CheckoutSession, checkoutPolicies } from '../payment/payment.js';
import { type StatedQuestions, statedQuestionsPolicies } from '../question/question.js';
import { hashAccessToken } from './access-token.js';
import type { PaymentStatus, QuoteStatus, SiteCheckStatus } from './states.js';

/** The events of a site check and of its payment. */
export const siteCheckEventType = declareEvents({
  'site_check.received': 'A site check was requested.',
  'site_check.contact_changed': "The email of a guest's site check was changed.",
  'site_check.claimed': 'A customer claimed a site check by its access token.',
  'site_check.quoted': 'A quote was created for a site check.',
  'site_check.unserviceable': 'A site check was refused: the place cannot be served.',
  'site_check.offer_selected': 'An offer was selected and requires payment.',
  'site_check.awaiting_payment': 'A checkout session was opened for a site check.',
  'site_check.confirmed': 'A site check was confirmed: it is paid or free.',
  'site_check.in_progress': 'Work on a site check began, or more evidence was requested.',
  'site_check.report_ready': 'The report of a site check became available.',
  'site_check.completed': 'The requester viewed the report of a site check.',
  'site_check.disputed': 'The requester disputed the result of a site check.',
  'site_check.cancelled': 'A site check was cancelled.',
  'site_check.expired': 'A site check expired.',
  'site_check.erased': 'The content of a site check was erased.',
  'payment.pending': 'A checkout session was opened.',
  'payment.paid': 'A checkout session was paid.',
  'payment.failed': 'A payment was declined.',
  'payment.cancelled': 'A checkout session was closed without payment.',
  'payment.refunded': 'A payment was refunded.',
  'payment.mismatched':
    'A payment notice did not match its checkout session and was not recorded as paid.',
});
export type SiteCheckEventType = z.infer<typeof siteCheckEventType>;

/** The offers to the requester, and until when they are valid. */
export interface Quote extends QuotedOffers {
  quoteId: string;
  createdAt: Date;
  /** An accepted quote does not expire. */
  expiresAt: Date;
}

/** The offer as it was when it was selected. */
export interface SelectedOffer
  extends Pick<Offer, 'offerKey' | 'label' | 'currency' | 'executionMode' | 'turnaroundHours'> {
  amountMinor: number;
  quoteId: string;
  selectedAt: Date;
}

/**
 * The request document: the aggregate of quote, selection and checkout. Every change is one write, guarded by `status`
 * and `revision`, which also pushes the events of the change onto `outbox`. Its job is a separate document;
 * `reconcileSiteCheck` reconciles the two.
 */
export interface SiteCheck {
  _id: string;
  shape?: number;
  /** The built-in integrator `public`: its events are for operators. */
  integratorId: string;
  jobId: string;
  status: SiteCheckStatus;
  statusReason: string | null;
  paymentStatus: PaymentStatus;
  quoteStatus: QuoteStatus;
  executionMode: ExecutionMode;
  intakeSource: IntakeSource;
  serviceKey: string | null;
  objective: string;
  address: string;
  latitude: number;
  longitude: number;
  notes: string;
  referencePhotos: string[];
  /** The questions of the request; absent if it had none. */
  statedQuestions?: StatedQuestions;
  requesterName: string | null;
  requesterEmail: string | null;
  requesterPhone: string | null;
  /** BCP 47 tag of the language of mails to a guest; absent if none was chosen. */
  language?: string;
  /** Account of the customer who created or claimed the request; absent if no customer owns it. */
  customerId?: string;
  /** Account of the customer who created it; absent for a guest. */
  creatorId?: string;
  /** Unique across all requests; absent if none was sent. */
  intakeSubmissionId?: string;
  /** Hash of the input that created it, which identifies a replay; absent without an intake id. */
  inputSha256?: string;
  /** Lower-case hex SHA-256 of the access token; the token itself is not stored. */
  accessTokenHash: string;
  serviceability: Serviceability;
  quote: Quote | null;
  selectedOffer: SelectedOffer | null;
  /** Oldest first; `shownSession` returns the one to show. */
  checkouts: CheckoutSession[];
  /** Progress of the job when the request last followed it. */
  followed: Followed;
  /** Time of the requester's last action; an unconfirmed request expires 30 days after it. */
  lastStepAt: Date;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
  /** When something falls due (quote, session, request); absent if nothing will. */
  dueAt?: Date;
  /** When failed work is retried; absent if none has failed. */
  retryAt?: Date;
  /** The checkout session whose provider failed last; absent if none has. */
  triedSession?: string;
  /** When its content was erased; absent before. After that, only its payments change. */
  erasedAt?: Date;
  outbox: OutboxEvent[];
}

const quotePolicies: FieldPolicies<Quote> = {
  ...quotedOffersPolicies,
  quoteId: kept,
  createdAt: kept,
  expiresAt: kept,
};

const selectedOfferPolicies: FieldPolicies<SelectedOffer> = {
  offerKey: kept,
  label: kept,
  currency: kept,
  executionMode: kept,
  turnaroundHours: kept,
  amountMinor: kept,
  quoteId: kept,
  selectedAt: kept,
};

/** In the order of the export. The access token of an erased request opens nothing. */
export const siteCheckPolicies: FieldPolicies<SiteCheck> = {
  _id: { erase: 'keep', export: 'request_id' },
  shape: kept,
  integratorId: kept,
  jobId: { erase: 'keep', export: true },
  status: { erase: 'keep', export: true },
  statusReason: { erase: 'text', export: true },
  paymentStatus: { erase: 'keep', export: true },
  quoteStatus: { erase: 'keep', export: true },
  executionMode: { erase: 'keep', export: true },
  intakeSource: { erase: 'keep', export: true },
  intakeSubmissionId: { erase: 'remove', export: true },
  inputSha256: { erase: 'remove', export: false },
  statedQuestions: { erase: 'remove', fields: statedQuestionsPolicies, export: false },
  serviceKey: { erase: 'keep', export: true },
  createdAt: { erase: 'keep', export: 'submitted_at' },
  updatedAt: { erase: 'keep', export: true },
  objective: { erase: 'text', export: true },
  address: { erase: 'text', export: true },
  latitude: { erase: 'coarsen', export: true },
  longitude: { erase: 'coarsen', export: true },
  notes: { erase: 'text', export: true },
  referencePhotos: { erase: 'empty', export: true },
  requesterName: { erase: 'null', export: true },
  requesterEmail: { erase: 'null', export: true },
  requesterPhone: { erase: 'null', export: true },
  language: { erase: 'remove', export: true },
  customerId: { erase: 'remove', export: false },
  creatorId: { erase: 'remove', export: false },
  accessTokenHash: {
    erase: { with: () => hashAccessToken(randomBytes(32).toString('base64url')) },
    export: false,
  },
  serviceability: { fields: serviceabilityPolicies, export: false },
  quote: { fields: quotePolicies, export: false },
  selectedOffer: { fields: selectedOfferPolicies, export: false },
  checkouts: { fields: checkoutPolicies, export: 'payments' },
  followed: { fields: { completedAt: kept, setBackAt: kept }, export: false },
  lastStepAt: kept,
  revision: kept,
  dueAt: kept,
  retryAt: kept,
  triedSession: kept,
  erasedAt: kept,
  outbox: { fields: outboxEventPolicies, export: false },
};

/** The canceller of a request in `site_check.cancelled`. */
export type CancelledBy = 'requester' | 'operator' | 'system';

/** Times of the job by which a request detects that it was completed or set back again. */
export interface Followed {
  completedAt: Date | null;
  setBackAt: Date | null;
}

/** A request with its job, after they were reconciled. */
export interface SiteCheckView {
  request: SiteCheck;
  job: Job;
}

/** Returns the session to show: the open one, or the last one if it was for the offer as last selected. */
export function shownSession({
  checkouts,
  selectedOffer,
}: Pick<SiteCheck, 'checkouts' | 'selectedOffer'>): CheckoutSession | null {
  const last = checkouts.at(-1);
  return last &&
    last.offerKey === selectedOffer?.offerKey &&
    last.createdAt >= selectedOffer.selectedAt
    ? last
    : null;
}

/** Returns the session that can be paid, as of the last settlement. */
export const openSession = (request: Pick<SiteCheck, 'checkouts'>): CheckoutSession | null =>
  request.checkouts.find((session) => session.state === 'open') ?? null;
