import { z } from 'zod';
import { scope } from '../../access.js';
import { listArgs, restListArgs } from '../../lib/list-args.js';
import { pageNewestFirst, type Range } from '../../lib/newest-first.js';
import type { Page } from '../../lib/page.js';
import { get, operation } from '../../operation.js';
import type { Answer } from '../job/answer.js';
import { readJob } from '../job/get-job.js';
import { revisionId, revisionsOf } from '../job/job-answers.js';
import { jobIdTarget } from '../job/job-target.js';

const pageLength = 50;
const keyOf = (answer: Answer) => ({ at: answer.receivedAt, id: revisionId(answer) });

/** The revisions of a range, which one document holds. */
function rangeOf(revisions: readonly Answer[], { cursor, backwards, limit }: Range) {
  const from = cursor
    ? revisions.findIndex((one) => {
        const { at, id } = keyOf(one);
        return at.getTime() === cursor.at.getTime() && id === cursor.id;
      })
    : -1;
  const inOrder = backwards
    ? revisions.slice(0, Math.max(from, 0)).toReversed()
    : revisions.slice(from + 1);
  return { items: inOrder.slice(0, limit), more: inOrder.length > limit };
}

export const listAnswers = operation({
  name: 'answerRevisions',
  kind: 'query',
  description:
    'List every revision of the answers of a job, newest first; answers to questions that are no longer asked included.',
  access: scope('jobs:read'),
  target: jobIdTarget,
  args: listArgs('revisions', pageLength),
  errors: ['bad_cursor'],
  rest: get('/v1/jobs/{job_id}/answers', {
    tool: { name: 'list_answers' },
    operationId: 'list_answers',
    tag: 'Evidence',
    summary: 'List the revisions of the answers of a job',
    pick: 'nodes',
    query: z.object(restListArgs('revisions', pageLength)),
    toArgs: ({ limit, cursor }, { job_id }) => ({ jobId: job_id, first: limit, after: cursor }),
  }),
  async run(ctx, { jobId, first, after }, selects): Promise<Page<Answer>> {
    const revisions = revisionsOf(await readJob(ctx, jobId));
    return pageNewestFirst(
      {
        scope: ['answerRevisions', jobId],
        keyOf,
        read: async (range) => rangeOf(revisions, range),
      },
      { count: first ?? pageLength, after: after ?? null },
      selects('pageInfo', 'hasPreviousPage'),
      ctx.notes,
    );
  },
});
