/**
 * The embedded store: a MongoDB for one machine, in a worker thread of this process.
 *
 * It speaks the MongoDB wire protocol, so the same driver code runs against it and against a MongoDB.
 * What it implements is listed in supported.ts; everything else is refused by name.
 */
import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../lib/clock.js';
import { compiledUrl } from '../lib/compiled.js';

export interface EmbeddedStoreOptions {
  /** Folder of the data; made when it is not there. One process may own it at a time. */
  readonly dataDir: string;
  /** By which TTL indexes judge what has expired. */
  readonly clock?: Clock;
  /** How often expired documents and forgotten cursors are looked for; 60,000 unless told. */
  readonly tickMs?: number;
  /** How long an unused cursor is kept; ten minutes unless told. */
  readonly cursorTimeoutMs?: number;
}

export interface EmbeddedStore {
  /** Address for the MongoDB driver. */
  readonly uri: string;
  /** Finish the accepted writes, then stop. */
  close(): Promise<void>;
}

export interface WorkerOptions {
  readonly dataDir: string;
  readonly cursorTimeoutMs: number;
}

export type WorkerOrder =
  | { readonly kind: 'tick'; readonly nowMs: number }
  | { readonly kind: 'close' };
export type WorkerAnswer =
  | { readonly kind: 'ready'; readonly uri: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Why the store did not start: one line for the operator. */
export class EmbeddedStoreError extends Error {}

/** @throws EmbeddedStoreError when another process owns the folder, or its data file is damaged */
export async function startEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { dataDir, clock = systemClock, tickMs = 60_000, cursorTimeoutMs = 600_000 } = options;
  const workerData: WorkerOptions = { dataDir, cursorTimeoutMs };
  // The process's own options, such as a loader or --input-type, are not for the worker.
  const worker = new Worker(compiledUrl(import.meta.url, './worker.js'), {
    workerData,
    execArgv: [],
  });
  const uri = await new Promise<string>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (answer: WorkerAnswer) => {
      worker.off('error', reject);
      if (answer.kind === 'ready') resolve(answer.uri);
      else if (answer.kind === 'failed') reject(new EmbeddedStoreError(answer.message));
    });
  });
  const order = (message: WorkerOrder): void => worker.postMessage(message);
  const timer = setInterval(() => order({ kind: 'tick', nowMs: clock.now().getTime() }), tickMs);
  timer.unref();
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const close = (): Promise<void> => {
    clearInterval(timer);
    order({ kind: 'close' });
    return ended;
  };
  return { uri, close };
}
