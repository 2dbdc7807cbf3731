import { z } from 'zod';
import type { LoggedEvent } from '../../aggregate/event-log.js';
import type { Call } from '../../context.js';
import { cursorText } from '../../lib/bounded-text.js';
import { whole } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import type { Services } from '../../services.js';
import type { CustomerViewer } from '../../viewer.js';
import type { Customer } from '../customer/customer.js';
import { customer } from '../customer/customer-access.js';
import type { Job } from '../job/job.js';
import { reportUrls } from '../job/report-version.js';
import { pageOfSiteChecks } from '../site-check/list-site-checks.js';
import type { SiteCheck, SiteCheckView } from '../site-check/site-check.js';

const pageLength = 20;

/** Everything that is stored about a customer, one page of the requests at a time. */
export interface CustomerExport {
  account: Customer;
  sessions: object[];
  /** In the names of REST; times are dates, which JSON writes as ISO 8601. */
  requests: object[];
  endCursor: string | null;
  hasNextPage: boolean;
}

const statusOf = (request: SiteCheck) => ({
  request_id: request._id,
  job_id: request.jobId,
  status: request.status,
  status_reason: request.statusReason,
  payment_status: request.paymentStatus,
  quote_status: request.quoteStatus,
  execution_mode: request.executionMode,
  intake_source: request.intakeSource,
  intake_submission_id: request.intakeSubmissionId ?? null,
  service_key: request.serviceKey,
  submitted_at: request.createdAt,
  updated_at: request.updatedAt,
  objective: request.objective,
  address: request.address,
  latitude: request.latitude,
  longitude: request.longitude,
  notes: request.notes,
  reference_photos: request.referencePhotos,
  requester_name: request.requesterName,
  requester_email: request.requesterEmail,
  requester_phone: request.requesterPhone,
});

const paymentsOf = ({ checkouts }: SiteCheck) =>
  checkouts.map((session) => ({
    session_id: session.sessionId,
    status: session.state,
    amount_minor: session.amountMinor,
    currency: session.currency,
    created_at: session.createdAt,
    paid_at: session.paidAt,
    refunded_at: session.refundedAt,
  }));

const feedbackOf = ({ feedback }: Job) =>
  feedback.map((one) => ({
    feedback_id: one.feedbackId,
    rating: one.rating,
    verdict: one.verdict,
    comment: one.comment,
    step_names: one.stepNames,
    report_version: one.reportVersion,
    created_at: one.createdAt,
  }));

const invitesOf = ({ invites = [] }: Job) =>
  invites.map((one) => ({
    invite_id: one.inviteId,
    invitee_name: one.inviteeName,
    invitee_role: one.inviteeRole,
    invitee_phone: one.inviteePhone,
    invitee_email: one.inviteeEmail,
    channel: one.channel,
    created_at: one.createdAt,
    opened_at: one.openedAt,
    invalidated_at: one.invalidatedAt,
  }));

const reportsOf = (baseUrl: string, job: Job) =>
  job.reports.map((version) => {
    const { reportUrl, pdfExportUrl } = reportUrls(baseUrl, job, version.versionNumber);
    return {
      version_number: version.versionNumber,
      generated_at: version.generatedAt,
      content_sha256: version.contentSha256,
      report_url: reportUrl,
      pdf_export_url: pdfExportUrl,
    };
  });

/** Whether an event says who was asked to verify, which is not the customer's to know. */
const isOfDispatch = ({ type, data }: LoggedEvent) =>
  type.startsWith('dispatch.') || (type.startsWith('email.') && data['kind'] === 'dispatch_offer');

const eventOf = ({ type, timestamp, data }: LoggedEvent) => ({ type, timestamp, data });

async function exportRequest(
  { mails, events, baseUrl }: Services,
  { request, job }: SiteCheckView,
): Promise<object> {
  const [sent, emitted] = await Promise.all([
    mails.listOf({ requestId: request._id }),
    events.listAbout(job._id),
  ]);
  return {
    ...statusOf(request),
    payments: paymentsOf(request),
    feedback: feedbackOf(job),
    invites: invitesOf(job),
    mails: sent.map(({ kind, to, status, createdAt, sentAt }) => ({
      kind,
      to,
      status,
      created_at: createdAt,
      sent_at: sentAt,
    })),
    events: emitted.filter((event) => !isOfDispatch(event)).map(eventOf),
    reports: reportsOf(baseUrl, job),
  };
}

async function exportOwn(
  ctx: Call<CustomerViewer>,
  page: { first?: number | null | undefined; after?: string | null | undefined },
): Promise<CustomerExport> {
  const { services, viewer } = ctx;
  const account = await services.customers.get(viewer.customerId);
  const { nodes, pageInfo } = await pageOfSiteChecks(
    ctx,
    { customerId: viewer.customerId },
    page,
    false,
  );
  ctx.notes.headers['cache-control'] = 'no-store';
  return {
    account,
    sessions: (account.sessions ?? []).map(({ createdAt, expiresAt, lastUsedAt }) => ({
      created_at: createdAt,
      expires_at: expiresAt,
      last_used_at: lastUsedAt,
    })),
    requests: await Promise.all(nodes.map((view) => exportRequest(services, view))),
    endCursor: pageInfo.endCursor,
    hasNextPage: pageInfo.hasNextPage,
  };
}

const first = () => whole({ ge: 1, le: pageLength }).describe('Maximum number of requests.');

export const exportCustomer = operation({
  name: 'customerExport',
  kind: 'query',
  description:
    'Export what is stored about the customer: the account, its sessions, and the requests, newest first, with their feedback, invites, mails, events and reports.',
  access: customer,
  args: {
    first: first().nullish().default(pageLength),
    after: cursorText().nullish().describe('Cursor after which the page begins.'),
  },
  errors: ['bad_cursor'],
  example: { limit: 1 },
  rest: get('/v1/customer/account/export', {
    operationId: 'get_customer_export',
    tag: 'Customers',
    summary: 'Export the data of the account',
    query: z.object({
      limit: first().default(pageLength),
      cursor: cursorText()
        .nullish()
        .describe('Cursor from the Link header of the previous response.'),
    }),
    toArgs: ({ limit, cursor }) => ({ first: limit, after: cursor }),
  }),
  run: (ctx, page) => exportOwn(ctx, page),
});
