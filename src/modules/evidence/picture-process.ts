import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledUrl } from '../../lib/compiled.js';
import type { FromPictureChild, ToPictureChild } from './picture-child.js';
import type { PhotoLimits, Picture } from './shrink-photo.js';

/** A process that decodes pictures one at a time, so that it can be killed at any moment. */
export interface PictureProcess {
  /**
   * Returns null if the picture killed the process.
   *
   * @throws Error if the process could not start or ended by a fault that is not caused by the picture
   */
  shrink(picture: Picture, limits: PhotoLimits): Promise<FromPictureChild | null>;
  /** False after it died or was killed. */
  readonly alive: boolean;
  /** Kills the process without waiting for it. */
  kill(): void;
}

/**
 * The process limits itself; this limit is for one that stopped doing so. The maximum of 13 s of processor time can
 * take several times as long on a busy machine.
 */
const pictureMsMax = 60_000;

/** Starts a process, which does not keep its parent alive while it is idle. */
export function startPictureProcess(): PictureProcess {
  const child = fork(fileURLToPath(compiledUrl(import.meta.url, './picture-child.js')), {
    serialization: 'advanced',
    execArgv: [],
    // Decoding a picture needs no settings and no secrets of the service.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let alive = true;
  let failure: Error | null = null;
  let settle: (answer: FromPictureChild | null) => void = () => {};
  const end = () => {
    alive = false;
    settle(null);
  };
  child.on('error', (error) => {
    failure = error;
    end();
  });
  child.on('exit', (code) => {
    // A decoder that crashes or is killed ends with a signal.
    if (code !== null) failure = new Error(`the process for pictures ended with code ${code}`);
    end();
  });
  child.on('message', (answer: FromPictureChild) => {
    if (answer.spent) kill();
    settle(answer);
  });
  const kill = () => {
    alive = false;
    child.kill('SIGKILL');
  };
  const rest = () => {
    child.unref();
    child.channel?.unref();
  };
  rest();
  return {
    get alive() {
      return alive;
    },
    kill,
    async shrink(picture, limits) {
      child.ref();
      child.channel?.ref();
      const answer = new Promise<FromPictureChild | null>((resolve) => {
        settle = resolve;
      });
      const timer = setTimeout(kill, pictureMsMax);
      // A message that cannot be sent gets no answer: the process is ending.
      child.send({ ...picture, limits } satisfies ToPictureChild, () => {});
      try {
        const given = await answer;
        if (failure) throw failure;
        return given;
      } finally {
        clearTimeout(timer);
        rest();
      }
    },
  };
}
