import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { nodeType } from '../../graphql/node.js';
import { mutation, query, subscription } from '../../graphql/operations.js';
import { ExecutionModeRef, IntakeSourceRef, RequesterFeedbackRef } from '../job/job.graphql.js';
import { ReportStateRef } from '../job/report-state.graphql.js';
import { reportState } from '../job/report-state.js';
import { ReportRef } from '../report/report.graphql.js';
import { cancelSiteCheck } from './cancel-site-check.js';
import { CheckoutRef, PaymentStatusRef } from './checkout.graphql.js';
import { createCheckoutSession } from './create-checkout-session.js';
import { followSiteCheck } from './follow-site-check.js';
import { getSiteCheck } from './get-site-check.js';
import { getSiteCheckReport } from './get-site-check-report.js';
import { messageFor } from './message.js';
import { QuoteRef, QuoteStatusRef, SelectedOfferRef, ServiceabilityRef } from './quote.graphql.js';
import { type RequestedSiteCheck, requestSiteCheck } from './request-site-check.js';
import { selectSiteCheckOffer } from './select-offer.js';
import { SelfServiceInviteRef } from './self-service-invite.graphql.js';
import { selfServiceInvite } from './self-service-invite.js';
import { type SiteCheck, type SiteCheckView, shownSession } from './site-check.js';
import { type StartedCapture, startSelfServiceCapture } from './start-self-service-capture.js';
import { siteCheckStatus } from './states.js';
import { submitSiteCheckFeedback } from './submit-site-check-feedback.js';

const SiteCheckStatusRef = enumType(
  'SiteCheckStatus',
  siteCheckStatus,
  'Where a site-check request stands.',
  {
    received: 'Stored.',
    quoted: 'There is a quote to choose from.',
    unserviceable: 'The place cannot be served; nothing is to be paid.',
    offer_selected: 'An offer is chosen and waits for payment.',
    awaiting_payment: 'A checkout session is open.',
    confirmed: 'Paid for, or free; the job is open.',
    in_progress: 'Evidence is being collected.',
    report_ready: 'The report can be read.',
    completed: 'The requester has read the report.',
    disputed: 'The requester objects.',
    cancelled: 'Withdrawn, or it could not be done.',
    expired: 'The deadline passed.',
  },
);

const RequesterRef = builder.objectRef<SiteCheck>('SiteCheckRequester').implement({
  description: 'How to reach the requester; shown to them and to operators.',
  fields: (t) => ({
    name: t.exposeString('requesterName', { nullable: true, description: 'Who asks.' }),
    email: t.exposeString('requesterEmail', { nullable: true, description: 'Their address.' }),
    phone: t.exposeString('requesterPhone', { nullable: true, description: 'Their telephone.' }),
  }),
});

type Fields = Parameters<Parameters<typeof builder.objectFields<typeof ViewRef>>[1]>[0];

const ViewRef = builder.objectRef<SiteCheckView>('SiteCheck');

/** The fields that the answer to a new request and its status share. */
const fieldsOf = (t: Fields) => ({
  requestId: t.field({
    type: 'UUID',
    description: 'Id of the request, a UUIDv7.',
    resolve: ({ request }) => request._id,
  }),
  jobId: t.field({
    type: 'UUID',
    description: 'The job that serves it.',
    resolve: ({ request }) => request.jobId,
  }),
  executionMode: t.field({
    type: ExecutionModeRef,
    description: 'Who goes there; the suggested one before an offer is chosen.',
    resolve: ({ request }) => request.executionMode,
  }),
  intakeSource: t.field({
    type: IntakeSourceRef,
    description: 'Where it came from.',
    resolve: ({ request }) => request.intakeSource,
  }),
  serviceKey: t.string({
    nullable: true,
    description: 'Service asked for.',
    resolve: ({ request }) => request.serviceKey,
  }),
  status: t.field({
    type: SiteCheckStatusRef,
    description: 'Where it stands.',
    resolve: ({ request }) => request.status,
  }),
  paymentStatus: t.field({
    type: PaymentStatusRef,
    description: 'Whether it is paid.',
    resolve: ({ request }) => request.paymentStatus,
  }),
  quoteStatus: t.field({
    type: QuoteStatusRef,
    description: 'Where its quote stands.',
    resolve: ({ request }) => request.quoteStatus,
  }),
  message: t.string({ description: 'What to know and do next.', resolve: messageFor }),
  submittedAt: t.field({
    type: 'DateTime',
    description: 'When it was requested.',
    resolve: ({ request }) => request.createdAt,
  }),
  quote: t.field({
    type: QuoteRef,
    nullable: true,
    description: 'What is offered; null where the place cannot be served.',
    resolve: ({ request }) => request.quote && { quote: request.quote, request },
  }),
  serviceability: t.field({
    type: ServiceabilityRef,
    nullable: true,
    description: 'What can be done at the place.',
    resolve: ({ request }) => request.serviceability,
  }),
  selectedOffer: t.field({
    type: SelectedOfferRef,
    nullable: true,
    description: 'The offer that was chosen.',
    resolve: ({ request }) => request.selectedOffer,
  }),
  checkout: t.field({
    type: CheckoutRef,
    nullable: true,
    description: 'The newest checkout session of the chosen offer; null before there is one.',
    resolve: ({ request }) => shownSession(request),
  }),
  report: t.field({
    type: ReportStateRef,
    description: 'Where the report stands.',
    resolve: ({ job }, _args, ctx) => reportState(job, ctx.services.baseUrl),
  }),
  selfService: t.field({
    type: SelfServiceInviteRef,
    nullable: true,
    description: 'The newest capture link; the link itself is answered once, when it is made.',
    resolve: (view, _args, ctx) => {
      const invite = selfServiceInvite(view, ctx.services.clock.now());
      return invite && { invite, request: view.request };
    },
  }),
});

export const SiteCheckRef = ViewRef.implement({
  extensions: { document: 'PublicSiteCheckStatusOut' },
  description: 'A request for a site check (PublicSiteCheckStatusOut).',
  fields: (t) => ({
    ...fieldsOf(t),
    objective: t.string({
      description: 'What is to be verified.',
      resolve: ({ request }) => request.objective,
    }),
    address: t.string({ description: 'Where.', resolve: ({ request }) => request.address }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it last changed.',
      resolve: ({ request }) => request.updatedAt,
    }),
    statusReason: t.string({
      nullable: true,
      extensions: { rest: false },
      description: 'Why it stands there, where that was said.',
      resolve: ({ request }) => request.statusReason,
    }),
    revision: t.int({
      extensions: { rest: false },
      description: 'Counts the writes to the request, from 1.',
      resolve: ({ request }) => request.revision,
    }),
    requester: t.field({
      type: RequesterRef,
      extensions: { rest: false },
      description: 'How to reach the requester.',
      resolve: ({ request }) => request,
    }),
  }),
});

const SiteCheckReceiptRef = builder.objectRef<RequestedSiteCheck>('SiteCheckReceipt').implement({
  extensions: { document: 'PublicSiteCheckRequestOut' },
  description: 'A new request with the token that opens it (PublicSiteCheckRequestOut).',
  fields: (t) => ({
    ...fieldsOf(t as unknown as Fields),
    accessToken: t.exposeString('accessToken', {
      description: 'Bearer secret of the requester; no other answer ever carries it.',
    }),
    siteCheck: t.field({
      type: SiteCheckRef,
      extensions: { rest: false },
      description: 'The request.',
      resolve: (requested) => requested,
    }),
  }),
});

const StartedCaptureRef = builder.objectRef<StartedCapture>('StartedCapture').implement({
  description: 'The link with which a requester sends evidence.',
  fields: (t) => ({
    captureUrl: t.exposeString('captureUrl', {
      description: 'Page for whoever takes the photographs, the token in its fragment.',
    }),
    captureToken: t.exposeString('captureToken', {
      description: 'Bearer secret; answered here once.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it stops working.' }),
  }),
});

nodeType(SiteCheckRef, {
  op: getSiteCheck,
  keyOf: ({ request }) => request._id,
  argsOf: (requestId) => ({ requestId }),
});

query(getSiteCheck, SiteCheckRef);
query(getSiteCheckReport, ReportRef);
mutation(requestSiteCheck, SiteCheckReceiptRef);
mutation(selectSiteCheckOffer, SiteCheckRef);
mutation(createCheckoutSession, SiteCheckRef);
mutation(startSelfServiceCapture, StartedCaptureRef);
mutation(submitSiteCheckFeedback, RequesterFeedbackRef);
mutation(cancelSiteCheck, SiteCheckRef);
subscription(followSiteCheck, SiteCheckRef);
