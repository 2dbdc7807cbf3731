import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { inputType } from '../../graphql/input.js';
import {
  ExecutionModeRef,
  IntakeSourceRef,
  RequesterFeedbackRef,
  requesterFeedbackInputRef,
} from '../job/job.graphql.js';
import { ReportStateRef } from '../job/report-state.graphql.js';
import { reportState } from '../job/report-state.js';
import { reportQuery } from '../report/get-report.js';
import { ReportRef } from '../report/report.graphql.js';
import { cancelSiteCheck, cancelSiteCheckInput } from './cancel-site-check.js';
import { CheckoutRef, PaymentStatusRef } from './checkout.graphql.js';
import { createCheckoutSession, createCheckoutSessionInput } from './create-checkout-session.js';
import { followSiteCheck } from './follow-site-check.js';
import { getSiteCheck } from './get-site-check.js';
import { getSiteCheckReport } from './get-site-check-report.js';
import { messageFor } from './message.js';
import { QuoteRef, QuoteStatusRef, SelectedOfferRef, ServiceabilityRef } from './quote.graphql.js';
import {
  type RequestedSiteCheck,
  requestSiteCheck,
  requestSiteCheckInput,
} from './request-site-check.js';
import { accessTokenField, selectOfferInput, selectSiteCheckOffer } from './select-offer.js';
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

const requestIdArg = { required: true as const, description: 'Id of the request.' };
const tokenArg = (description: string) => ({
  description,
  validate: { schema: accessTokenField.nullish() as never },
});
const orElse = 'The access token; left out: the Bearer token, or the key of an operator.';

builder.queryFields((t) => ({
  siteCheck: t.field({
    type: SiteCheckRef,
    nullable: true,
    description: 'A request as it stands.',
    args: { requestId: t.arg.id(requestIdArg), accessToken: t.arg.string(tokenArg(orElse)) },
    resolve: (_root, { requestId, accessToken }, ctx) =>
      getSiteCheck(ctx, requestId, accessToken ?? null),
  }),
  siteCheckReport: t.field({
    type: ReportRef,
    nullable: true,
    description:
      'A version of the report of a request. Reading it counts as a view; the first completes the request.',
    args: {
      requestId: t.arg.id(requestIdArg),
      accessToken: t.arg.string(tokenArg(orElse)),
      version: t.arg.int({
        description: 'Which version, from 1; the current one when left out.',
        validate: { schema: reportQuery.shape.version as never },
      }),
    },
    resolve: (_root, { requestId, accessToken, version }, ctx) =>
      getSiteCheckReport(ctx, requestId, accessToken ?? null, version ?? null),
  }),
}));

const requestInput = inputType(
  'RequestSiteCheckInput',
  requestSiteCheckInput,
  'What is to be verified, where, and who asks (PublicSiteCheckRequestIn).',
);
const selectInput = inputType(
  'SelectSiteCheckOfferInput',
  selectOfferInput,
  'Which offer (PublicSiteCheckSelectOfferIn).',
);
const checkoutInput = inputType(
  'CreateCheckoutSessionInput',
  createCheckoutSessionInput,
  'Who asks (PublicSiteCheckCreateCheckoutSessionIn).',
);
const required = { required: true as const };

builder.mutationFields((t) => ({
  requestSiteCheck: t.field({
    type: SiteCheckReceiptRef,
    nullable: true,
    description:
      'Requests a site check: says what can be done at the place and for how much. No key is needed.',
    args: { input: t.arg({ type: requestInput, ...required, description: 'What and where.' }) },
    resolve: (_root, { input }, ctx) => requestSiteCheck(ctx, input),
  }),
  selectSiteCheckOffer: t.field({
    type: SiteCheckRef,
    nullable: true,
    description: 'Chooses an offer; a free one confirms the request at once.',
    args: {
      requestId: t.arg.id(requestIdArg),
      input: t.arg({ type: selectInput, ...required, description: 'Which offer.' }),
    },
    resolve: (_root, { requestId, input }, ctx) => selectSiteCheckOffer(ctx, requestId, input),
  }),
  createCheckoutSession: t.field({
    type: SiteCheckRef,
    nullable: true,
    description: 'Opens a checkout session for the chosen offer, or answers the open one.',
    args: {
      requestId: t.arg.id(requestIdArg),
      input: t.arg({ type: checkoutInput, ...required, description: 'Who asks.' }),
    },
    resolve: (_root, { requestId, input }, ctx) => createCheckoutSession(ctx, requestId, input),
  }),
  startSelfServiceCapture: t.field({
    type: StartedCaptureRef,
    nullable: true,
    description:
      'Makes the capture link of a confirmed self-service request; the one before stops working.',
    args: {
      requestId: t.arg.id(requestIdArg),
      accessToken: t.arg.string({
        ...required,
        description: 'The access token.',
        validate: { schema: accessTokenField as never },
      }),
    },
    resolve: (_root, { requestId, accessToken }, ctx) =>
      startSelfServiceCapture(ctx, requestId, accessToken),
  }),
  submitSiteCheckFeedback: t.field({
    type: RequesterFeedbackRef,
    nullable: true,
    description: 'Stores what the requester says of the result; a verdict moves the request.',
    args: {
      requestId: t.arg.id(requestIdArg),
      accessToken: t.arg.string({
        ...required,
        description: 'The access token.',
        validate: { schema: accessTokenField as never },
      }),
      input: t.arg(requesterFeedbackInputRef),
    },
    resolve: (_root, { requestId, accessToken, input }, ctx) =>
      submitSiteCheckFeedback(ctx, requestId, accessToken, input),
  }),
  cancelSiteCheck: t.field({
    type: SiteCheckRef,
    nullable: true,
    description:
      'Withdraws a request until work has begun, an operator until it is completed; what was paid is paid back.',
    args: {
      requestId: t.arg.id(requestIdArg),
      accessToken: t.arg.string(
        tokenArg('The access token; left out by an operator, who has a key.'),
      ),
      reason: t.arg.string({
        description: 'Why; 1 to 1000 characters.',
        validate: { schema: cancelSiteCheckInput.shape.reason as never },
      }),
    },
    resolve: (_root, { requestId, ...input }, ctx) => cancelSiteCheck(ctx, requestId, input),
  }),
}));

builder.subscriptionField('siteCheckUpdated', (t) =>
  t.field({
    type: SiteCheckRef,
    nullable: true,
    description: 'A request as it stands, then whenever it or its job has changed.',
    args: { requestId: t.arg.id(requestIdArg), accessToken: t.arg.string(tokenArg(orElse)) },
    subscribe: (_root, { requestId, accessToken }, ctx) =>
      followSiteCheck(ctx, requestId, accessToken ?? null),
    resolve: (step) => step(),
  }),
);
