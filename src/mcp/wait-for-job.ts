import { z } from 'zod';
import { deadline } from '../lib/deadline.js';
import { text, whole } from '../lib/schema.js';
import { second } from '../lib/units.js';
import type { Step } from '../modules/event/stream.js';
import { followJob } from '../modules/job/follow-job.js';
import type { Job } from '../modules/job/job.js';
import { perform } from '../operation.js';
import { jsonSchemaOf } from '../rest/pydantic/json-schema.js';
import { validateJsonBody } from '../rest/pydantic/validate.js';
import { errorResult, resultOf, type Tool, type ToolCaller } from './tool.js';

const secondsMax = 25;

const input = z.object({
  jobId: text(1, 64).describe('Id of the job.'),
  afterRevision: whole({ ge: 0 })
    .default(0)
    .describe('Revision that is known already; the answer has a later one.'),
  timeoutSeconds: whole({ ge: 1, le: secondsMax })
    .default(20)
    .describe('Seconds to wait for a later revision.'),
});

/** Waits until the job has a revision above the one given. @returns whether it has not come in time */
async function wait(
  given: z.infer<typeof input>,
  { ctx, signal }: ToolCaller,
): Promise<{ revision: number; timedOut: boolean }> {
  const { jobId, afterRevision, timeoutSeconds } = given;
  const call = { ...ctx, notes: { ...ctx.notes } };
  const states = (await perform(followJob, call, { id: jobId })) as AsyncIterableIterator<
    Step<Job>
  >;
  const { signal: ended, clear } = deadline(timeoutSeconds * second, [signal]);
  const end = () => void states.return?.(undefined);
  ended.addEventListener('abort', end);
  let revision = 0;
  try {
    for await (const step of states) {
      revision = step().revision;
      if (revision > afterRevision) return { revision, timedOut: false };
      if (ended.aborted) break;
    }
    return { revision, timedOut: true };
  } finally {
    clear();
    ended.removeEventListener('abort', end);
    await states.return?.(undefined);
  }
}

/**
 * The twin of the subscription `jobUpdated` for agents, which cannot hold a stream.
 * @param getJob the tool that reads a job: the answer is its, with revision and timed_out
 */
export function waitForJob(getJob: Tool): Tool {
  const { outputSchema } = getJob.listed;
  return {
    listed: {
      name: 'wait_for_job',
      title: 'Wait for a change of a job',
      description: `Return the job as soon as its revision is above after_revision, at the latest after timeout_seconds (at most ${secondsMax}), then with timed_out true.`,
      inputSchema: { ...jsonSchemaOf(input), type: 'object' },
      outputSchema: {
        ...outputSchema,
        type: 'object',
        properties: {
          ...outputSchema?.properties,
          revision: { type: 'integer', description: 'Revision to send as after_revision next.' },
          timed_out: { type: 'boolean', description: 'Whether no later revision came in time.' },
        },
        required: [...new Set([...(outputSchema?.required ?? []), 'revision', 'timed_out'])],
      },
      annotations: { readOnlyHint: true },
    },
    callsPath: false,
    isListedFor: getJob.isListedFor,
    async call(given, caller) {
      const bytes = Buffer.from(JSON.stringify(given));
      const checked = validateJsonBody(input, { bytes, contentType: 'application/json' });
      if (checked.outcome === 'invalid') return errorResult({ detail: checked.issues });
      if (checked.outcome === 'unreadable') {
        return errorResult({ code: 'bad_request', detail: 'The arguments are not valid text.' });
      }
      try {
        const { revision, timedOut } = await wait(checked.value, caller);
        const answer = await getJob.call({ job_id: checked.value.jobId }, caller);
        if (!answer.structuredContent) return answer;
        return resultOf({ ...answer.structuredContent, revision, timed_out: timedOut });
      } catch (error) {
        const { code, message, hint } = caller.publicErrorOf(error);
        return errorResult({ code, detail: message, hint });
      }
    },
  };
}
