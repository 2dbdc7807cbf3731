/**
 * The embedded store: a MongoDB for one machine, in a worker thread of this process.
 *
 * It speaks the MongoDB wire protocol, so the same driver code runs against it and against a MongoDB.
 * What it implements is listed in supported.ts; everything else is refused by name.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../lib/clock.js';
import { compiledUrl } from '../lib/compiled.js';

export interface EmbeddedStoreOptions {
  /** Folder of the data; made when it is not there. One process may own it at a time. */
  readonly dataDir: string;
  /** By which it is judged what a TTL index removes, and which cursor was forgotten. */
  readonly clock?: Clock;
  /** How often expired documents and forgotten cursors are looked for; 60,000 unless told. */
  readonly tickMs?: number;
}

export interface EmbeddedStore {
  /** Address for the MongoDB driver. */
  readonly uri: string;
  /** Finish the accepted writes, then stop. */
  close(): Promise<void>;
}

/** A tick of the clock, or the end. */
export type WorkerOrder = { readonly nowMs: number } | 'close';

/** Why the store did not start: one line for the operator. */
export class EmbeddedStoreError extends Error {}

/** @throws EmbeddedStoreError when another process owns the folder, or its data file is damaged */
export async function startEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { dataDir, clock = systemClock, tickMs = 60_000 } = options;
  // The process's own options, such as a loader or --input-type, are not for the worker.
  const started = { workerData: dataDir, execArgv: [] };
  const worker = new Worker(compiledUrl(import.meta.url, './worker.js'), started);
  const [uri]: string[] = await once(worker, 'message').catch(({ message }: Error) => {
    throw new EmbeddedStoreError(message);
  });
  const ended = once(worker, 'exit');
  const order = (given: WorkerOrder): void => worker.postMessage(given);
  const timer = setInterval(() => order({ nowMs: clock.now().getTime() }), tickMs).unref();
  return {
    uri: uri!,
    close: async () => {
      clearInterval(timer);
      order('close');
      await ended;
    },
  };
}
