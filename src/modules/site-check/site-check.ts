import type { OutboxEvent } from '../../aggregate/change.js';
import type { Offer, QuotedOffers } from '../catalogue/quote.js';
import type { Serviceability } from '../catalogue/serviceability.js';
import type { ExecutionMode, IntakeSource, Job } from '../job/job.js';
import type { CheckoutSession } from '../payment/payment.js';
import type { StatedQuestions } from '../question/question.js';
import type { PaymentStatus, QuoteStatus, SiteCheckStatus } from './states.js';

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
