/**
 * The embedded store: a MongoDB-compatible server for one machine, in a worker thread of this process.
 *
 * It speaks the MongoDB wire protocol, so the same driver code works with it and with MongoDB. supported.ts lists the
 * supported features; all others are rejected by name.
 */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../lib/clock.js';
import { compiledUrl } from '../lib/compiled.js';
import { watchHeartbeat } from './heartbeat.js';

export interface EmbeddedStoreOptions {
  /** Data folder, created if missing. Only one process can own it at a time. */
  readonly dataDir: string;
  /** Clock that determines which documents TTL indexes remove and which cursors have expired. */
  readonly clock?: Clock;
  /** Interval of the removal of expired documents and cursors, in ms; 60,000 by default. */
  readonly tickMs?: number;
}

export interface EmbeddedStore {
  /** Address for the MongoDB driver. */
  readonly uri: string;
  /**
   * Milliseconds since the store's last heartbeat; below 1,000 while its file system responds. A hanging store resumes
   * when the file system responds again.
   */
  silentMs(): number;
  /** Runs garbage collection in the store's thread. */
  releaseMemory(): void;
  /**
   * Finishes the accepted writes, then stops.
   *
   * @throws EmbeddedStoreError if that takes more than 20 s because the file system does not respond, or if the
   *   store's thread has died
   */
  close(): Promise<void>;
}

/** A clock tick, a request to release memory, or the request to close. */
export type WorkerOrder = { readonly nowMs: number } | 'give memory back' | 'close';

export interface WorkerData {
  readonly dataDir: string;
  /** Memory that holds the worker's heartbeat. */
  readonly heartbeat: SharedArrayBuffer;
}

/** Reports that the store is open, with its address. */
interface OpenReport {
  readonly uri: string;
  readonly address: { path: string } | { host: string; port: number };
}

/** Reports that the store is open, or why a commit has failed. */
export type WorkerReport = OpenReport | { readonly broken: string };

/** Longest time without a heartbeat while the worker opens the store, in ms. */
export const silentMsMax = 3_750;
const closeMsMax = 20_000;
/**
 * Longest time from the end of a thread's connections to its exit. The thread waits a second for clients that do not
 * read their replies.
 */
const endMsMax = 3_000;

/** The reason why the store failed to start, run or stop: one line for the operator. */
export class EmbeddedStoreError extends Error {
  constructor(
    message: string,
    /**
     * True if the store's thread is blocked forever, in a system call or on its own lock. A normal exit would never
     * finish.
     */
    readonly isHanging = false,
  ) {
    super(message);
  }
}

/**
 * Ends the process with exit code 1, or with SIGKILL if the store's thread hangs, because a normal exit waits for every
 * thread.
 */
export function exitAfter(error: unknown): never {
  if (error instanceof EmbeddedStoreError && error.isHanging) {
    process.kill(process.pid, 'SIGKILL');
    // SIGKILL does not end process 1 of a container.
    process.abort();
  }
  process.exit(1);
}

/**
 * @throws EmbeddedStoreError if another process owns the folder, or if its data file is damaged, its disk is full, or
 *   its file system does not respond
 */
export async function startEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { dataDir, clock = systemClock, tickMs = 60_000 } = options;
  const heartbeat = new SharedArrayBuffer(4);
  const workerData: WorkerData = { dataDir, heartbeat };
  // Options of the process, such as a loader or --input-type, must not reach the worker.
  const worker = new Worker(compiledUrl(import.meta.url, './worker.js'), {
    workerData,
    execArgv: [],
  });
  let isOpen = false;
  let giveUp: (error: Error) => void = () => undefined;
  const watch = watchHeartbeat(heartbeat, (silentMs) => {
    if (!isOpen && silentMs >= silentMsMax) giveUp(hanging(dataDir));
  });
  const { uri, address } = await new Promise<OpenReport>((resolve, reject) => {
    giveUp = reject;
    worker.on('message', (report: WorkerReport) => {
      if ('uri' in report) resolve(report);
      else giveUp(failing(dataDir, `a write has failed: ${report.broken}`, true));
    });
    worker.on('error', ({ message }) => giveUp(failing(dataDir, message)));
  }).catch((error) => {
    watch.stop();
    throw error;
  });
  isOpen = true;
  let isAlive = true;
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      isAlive = false;
      resolve();
    });
  });
  let isClosing = false;
  const isLost = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  isLost.catch((error) => {
    // No caller awaits the result at this point; the unhandled error ends the process.
    if (!isClosing) throw error;
  });
  // A thread that runs out of memory within a write waits forever for that write's lock and emits no event, but its
  // connections close.
  const life = connect(address).unref();
  life.on('error', () => undefined);
  life.once('close', async () => {
    await pause(endMsMax, undefined, { ref: false });
    if (isAlive) giveUp(failing(dataDir, 'its thread has ended within a write', true));
  });
  const order = (given: WorkerOrder): void => worker.postMessage(given);
  const timer = setInterval(() => order({ nowMs: clock.now().getTime() }), tickMs).unref();
  return {
    uri,
    silentMs: watch.silentMs,
    releaseMemory: () => order('give memory back'),
    close: async () => {
      isClosing = true;
      clearInterval(timer);
      watch.stop();
      order('close');
      let late: NodeJS.Timeout | undefined;
      const isLate = new Promise<never>((_, reject) => {
        late = setTimeout(() => reject(hanging(dataDir)), closeMsMax);
      });
      await Promise.race([ended, isLost, isLate]).finally(() => clearTimeout(late));
    },
  };
}

function failing(dataDir: string, why: string, isHanging = false): EmbeddedStoreError {
  return new EmbeddedStoreError(`DATA_DIR ${dataDir}: ${why}`, isHanging);
}

function hanging(dataDir: string): EmbeddedStoreError {
  return failing(dataDir, 'the file system does not answer', true);
}
