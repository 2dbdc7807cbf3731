import { type PictureProcess, startPictureProcess } from './picture-process.js';
import type { PhotoLimits, Picture, PlacedPhoto } from './shrink-photo.js';

/** Shrinks pictures for reports and previews in processes of their own, a few at a time. */
export interface PictureLanes {
  /**
   * The picture upright and small; null where it cannot be decoded, costs more than a picture
   * may, or killed its process twice.
   *
   * @param report the same for all pictures of one report: reports take turns, and each preview
   *   counts as one; once it is aborted, its waiting pictures are left out
   * @param load called when the turn of the picture has come
   * @throws what `load` throws, and Error when it takes over 20 s, when the lanes are closed or when
   *   the report is aborted
   */
  shrink(
    report: AbortSignal,
    load: () => Promise<Picture | null>,
    limits: PhotoLimits,
  ): Promise<PlacedPhoto | null>;
  /** Kills what is under way without waiting for it. */
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
  /** How many pictures of a report are under way, and which turn it had last. */
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

  /** Of the reports with the fewest pictures under way, the one whose last turn is longest ago. */
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

/** What a promise gives, or an Error when it takes too long: a store that hangs holds no lane. */
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
