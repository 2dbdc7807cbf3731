import { type PictureProcess, startPictureProcess } from './picture-process.js';
import type { PhotoLimits, Picture, PlacedPhoto } from './shrink-photo.js';

/** Scales pictures down for reports and previews in separate processes, a few at a time. */
export interface PictureLanes {
  /**
   * Returns the picture upright and scaled down; null if it cannot be decoded, exceeds a limit, or killed its process
   * twice.
   *
   * @param report the same for all pictures of one report: reports alternate, and each preview counts as one; when it
   * is aborted, its waiting pictures are skipped
   * @param load called when the picture is next
   * @throws errors of `load`, and Error if loading takes over 20 s, if the lanes are closed or if the report is aborted
   */
  shrink(
    report: AbortSignal,
    load: () => Promise<Picture | null>,
    limits: PhotoLimits,
  ): Promise<PlacedPhoto | null>;
  /** Kills running work without waiting for it. */
  close(): void;
}

interface Task {
  report: AbortSignal;
  run: () => Promise<void>;
}

const lanesMax = 2;
const triesMax = 2;
const idleMs = 30_000;
const loadMsMax = 20_000;

export function createPictureLanes(): PictureLanes {
  const waiting: Task[] = [];
  const processes = new Set<PictureProcess>();
  const idle: PictureProcess[] = [];
  /** Number of running pictures of a report, and its last turn. */
  const shares = new WeakMap<AbortSignal, { running: number; turn: number }>();
  let running = 0;
  let turns = 0;
  let closed = false;
  let idleTimer: NodeJS.Timeout | undefined;

  const shareOf = (report: AbortSignal) => {
    const share = shares.get(report) ?? { running: 0, turn: 0 };
    shares.set(report, share);
    return share;
  };

  /** Takes the next task: of the reports with the fewest running pictures, the one whose last turn is longest ago. */
  function takeNext(): Task | undefined {
    const [next] = waiting
      .map((task) => ({ task, ...shareOf(task.report) }))
      .sort((a, b) => a.running - b.running || a.turn - b.turn);
    if (next) waiting.splice(waiting.indexOf(next.task), 1);
    return next?.task;
  }

  function startNext(): void {
    while (running < lanesMax) {
      const task = takeNext();
      if (!task) break;
      const share = shareOf(task.report);
      running++;
      share.running++;
      share.turn = ++turns;
      void task.run().finally(() => {
        running--;
        share.running--;
        startNext();
      });
    }
    clearTimeout(idleTimer);
    if (running === 0) idleTimer = setTimeout(killIdle, idleMs).unref();
  }

  function killIdle(): void {
    for (const process of idle.splice(0)) release(process, false);
  }

  function takeProcess(): PictureProcess {
    const free = idle.splice(0).filter(({ alive }) => alive);
    const process = free.pop() ?? startPictureProcess();
    idle.push(...free);
    processes.add(process);
    return process;
  }

  function release(process: PictureProcess, reuse: boolean): void {
    if (reuse && process.alive && !closed) {
      idle.push(process);
      return;
    }
    process.kill();
    processes.delete(process);
  }

  async function shrinkNow(picture: Picture, limits: PhotoLimits): Promise<PlacedPhoto | null> {
    for (let tries = 0; tries < triesMax; tries++) {
      if (closed) throw new Error('the picture lanes are closed');
      const process = takeProcess();
      try {
        const answer = await process.shrink(picture, limits);
        if (answer) return answer.photo;
      } finally {
        release(process, true);
      }
    }
    return null;
  }

  return {
    shrink(report, load, limits) {
      return new Promise((resolve, reject) => {
        const run = async () => {
          try {
            report.throwIfAborted();
            const picture = await within(loadMsMax, load());
            resolve(picture && (await shrinkNow(picture, limits)));
          } catch (error) {
            reject(error);
          }
        };
        waiting.push({ report, run });
        startNext();
      });
    },
    close() {
      closed = true;
      clearTimeout(idleTimer);
      for (const process of processes) release(process, false);
    },
  };
}

/** Returns the result of a promise; throws an Error if it takes too long, so that a hanging store blocks no lane. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('a picture was not read in time')), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
