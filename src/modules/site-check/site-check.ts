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

/** What is offered to the requester, and until when. */
export interface Quote extends QuotedOffers {
  quoteId: string;
  createdAt: Date;
  /** An accepted quote does not expire. */
  expiresAt: Date;
}

/** The offer as it was when it was chosen. */
export interface SelectedOffer
  extends Pick<Offer, 'offerKey' | 'label' | 'currency' | 'executionMode' | 'turnaroundHours'> {
  amountMinor: number;
  quoteId: string;
  selectedAt: Date;
}

/**
 * The request document: the aggregate of quote, selection and checkout. Every change is one write,
 * guarded by `status` and `revision`, with the events of the change pushed onto `outbox` in it. Its
 * job is a document of its own; `reconcileSiteCheck` brings the two in line.
 */
export interface SiteCheck {
  _id: string;
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
  /** What the request said of questions; absent where it said nothing. */
  statedQuestions?: StatedQuestions;
  requesterName: string | null;
  requesterEmail: string | null;
  requesterPhone: string | null;
  /** Account of the customer whose request it is, who made or claimed it; absent: nobody's. */
  customerId?: string;
  /** Account of the customer who made it; absent: a guest. */
  creatorId?: string;
  /** Unique across all requests; absent when none was sent. */
  intakeSubmissionId?: string;
  /** Hash of the input that made it, by which a replay is recognised; absent without an intake id. */
  inputSha256?: string;
  /** Lower-case hex SHA-256 of the access token, which is stored nowhere. */
  accessTokenHash: string;
  serviceability: Serviceability;
  quote: Quote | null;
  selectedOffer: SelectedOffer | null;
  /** Oldest first; `shownSession` says which one is shown. */
  checkouts: CheckoutSession[];
  /** How far the job had come when the request last followed it. */
  followed: Followed;
  /** When the requester last did something; an unconfirmed request expires 30 days after it. */
  lastStepAt: Date;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
  /** When something falls due (quote, session, request); absent when nothing will. */
  dueAt?: Date;
  /** When work on it that failed is tried again; absent when none has. */
  retryAt?: Date;
  /** The checkout session whose provider failed last; absent when none has. */
  triedSession?: string;
  /** When its content was erased; absent before. Only its payments go on. */
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

/** Who cancelled a request, as `site_check.cancelled` says. */
export type CancelledBy = 'requester' | 'operator' | 'system';

/** Marks of the job by which a request sees that it was completed or set back once more. */
export interface Followed {
  completedAt: Date | null;
  setBackAt: Date | null;
}

/** A request together with its job, as they stand after they were brought in line. */
export interface SiteCheckView {
  request: SiteCheck;
  job: Job;
}

/**
 * The session that is shown: the open one, or the last that was, as far as it was for the offer as
 * it was last chosen.
 */
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

/** The session that can be paid now, as far as it has been settled. */
export const openSession = (request: Pick<SiteCheck, 'checkouts'>): CheckoutSession | null =>
  request.checkouts.find((session) => session.state === 'open') ?? null;
