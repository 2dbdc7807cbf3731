import { z } from 'zod';
import { scope } from '../../access.js';
import { answerLanguage, type Call } from '../../context.js';
import { ApiError } from '../../errors.js';
import { freeObject, list } from '../../lib/schema.js';
import { translateError } from '../../messages/error/translate-error.js';
import type { Language } from '../../messages/language.js';
import { operation, post } from '../../operation.js';
import type { WireObject } from '../../rest/pydantic/coerce.js';
import { inputIssues } from '../../rest/pydantic/input-issues.js';
import { validateRequest } from '../../rest/pydantic/validate.js';
import type { KeyHolder } from '../../viewer.js';
import { create, createJobInput } from './create-job.js';
import type { Job } from './job.js';

export const batchItemsMax = 200;

export const batchItemStatus = z.enum(['created', 'replayed', 'rejected']);

/** The result of one item of a batch: a job, or the error that creating it alone would return. */
export interface BatchItemResult {
  status: z.infer<typeof batchItemStatus>;
  job: Job | null;
  error: object | null;
}

const createJobsInput = z
  .object({
    jobs: list(
      freeObject().meta({
        scalar: 'JSONObject',
        form: { $ref: '#/components/schemas/CustomerSchemaIn' },
      }),
      { min: 1, max: batchItemsMax },
    ).describe('Bodies of `POST /v1/jobs`, each with its own nonce.'),
  })
  .meta({ description: 'The jobs to create.' });

const rejected = (error: object): BatchItemResult => ({ status: 'rejected', job: null, error });

/** Returns an error with the members of a problem that do not depend on the request. */
function problemOf(error: ApiError, language: Language) {
  const { code, status, members } = error;
  const { title, detail, hint } = translateError(error, language);
  return { type: `/errors/${code}`, title, status, detail, code, hint, ...members };
}

/** @throws errors that do not concern the item, such as a database that is unavailable */
async function createItem(
  ctx: Call<KeyHolder>,
  item: Record<string, unknown>,
): Promise<BatchItemResult> {
  const { services, viewer } = ctx;
  // A JSON object, as `readJsonBody` returns it.
  const read = () => item as WireObject;
  const checked = validateRequest({ body: { schema: createJobInput, read } });
  if (checked.outcome === 'invalid') return rejected({ detail: checked.issues });
  if (checked.outcome === 'unreadable') {
    return rejected(problemOf(new ApiError('bad_request'), answerLanguage(ctx)));
  }
  try {
    const { job, replayed } = await create(services, viewer.integratorId, checked.value.body);
    return { status: replayed ? 'replayed' : 'created', job, error: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    if (error.code !== 'bad_user_input') return rejected(problemOf(error, answerLanguage(ctx)));
    return rejected({ detail: inputIssues(error.members) });
  }
}

export const createJobs = operation({
  name: 'createJobs',
  kind: 'mutation',
  description: `Create up to ${batchItemsMax} jobs. Each item is created, or answered with the job of its nonce, or rejected, independently of the others; a repeated batch creates nothing twice.`,
  access: scope('jobs:write'),
  input: createJobsInput,
  items: 'jobs',
  errors: [],
  example: {
    jobs: [
      {
        objective: 'Is the shop open?',
        address: 'Alexanderplatz 1, 10178 Berlin',
        latitude: 52.5219,
        longitude: 13.4132,
        notes: 'The entrance is on the square.',
        nonce: 'shop-0042-2026-02-01',
        metadata: { shop: '0042' },
      },
      {
        objective: 'Is the shop open?',
        address: 'Potsdamer Platz 1, 10785 Berlin',
        latitude: 52.5096,
        longitude: 13.376,
        notes: 'Ring at the side door.',
        nonce: 'shop-0043-2026-02-01',
        metadata: { shop: '0043' },
      },
    ],
  },
  rest: post('/v1/jobs/batch', { tag: 'Jobs', summary: 'Create several jobs' }),
  async run(ctx, { input }): Promise<{ results: BatchItemResult[] }> {
    const results: BatchItemResult[] = [];
    // Sequentially, so that the second use of a nonce finds the job of the first.
    for (const item of input.jobs) results.push(await createItem(ctx, item));
    return { results };
  },
});
