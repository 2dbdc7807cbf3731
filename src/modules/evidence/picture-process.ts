import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledUrl } from '../../lib/compiled.js';
import type { FromPictureChild, ToPictureChild } from './picture-child.js';
import type { PhotoLimits, Picture } from './shrink-photo.js';

/** A process in which pictures are decoded, one at a time, so that it can be killed at any moment. */
export interface PictureProcess {
  /**
   * Null when the picture killed it.
   *
   * @throws Error when it could not start or ended by a fault of its own, which says nothing of the
   *   picture
   */
  shrink(picture: Picture, limits: PhotoLimits): Promise<FromPictureChild | null>;
  /** False once it has died or was killed. */
  readonly alive: boolean;
  /** Kills it without waiting for it. */
  kill(): void;
}

/**
 * It watches itself; this is for one that stopped doing so. 13 s of processor time, the most that is allowed, can
 * take several times as long on a busy machine.
 */
const pictureMsMax = 60_000;

/** Starts a process, which keeps no other alive while it is idle. */
export function startPictureProcess(): PictureProcess {
  const child = fork(fileURLToPath(compiledUrl(import.meta.url, './picture-child.js')), {
    serialization: 'advanced',
    execArgv: [],
    // No setting and no secret of the service is needed to decode a picture.
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
    // A decoder that crashes or is killed ends by a signal.
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
      // What cannot be sent has no answer either: the process is ending.
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
