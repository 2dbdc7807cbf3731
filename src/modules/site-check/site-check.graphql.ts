import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { enumType } from '../../graphql/enums.js';
import { nodeType } from '../../graphql/node.js';
import { mutation, query, subscription } from '../../graphql/operations.js';
import { languageFor } from '../../messages/match-language.js';
import { hasScope } from '../../viewer.js';
import { labelsFor } from '../catalogue/labels-for.js';
import { questionIn } from '../catalogue/service-texts.js';
import { AnswerRef } from '../job/answer.graphql.js';
import { answersOf, questionsOf } from '../job/job-answers.js';
import { ExecutionModeRef, IntakeSourceRef } from '../job/job-enums.graphql.js';
import { JobWarningRef } from '../job/job-warning.graphql.js';
import { ReportStateRef } from '../job/report-state.graphql.js';
import { reportState } from '../job/report-state.js';
import { RequesterFeedbackRef } from '../job/requester-feedback.graphql.js';
import { QuestionRef } from '../question/question.graphql.js';
import { ReportRef } from '../report/report.graphql.js';
import { cancelSiteCheck } from './cancel-site-check.js';
import { CheckoutRef, PaymentStatusRef } from './checkout.graphql.js';
import { createCheckoutSession } from './create-checkout-session.js';
import { followSiteCheck } from './follow-site-check.js';
import { getSiteCheck } from './get-site-check.js';
import { getSiteCheckReport } from './get-site-check-report.js';
import { listSiteChecks } from './list-site-checks.js';
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
import { updateSiteCheckContact } from './update-contact.js';

const SiteCheckStatusRef = enumType('SiteCheckStatus', siteCheckStatus, 'Status of a site check.', {
  received: 'The request is stored.',
  quoted: 'A quote is ready; an offer can be selected.',
  unserviceable: 'The place cannot be served; no payment is due.',
  offer_selected: 'An offer is selected and requires payment.',
  awaiting_payment: 'A checkout session is open.',
  confirmed: 'The offer is paid or free; the job is open.',
  in_progress: 'Evidence is being collected.',
  report_ready: 'The report is available.',
  completed: 'The requester has viewed the report.',
  disputed: 'The requester disputes the result.',
  cancelled: 'The site check was cancelled or could not be carried out.',
  expired: 'The deadline has passed.',
});

const RequesterRef = builder.objectRef<SiteCheck>('SiteCheckRequester').implement({
  description: 'Contact details of the requester; visible to the requester and operators only.',
  fields: (t) => ({
    name: t.exposeString('requesterName', {
      nullable: true,
      description: 'Name of the requester; null when not given.',
    }),
    email: t.exposeString('requesterEmail', {
      nullable: true,
      description: 'Email address of the requester; null when not given.',
    }),
    phone: t.exposeString('requesterPhone', {
      nullable: true,
      description: 'Phone number of the requester; null when not given.',
    }),
  }),
});

/** The field builder of site-check types. */
export type SiteCheckFields = Parameters<
  Parameters<typeof builder.objectFields<typeof ViewRef>>[1]
>[0];

const ViewRef = builder.objectRef<SiteCheckView>('SiteCheck');

/** The fields shared by the response to a new request and its status. */
export const fieldsOf = (t: SiteCheckFields) => ({
  requestId: t.field({
    type: 'UUID',
    description: 'Id of the site check, a UUIDv7.',
    resolve: ({ request }) => request._id,
  }),
  jobId: t.field({
    type: 'UUID',
    description: 'Id of the job that carries out the site check.',
    resolve: ({ request }) => request.jobId,
  }),
  executionMode: t.field({
    type: ExecutionModeRef,
    description: 'Who captures the evidence; the suggested mode before an offer is selected.',
    resolve: ({ request }) => request.executionMode,
  }),
  intakeSource: t.field({
    type: IntakeSourceRef,
    description: 'Channel through which the site check was requested.',
    resolve: ({ request }) => request.intakeSource,
  }),
  serviceKey: t.string({
    nullable: true,
    description: 'Key of the requested service; null when none was given.',
    resolve: ({ request }) => request.serviceKey,
  }),
  status: t.field({
    type: SiteCheckStatusRef,
    description: 'Current status.',
    resolve: ({ request }) => request.status,
  }),
  paymentStatus: t.field({
    type: PaymentStatusRef,
    description: 'Current status of the payment.',
    resolve: ({ request }) => request.paymentStatus,
  }),
  quoteStatus: t.field({
    type: QuoteStatusRef,
    description: 'Current status of the quote.',
    resolve: ({ request }) => request.quoteStatus,
  }),
  message: t.string({
    description: 'Current state and next step, for display to the requester.',
    resolve: messageFor,
  }),
  language: t.string({
    description:
      'Language of mails to a guest: en, de, fr, es, pt-BR, ja or ar; the nearest to the requested one, English if none is near. Mails to a customer are in the language of the account.',
    resolve: ({ request }) => languageFor(request.language),
  }),
  submittedAt: t.field({
    type: 'DateTime',
    description: 'Time of the request.',
    resolve: ({ request }) => request.createdAt,
  }),
  quote: t.field({
    type: QuoteRef,
    nullable: true,
    description: 'Current quote; null when the place cannot be served.',
    resolve: ({ request }) => request.quote && { quote: request.quote, request },
  }),
  serviceability: t.field({
    type: ServiceabilityRef,
    nullable: true,
    description: 'Assessment of which offers are available at the place.',
    resolve: ({ request }) => request.serviceability,
  }),
  selectedOffer: t.field({
    type: SelectedOfferRef,
    nullable: true,
    description: 'The selected offer; null before the selection.',
    resolve: ({ request }) => request.selectedOffer,
  }),
  checkout: t.field({
    type: CheckoutRef,
    nullable: true,
    description: 'Latest checkout session of the selected offer; null before the first.',
    resolve: ({ request }) => shownSession(request),
  }),
  report: t.field({
    type: ReportStateRef,
    description: 'Current state of the report.',
    resolve: ({ job }, _args, ctx) => reportState(job, ctx.services.baseUrl),
  }),
  evidenceCompletedAt: t.field({
    type: 'DateTime',
    nullable: true,
    extensions: { rest: false },
    description:
      'Time when the last required step had evidence that passed; null before, and again when more was asked for.',
    resolve: ({ job }) => job.submittedAt,
  }),
  selfService: t.field({
    type: SelfServiceInviteRef,
    nullable: true,
    description:
      'State of the latest capture link; null before the first. The link itself is returned only when it is created.',
    resolve: ({ job }, _args, ctx) => selfServiceInvite(job, ctx.services.clock.now()),
  }),
});

/** The additional fields of the status. */
export const statusFieldsOf = (t: SiteCheckFields) => ({
  questions: t.field({
    type: [QuestionRef],
    extensions: { stored: true },
    description: 'Questions for the person on site, the objective first.',
    resolve({ job }, _args, ctx) {
      const labels = labelsFor(ctx, job);
      return questionsOf(job).map((question) => questionIn(labels, question));
    },
  }),
  answers: t.field({
    type: [AnswerRef],
    extensions: { stored: true },
    description: 'Current answers, in the order of the questions.',
    resolve: ({ job }) => answersOf(job),
  }),
  warnings: t.field({
    type: [JobWarningRef],
    description:
      'Warnings about the job; empty when there are none. With a configured geocoder, `address_far` is added after the request is received.',
    resolve: ({ job }) => job.warnings,
  }),
  objective: t.string({
    description: 'What to verify.',
    resolve: ({ request }) => request.objective,
  }),
  address: t.string({
    description: 'Address of the place.',
    resolve: ({ request }) => request.address,
  }),
  updatedAt: t.field({
    type: 'DateTime',
    description: 'Time of the latest change.',
    resolve: ({ request }) => request.updatedAt,
  }),
  statusReason: t.string({
    nullable: true,
    extensions: { rest: false },
    description: 'Reason given for the current status; null without one.',
    resolve: ({ request }) => request.statusReason,
  }),
  revision: t.int({
    extensions: { rest: false },
    description: 'Number of writes to the site check, from 1.',
    resolve: ({ request }) => request.revision,
  }),
  requester: t.field({
    type: RequesterRef,
    extensions: { rest: false },
    description: 'Contact details of the requester.',
    resolve: ({ request }) => request,
  }),
});

export const SiteCheckRef = ViewRef.implement({
  extensions: { document: 'PublicSiteCheckStatusOut' },
  description: 'A site check (PublicSiteCheckStatusOut).',
  fields: (t) => ({
    ...fieldsOf(t),
    ...statusFieldsOf(t),
    customerId: t.field({
      type: 'UUID',
      nullable: true,
      extensions: { rest: false },
      description:
        'Account of the customer whose site check it is; null for a guest, and for a viewer who is no operator.',
      resolve: ({ request }, _args, { caller }) =>
        hasScope(caller.viewer, 'operator') ? (request.customerId ?? null) : null,
    }),
    erasedAt: t.field({
      type: 'DateTime',
      nullable: true,
      extensions: { rest: false },
      description: 'Time when the content of the site check was erased; null while it is stored.',
      resolve: ({ request }) => request.erasedAt ?? null,
    }),
  }),
});

const SiteCheckReceiptRef = builder.objectRef<RequestedSiteCheck>('SiteCheckReceipt').implement({
  extensions: { document: 'PublicSiteCheckRequestOut' },
  description: 'A new site check with its access token (PublicSiteCheckRequestOut).',
  fields: (t) => ({
    ...fieldsOf(t as unknown as SiteCheckFields),
    accessToken: t.exposeString('accessToken', {
      description: 'Bearer token of the requester; returned only here.',
    }),
    siteCheck: t.field({
      type: SiteCheckRef,
      extensions: { rest: false },
      description: 'The site check.',
      resolve: (requested) => requested,
    }),
  }),
});

export const StartedCaptureRef = builder.objectRef<StartedCapture>('StartedCapture').implement({
  description: 'A capture link for evidence of a self-service site check.',
  fields: (t) => ({
    captureUrl: t.exposeString('captureUrl', {
      description: 'URL of the capture page, with the token in its fragment.',
    }),
    captureToken: t.exposeString('captureToken', {
      description: 'Bearer token of the capture link; returned only here.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time when the token expires.',
    }),
  }),
});

nodeType(SiteCheckRef, {
  op: getSiteCheck,
  keyOf: ({ request }) => request._id,
  argsOf: (requestId) => ({ requestId }),
});

query(getSiteCheck, SiteCheckRef);
query(getSiteCheckReport, ReportRef);
connection(listSiteChecks, connectionType('SiteCheck', SiteCheckRef, { counted: true }));
mutation(requestSiteCheck, SiteCheckReceiptRef);
mutation(updateSiteCheckContact, SiteCheckRef);
mutation(selectSiteCheckOffer, SiteCheckRef);
mutation(createCheckoutSession, SiteCheckRef);
mutation(startSelfServiceCapture, StartedCaptureRef);
mutation(submitSiteCheckFeedback, RequesterFeedbackRef);
mutation(cancelSiteCheck, SiteCheckRef);
subscription(followSiteCheck, SiteCheckRef);
