import type { z } from 'zod';
import type { Call } from '../../context.js';
import { ApiError, englishText } from '../../errors.js';
import { operation, post } from '../../operation.js';
import { jobScope, type KeyHolder, type TaskHolder } from '../../viewer.js';
import type { AnsweredBy } from '../job/answer.js';
import { type Job, jobTarget } from '../job/job.js';
import { planAnswers } from '../job/plan-answers.js';
import { keyOrTaskToken, uploadToken } from './answer-access.js';
import {
  type answersField,
  captureAnswersInput,
  providerAnswersInput,
  submitAnswersInput,
} from './answer-input.js';

/** As whom the holder of a token answers. */
function roleOf(job: Job, tokenId: string): AnsweredBy {
  const token = job.tokens.find((one) => one.tokenId === tokenId);
  if (token?.kind !== 'capture') return 'verifier';
  return job.invites?.find((one) => one.tokenIds.includes(tokenId))?.own ? 'requester' : 'invitee';
}

type Answers = z.infer<typeof answersField>;

/** Stores answers of the holder of a token. */
function submitAsHolder(
  { services }: Call,
  { jobId, tokenId }: TaskHolder,
  answers: Answers,
): Promise<Job> {
  return services.jobs.change(jobId, {}, (job) => {
    // The token may have been revoked since it was proven.
    const token = job.tokens.find((one) => one.tokenId === tokenId);
    if (!token || token.revokedAt) throw new ApiError('token_invalid');
    const answerer = { answeredBy: roleOf(job, tokenId) };
    return planAnswers(job, answers, answerer, services.clock.now());
  });
}

/** Stores answers of an integrator, to whom an open job is assigned by them. */
async function submitAsIntegrator(
  { services }: Call,
  viewer: KeyHolder,
  id: string,
  answers: Answers,
): Promise<Job> {
  const { name: assigneeName } = await services.integrators.get(viewer.integratorId);
  const answerer = { answeredBy: 'integrator' as const, assigneeName };
  return services.jobs.change(id, jobScope(viewer), (job) =>
    planAnswers(job, answers, answerer, services.clock.now()),
  );
}

const example = {
  answers: [
    {
      question_key: 'objective',
      value: 'no',
      comment: 'Closed since 14 November, according to a notice on the door.',
    },
  ],
};
const errors = ['invalid_transition', 'answer_limit', 'erased'] as const;

export const submitAnswers = operation({
  name: 'submitAnswers',
  kind: 'mutation',
  description:
    'Answer questions of a job. With a task or capture token the job is that of the token. An answer equal to the latest one changes nothing.',
  access: keyOrTaskToken,
  target: { ...jobTarget, optional: true },
  input: submitAnswersInput,
  errors,
  example,
  rest: post('/v1/jobs/{job_id}/answers', {
    tool: { name: 'submit_answers', annotations: { idempotentHint: true } },
    tag: 'Evidence',
    summary: 'Answer questions of a job',
  }),
  run(ctx, { id, input }): Promise<Job> {
    const { viewer } = ctx;
    const jobId = id as string | null | undefined;
    if (viewer.kind === 'api_key') {
      if (jobId) return submitAsIntegrator(ctx, viewer, jobId, input.answers);
      throw new ApiError('bad_user_input', englishText('id is required with an API key.'), {
        members: { issues: [{ path: ['id'], message: 'is required with an API key' }] },
      });
    }
    if (jobId && jobId !== viewer.jobId) throw new ApiError('job_not_found');
    return submitAsHolder(ctx, viewer, input.answers);
  },
});

export const submitProviderAnswers = operation({
  name: 'submitProviderAnswers',
  kind: 'mutation',
  description: 'Answer questions of the job of a task token.',
  access: uploadToken('provider', 'providerTaskToken'),
  input: providerAnswersInput,
  errors,
  example,
  rest: post('/v1/provider/answers', { tag: 'Evidence', summary: 'Answer with a task token' }),
  run: (ctx, { input }) => submitAsHolder(ctx, ctx.viewer, input.answers),
});

export const submitCaptureAnswers = operation({
  name: 'submitCaptureAnswers',
  kind: 'mutation',
  description: 'Answer questions of the job of a capture token.',
  access: uploadToken('capture', 'captureToken'),
  input: captureAnswersInput,
  errors,
  example,
  rest: post('/v1/capture/answers', { tag: 'Evidence', summary: 'Answer with a capture token' }),
  run: (ctx, { input }) => submitAsHolder(ctx, ctx.viewer, input.answers),
});
