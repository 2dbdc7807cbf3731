import { z } from 'zod';
import type { ErrorCode } from '../errors.js';
import { text, whole } from '../lib/schema.js';
import { submitEvidenceInput } from '../modules/evidence/evidence-input.js';
import { assignJobInput } from '../modules/job/assign-job.js';
import { cancelJobInput } from '../modules/job/cancel-job.js';
import { createJobInput } from '../modules/job/create-job.js';
import { reviewJobInput } from '../modules/job/review-job.js';
import { requesterFeedbackInput } from '../modules/job/submit-requester-feedback.js';
import { reportQuery } from '../modules/report/get-report.js';
import type { Operation } from '../policy.js';
import { siteCheckRoutes } from './site-check-routes.js';

// biome-ignore lint/suspicious/noExplicitAny: each route knows the shape that its own schemas give
type Parsed = any;

/** A documented path and the root field of the graph that answers it. */
export interface RestRoute {
  /** Unique; also the name of the root field in the REST view. */
  operationId: string;
  method: 'GET' | 'POST';
  /** In OpenAPI's form, `/v1/jobs/{job_id}`; path parameters are any non-empty string. */
  path: string;
  /** Root field of the graph, and its row in the policy table. */
  field: Operation;
  /** Field of the result that is answered in place of the whole. */
  pick?: string;
  status: 200 | 201;
  summary: string;
  /** Group in the interface description. */
  tag: 'Jobs' | 'Evidence' | 'Reports' | 'Site checks';
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The arguments of the root field; camelCase, as the graph names them. */
  args: (request: { path: Record<string, string>; query: Parsed; body: Parsed }) => object;
  /** Refusals of the operation itself; the common ones are known without. */
  refusals?: readonly ErrorCode[];
  /** Path of the thing that a 201 made, from the answer. */
  location?: (answer: Parsed) => string;
}

const jobId = ({ path }: { path: Record<string, string> }) => ({ id: path['job_id'] });

/** GET /v1/jobs; the cursor is ours, the rest documented. */
export const listJobsQuery = z.object({
  status: text().nullish().describe('Only jobs in this state; an unknown one finds nothing.'),
  limit: whole({ ge: 1, le: 200 }).default(20).describe('Length of the page.'),
  cursor: text()
    .nullish()
    .describe('Where the page begins; taken from the Link header of the page before.'),
});

/** Every path that is a projection of the graph, in the order of the interface description. */
export const restRoutes: readonly RestRoute[] = [
  {
    operationId: 'create_job',
    method: 'POST',
    path: '/v1/jobs',
    field: 'createJob',
    status: 201,
    summary: 'Create a job',
    tag: 'Jobs',
    body: createJobInput,
    refusals: ['nonce_conflict'],
    args: ({ body }) => ({ input: body }),
    location: (job) => `/v1/jobs/${job.job_id}`,
  },
  {
    operationId: 'list_jobs',
    method: 'GET',
    path: '/v1/jobs',
    field: 'jobs',
    pick: 'nodes',
    status: 200,
    summary: 'List jobs, newest first',
    tag: 'Jobs',
    query: listJobsQuery,
    args: ({ query }) => ({
      first: query.limit,
      after: query.cursor,
      filter: { status: query.status },
      orderBy: 'created_at_desc',
    }),
  },
  {
    operationId: 'get_job',
    method: 'GET',
    path: '/v1/jobs/{job_id}',
    field: 'job',
    status: 200,
    summary: 'Read a job',
    tag: 'Jobs',
    args: jobId,
  },
  {
    operationId: 'submit_requester_feedback',
    method: 'POST',
    path: '/v1/jobs/{job_id}/requester-feedback',
    field: 'submitRequesterFeedback',
    status: 200,
    summary: 'Say what you make of the result',
    tag: 'Jobs',
    body: requesterFeedbackInput,
    refusals: [
      'report_version_not_found',
      'step_not_found',
      'nonce_conflict',
      'invalid_transition',
      'feedback_limit',
    ],
    args: (request) => ({ ...jobId(request), input: request.body }),
  },
  {
    operationId: 'open_job',
    method: 'POST',
    path: '/v1/jobs/{job_id}/open',
    field: 'openJob',
    status: 200,
    summary: 'Offer a job to verifiers',
    tag: 'Jobs',
    refusals: ['invalid_transition'],
    args: jobId,
  },
  {
    operationId: 'cancel_job',
    method: 'POST',
    path: '/v1/jobs/{job_id}/cancel',
    field: 'cancelJob',
    status: 200,
    summary: 'Withdraw a job',
    tag: 'Jobs',
    body: cancelJobInput,
    refusals: ['invalid_transition'],
    args: (request) => ({ ...jobId(request), ...request.body }),
  },
  {
    operationId: 'assign_job',
    method: 'POST',
    path: '/v1/jobs/{job_id}/assign',
    field: 'assignJob',
    status: 200,
    summary: 'Hand a job to somebody',
    tag: 'Jobs',
    body: assignJobInput,
    refusals: ['invalid_transition'],
    args: (request) => ({ ...jobId(request), input: request.body }),
  },
  {
    operationId: 'review_job',
    method: 'POST',
    path: '/v1/jobs/{job_id}/review',
    field: 'reviewJob',
    status: 200,
    summary: 'Decide on what was submitted',
    tag: 'Jobs',
    body: reviewJobInput,
    refusals: ['step_not_found', 'invalid_transition'],
    args: (request) => ({ ...jobId(request), input: request.body }),
  },
  {
    operationId: 'submit_evidence',
    method: 'POST',
    path: '/v1/jobs/{job_id}/evidence',
    field: 'submitEvidence',
    status: 201,
    summary: 'Send evidence by its address',
    tag: 'Evidence',
    body: submitEvidenceInput,
    refusals: ['step_not_found', 'invalid_transition', 'evidence_limit', 'media_unavailable'],
    args: (request) => ({ ...jobId(request), input: request.body }),
  },
  {
    operationId: 'list_evidence',
    method: 'GET',
    path: '/v1/jobs/{job_id}/evidence',
    field: 'job',
    pick: 'evidence',
    status: 200,
    summary: 'Read the evidence of a job, by time of receipt',
    tag: 'Evidence',
    args: jobId,
  },
  {
    operationId: 'capture_task',
    method: 'GET',
    path: '/v1/capture/task',
    field: 'captureTask',
    status: 200,
    summary: 'Read the task of a task or capture token',
    tag: 'Evidence',
    refusals: ['token_invalid', 'token_expired'],
    args: () => ({}),
  },
  {
    operationId: 'create_reality_report',
    method: 'POST',
    path: '/v1/jobs/{job_id}/reality-report',
    field: 'createRealityReport',
    status: 200,
    summary: 'Make a report version, or get the current one when nothing has changed',
    tag: 'Reports',
    refusals: ['report_not_ready'],
    args: jobId,
  },
  {
    operationId: 'get_report',
    method: 'GET',
    path: '/v1/jobs/{job_id}/report',
    field: 'report',
    status: 200,
    summary: 'Read a report version',
    tag: 'Reports',
    query: reportQuery,
    refusals: ['report_not_found', 'report_version_not_found'],
    args: ({ path, query }) => ({ jobId: path['job_id'], version: query.version }),
  },
  ...siteCheckRoutes,
];
