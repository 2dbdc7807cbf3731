import { z } from 'zod';
import { scope } from '../../access.js';
import { pageLengthMax } from '../../lib/page.js';
import { whole } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import type { Job } from './job.js';

const length = () =>
  whole({ ge: 1, le: pageLengthMax }).default(20).describe('Maximum number of jobs to return.');

export const listJobsToReview = operation({
  name: 'reviewQueue',
  kind: 'query',
  description:
    'List the jobs that wait for a reviewer: submitted and disputed ones, and completed ones with unconfirmed answers that are flagged or cannot be told. Flagged ones come first, then those that cannot be told, then the others, the longest waiting first.',
  access: scope('operator'),
  args: { first: length() },
  errors: [],
  rest: get('/v1/review-queue', {
    operationId: 'list_jobs_to_review',
    tool: { name: 'list_jobs_to_review' },
    tag: 'Operators',
    summary: 'List the jobs that wait for a reviewer',
    query: z.object({ limit: length() }),
    toArgs: ({ limit }) => ({ first: limit }),
  }),
  run: ({ services }, { first }): Promise<Job[]> => services.jobs.listToReview(first),
});
