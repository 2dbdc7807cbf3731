import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ApiError, errorText } from '../../errors.js';
import { compiledUrl } from '../../lib/compiled.js';
import type { DecodeAnswer, DecodedFile, DecodeRequest } from './decode-child.js';
import { plain } from './decode-media.js';
import { unchecked } from './media-content.js';
import type { MediaType } from './media-types.js';
import { noProvenance } from './provenance.js';

export interface DecodeTask {
  /** The job of the file. */
  jobId: string;
  type: MediaType;
  /** Reads the file in pieces; called when a process is available for it, and again if that process died. */
  load(): Promise<readonly Buffer[]>;
}

/** Decodes evidence in separate processes. */
export interface MediaDecoder {
  /**
   * Decodes a file completely within `mediaBounds`, and reads its content credentials; of a video only the latter. The
   * files of one job wait for each other, so that no job blocks the others.
   *
   * @throws ApiError `unavailable` if the machine is too busy for a result, or no process starts; errors of `load`
   */
  decode(task: DecodeTask): Promise<DecodedFile>;
  /** Kills every process, including busy ones; the tasks that they were decoding fail with `unavailable`. */
  close(): void;
}

const processesMax = 4;
const idleProcessesMax = 2;
const idleMilliseconds = 30_000;
/** Wall-clock time, for a process that does not get the processor time it is allowed. */
const waitMilliseconds = 45_000;
/**
 * After an internal error of the decoder, a file is decoded again in another process: the first one could have been
 * killed for another reason.
 */
const attemptsMax = 2;

const unavailable = (cause?: unknown) =>
  new ApiError('unavailable', errorText('error.decode_time'), {
    headers: { 'retry-after': '10' },
    cause,
  });

class ProcessDied extends Error {}

function start(): ChildProcess {
  const path = fileURLToPath(compiledUrl(import.meta.url, './decode-child.js'));
  const child = fork(path, [], {
    // The environment is not inherited: a decoder needs no secrets.
    env: { VIPS_CONCURRENCY: '1', MALLOC_ARENA_MAX: '2' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  // `ask` handles errors while it waits; a process can also fail between two files.
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  return child;
}

/** Sends a request to a process and returns its answer, or rejects if the process ends. */
function ask(
  child: ChildProcess,
  request: DecodeRequest,
  pieces: readonly Buffer[],
): Promise<DecodeAnswer> {
  return new Promise<DecodeAnswer>((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      settle();
    };
    const onMessage = (answer: DecodeAnswer) => finish(() => resolve(answer));
    const onExit = () => finish(() => reject(new ProcessDied('the decoder died')));
    const onError = (error: Error) => finish(() => reject(unavailable(error)));
    const timer = setTimeout(
      () => onError(new Error('the decoder was too slow')),
      waitMilliseconds,
    );
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    // If the process died in the meantime, its exit event reports it.
    child.send(request, () => {});
    for (const piece of pieces) child.stdin?.write(piece);
  });
}

interface Waiting {
  jobId: string;
  go: () => void;
}

/** @param trusted the certificates of C2PA_TRUST_FILE (PEM); null without such a file */
export function createMediaDecoder(trusted: string | null = null): MediaDecoder {
  const children = new Set<ChildProcess>();
  const idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = [];
  const busyJobs = new Set<string>();
  const queue: Waiting[] = [];
  let closed = false;

  /** Does not wait: native code can delay the exit. */
  const kill = (child: ChildProcess) => {
    children.delete(child);
    child.kill('SIGKILL');
  };

  function take(): ChildProcess {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer);
      if (!kept.child.connected) continue;
      kept.child.ref();
      kept.child.channel?.ref();
      return kept.child;
    }
    const child = start();
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  }

  function release(child: ChildProcess): void {
    if (closed || idle.length >= idleProcessesMax) {
      kill(child);
      return;
    }
    const timer = setTimeout(() => {
      idle.splice(idle.indexOf(kept), 1);
      kill(child);
    }, idleMilliseconds);
    timer.unref();
    const kept = { child, timer };
    // An idle process does not keep this process alive.
    child.unref();
    child.channel?.unref();
    idle.push(kept);
  }

  async function attempt({ type, load }: DecodeTask): Promise<DecodedFile> {
    const pieces = await load();
    if (closed) throw unavailable();
    const child = take();
    try {
      const sizeBytes = pieces.reduce((sum, { length }) => sum + length, 0);
      const { file, spent } = await ask(child, { type, sizeBytes, trusted }, pieces);
      if (file === null) throw unavailable();
      if (spent) kill(child);
      else release(child);
      return file;
    } catch (error) {
      kill(child);
      throw error;
    }
  }

  function startWaiting(): void {
    while (busyJobs.size < processesMax) {
      const at = queue.findIndex(({ jobId }) => !busyJobs.has(jobId));
      if (at < 0) return;
      const [next] = queue.splice(at, 1);
      busyJobs.add(next!.jobId);
      next!.go();
    }
  }

  return {
    async decode(task) {
      await new Promise<void>((go) => {
        queue.push({ jobId: task.jobId, go });
        startWaiting();
      });
      try {
        let last: DecodedFile = { ...plain(unchecked), provenance: noProvenance };
        for (let left = attemptsMax; left > 0; left -= 1) {
          try {
            last = await attempt(task);
            if (last.content.outcome !== 'unchecked') return last;
          } catch (error) {
            if (!(error instanceof ProcessDied)) throw error;
            if (closed) throw unavailable(error);
          }
        }
        return last;
      } finally {
        busyJobs.delete(task.jobId);
        startWaiting();
      }
    },
    close() {
      closed = true;
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      for (const child of children) kill(child);
    },
  };
}
