import { z } from 'zod';
import { type LoggedEvent, loggedEventPolicies } from '../../aggregate/event-log.js';
import type { Call } from '../../context.js';
import { cursorText } from '../../lib/bounded-text.js';
import { exportedFields } from '../../lib/field-policy.js';
import { whole } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import type { Services } from '../../services.js';
import type { CustomerViewer } from '../../viewer.js';
import { type Customer, sessionPolicies } from '../customer/customer.js';
import { customer } from '../customer/customer-access.js';
import { answerPolicies } from '../job/answer.js';
import { type Job, jobPolicies } from '../job/job.js';
import { questionsOf, revisionsOf } from '../job/job-answers.js';
import { reportUrls, reportVersionPolicies } from '../job/report-version.js';
import { mailPolicies } from '../mail/mail.js';
import { pushSubscriptionPolicies } from '../push/push-subscription.js';
import { questionPolicies } from '../question/evaluate.js';
import { shareLinkPolicies } from '../share-link/share-link.js';
import { pageOfSiteChecks } from '../site-check/list-site-checks.js';
import { type SiteCheckView, siteCheckPolicies } from '../site-check/site-check.js';

const pageLength = 20;

/** All stored data of a customer, with one page of the requests at a time. */
export interface CustomerExport {
  account: Customer;
  sessions: object[];
  /** With the member names of REST; times are dates, which JSON writes as ISO 8601. */
  requests: object[];
  endCursor: string | null;
  hasNextPage: boolean;
}

const reportsOf = (baseUrl: string, job: Job) =>
  job.reports.map((version) => {
    const { reportUrl, pdfExportUrl } = reportUrls(baseUrl, job, version.versionNumber);
    return {
      ...exportedFields(reportVersionPolicies, version),
      report_url: reportUrl,
      pdf_export_url: pdfExportUrl,
    };
  });

/** Returns whether an event reveals the candidates of a dispatch run, which customers cannot see. */
const isOfDispatch = ({ type, data }: LoggedEvent) =>
  type.startsWith('dispatch.') ||
  (/^(email|sms)\./.test(type) && data['kind'] === 'dispatch_offer');

async function exportRequest(
  {
    mails,
    events,
    push,
    shareLinks,
    baseUrl,
  }: Pick<Services, 'baseUrl' | 'events' | 'mails' | 'push' | 'shareLinks'>,
  { request, job }: SiteCheckView,
): Promise<object> {
  const [sent, emitted, browsers, shared] = await Promise.all([
    mails.listOf({ requestId: request._id }),
    events.listAbout(job._id),
    push.subscriptions.listOfRequest(request._id),
    shareLinks.listOf(request._id),
  ]);
  // The ids of mails queued at one time are in random order; equal actions are to give equal exports.
  const inOrder = sent.toSorted(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.kind.localeCompare(a.kind),
  );
  return {
    ...exportedFields(siteCheckPolicies, request),
    ...exportedFields(jobPolicies, { ...job, invites: job.invites ?? [] }),
    questions: questionsOf(job).map((question) => exportedFields(questionPolicies, question)),
    answers: revisionsOf(job).map((answer) => exportedFields(answerPolicies, answer)),
    mails: inOrder.map((mail) => exportedFields(mailPolicies, mail)),
    events: emitted
      .filter((event) => !isOfDispatch(event))
      .map((event) => exportedFields(loggedEventPolicies, event)),
    push_subscriptions: browsers.map((one) => exportedFields(pushSubscriptionPolicies, one)),
    reports: reportsOf(baseUrl, job),
    share_links: shared.map((link) => exportedFields(shareLinkPolicies, link)),
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
    sessions: (account.sessions ?? []).map((one) => exportedFields(sessionPolicies, one)),
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
    'Export what is stored about the customer: the account, its sessions, and the requests, newest first, with their questions, answers, feedback, invites, mails, events, browsers that are notified, reports and share links.',
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
