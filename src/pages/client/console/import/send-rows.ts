/// <reference lib="dom" />
import { errorOf, type Issue } from '../../../frame/issue-text.js';
import { messages as frame } from '../../../messages/frame.en.js';
import { messages } from '../../../messages/import.en.js';
import { graphql, print, type ResultOf } from '../../parts/graphql.js';
import { sha256Hex } from '../../report/hashing.js';
import { ask, type Json, type Made } from '../api.js';
import { ranges } from './check-row.js';

/** The result of a row that was sent. */
export type Outcome =
  | { status: 'created' | 'replayed'; jobId: string }
  | { status: 'rejected'; issues: Readonly<Record<string, string>> };

const createJobsMutation = graphql(`mutation($input: CreateJobsInput!) {
  createJobs(input: $input) { results { status job { jobId } error } }
}`);
type Result = NonNullable<ResultOf<typeof createJobsMutation>['createJobs']>['results'][number];

/** Half of what the service accepts, so that the progress moves. */
const itemsMax = 100;
/** Below the largest body that the service accepts, which is 256 KiB. */
const bytesMax = 200 * 1024;

export interface RowToSend {
  number: number;
  body: Json;
}

/**
 * Returns the rows with their nonces. A nonce is derived from the content of its row, so that a row that is imported
 * again is no second job.
 * @param name distinguishes imports of equal rows
 */
export const withNonces = (rows: readonly RowToSend[], name: string): Promise<RowToSend[]> =>
  Promise.all(
    rows.map(async ({ number, body }) => {
      const nonce = body.nonce ?? `import-${await sha256Hex(JSON.stringify([name, body]))}`;
      return { number, body: { ...body, nonce } };
    }),
  );

/** Splits rows into batches that the service accepts. */
export function batchesOf(rows: readonly RowToSend[]): RowToSend[][] {
  const batches: RowToSend[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = new TextEncoder().encode(JSON.stringify(row.body)).length + 1;
    const batch = batches.at(-1);
    if (batch && batch.length < itemsMax && bytes + size <= bytesMax) {
      batch.push(row);
      bytes += size;
    } else {
      batches.push([row]);
      bytes = size;
    }
  }
  return batches;
}

/** Returns the member that an issue of a rejected item is about. */
function memberOf({ loc: [, member, key] }: Issue): string {
  if (typeof member !== 'string') return 'row';
  return member === 'metadata' && key !== undefined ? `metadata[${key}]` : member;
}

function issuesOf(error: Json, body: Json): Record<string, string> {
  if (!Array.isArray(error?.detail)) return { row: error?.detail ?? error?.title ?? '' };
  return Object.fromEntries(
    (error.detail as Issue[]).map((issue) => {
      const member = memberOf(issue);
      const value = body[member];
      const text = typeof value === 'string' ? value : '-';
      return [member, errorOf(issue, text, ranges[member]).message];
    }),
  );
}

function outcomeOf({ status, job, error }: Result, body: Json): Outcome {
  if (status === 'REJECTED' || !job) return { status: 'rejected', issues: issuesOf(error, body) };
  return { status: status === 'CREATED' ? 'created' : 'replayed', jobId: job.jobId };
}

/** Returns why a batch was not answered. */
function problemOf({ status, answer, requestId }: Made): string {
  if (status === 0) return messages.noConnection;
  if (status >= 500) return frame.ourFault(requestId || null);
  return answer?.errors?.[0]?.message ?? answer?.detail ?? frame.rejected;
}

const waited = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

interface Sending {
  signal: AbortSignal;
  onOutcomes: (outcomes: ReadonlyMap<number, Outcome>) => void;
  /** Called when the rate limit delays the next batch; with null when it is sent. */
  onWait: (seconds: number | null) => void;
}

/**
 * Creates the jobs of rows in batches, and waits when the rate limit is reached.
 * @returns the reason why it ended early; null if all rows were sent or it was stopped
 */
export async function sendRows(
  key: string,
  rows: readonly RowToSend[],
  { signal, onOutcomes, onWait }: Sending,
): Promise<string | null> {
  for (const batch of batchesOf(rows)) {
    for (;;) {
      if (signal.aborted) return null;
      const input = { jobs: batch.map(({ body }) => body) };
      const made = await ask(key, print(createJobsMutation), { input });
      const results: readonly Result[] | undefined = made.answer?.data?.createJobs?.results;
      if (results) {
        onOutcomes(
          new Map(
            batch.flatMap(({ number, body }, at) => {
              const result = results[at];
              return result ? [[number, outcomeOf(result, body)]] : [];
            }),
          ),
        );
        break;
      }
      if (made.retryAfter === null) return problemOf(made);
      onWait(made.retryAfter);
      await waited(made.retryAfter, signal);
      onWait(null);
    }
  }
  return null;
}
