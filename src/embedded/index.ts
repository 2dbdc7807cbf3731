/**
 * The embedded store: a MongoDB for one machine, in a worker thread of this process.
 *
 * It speaks the MongoDB wire protocol, so the same driver code runs against it and against a MongoDB.
 * What it implements is listed in supported.ts; everything else is refused by name.
 */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../lib/clock.js';
import { compiledUrl } from '../lib/compiled.js';
import { watchHeartbeat } from './heartbeat.js';

export interface EmbeddedStoreOptions {
  /** Folder of the data; made when it is not there. One process may own it at a time. */
  readonly dataDir: string;
  /** By which it is judged what a TTL index removes, and which cursor was forgotten. */
  readonly clock?: Clock;
  /** How often expired documents and forgotten cursors are looked for; 60,000 by default. */
  readonly tickMs?: number;
}

export interface EmbeddedStore {
  /** Address for the MongoDB driver. */
  readonly uri: string;
  /**
   * For so long the store has given no sign of life, in ms; below 1,000 while its file system answers. What
   * hangs goes on by itself when the file system does.
   */
  silentMs(): number;
  /** Collect the garbage of the store's thread. */
  releaseMemory(): void;
  /**
   * Finish the accepted writes, then stop.
   *
   * @throws EmbeddedStoreError when that takes over 20 s: the file system does not answer; when its thread is lost
   */
  close(): Promise<void>;
}

/** A tick of the clock, or the end. */
export type WorkerOrder = { readonly nowMs: number } | 'give memory back' | 'close';

export interface WorkerData {
  readonly dataDir: string;
  /** Where the worker gives its signs of life. */
  readonly heartbeat: SharedArrayBuffer;
}

/** The address of the store, once it is open. */
interface OpenReport {
  readonly uri: string;
  readonly address: { path: string } | { host: string; port: number };
}

/** That it is open, or why a commit has failed. */
export type WorkerReport = OpenReport | { readonly broken: string };

/** For so long the worker may give no sign of life while it opens the store. */
export const silentMsMax = 3_750;
const closeMsMax = 20_000;
/** So long after its connections a thread may take to end; it waits a second for who does not read its answers. */
const endMsMax = 3_000;

/** Why the store did not start, go on or stop: one line for the operator. */
export class EmbeddedStoreError extends Error {
  constructor(
    message: string,
    /** Whether its thread waits for ever, in a system call or by itself: no exit of the process would end. */
    readonly isHanging = false,
  ) {
    super(message);
  }
}

/**
 * End the process with exit code 1, or by SIGKILL where the store's thread hangs: an orderly exit waits
 * for every thread.
 */
export function exitAfter(error: unknown): never {
  if (error instanceof EmbeddedStoreError && error.isHanging) {
    process.kill(process.pid, 'SIGKILL');
    // As the process 1 of a container it is not ended by that.
    process.abort();
  }
  process.exit(1);
}

/**
 * @throws EmbeddedStoreError when another process owns the folder, its data file is damaged, its disk is
 *   full, or its file system does not answer
 */
export async function startEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { dataDir, clock = systemClock, tickMs = 60_000 } = options;
  const heartbeat = new SharedArrayBuffer(4);
  const workerData: WorkerData = { dataDir, heartbeat };
  // The process's own options, such as a loader or --input-type, are not for the worker.
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
    // Nobody waits for it then: as an error that nothing handles it ends the process.
    if (!isClosing) throw error;
  });
  // A thread that ends within a write, out of memory, waits for the lock of that write for ever, and no event tells
  // of it; its connections are closed.
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
