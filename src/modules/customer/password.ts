import { hash, type Options, parseOptions, verify } from '@node-rs/argon2';
import { ApiError } from '../../errors.js';
import { createQueue } from '../../lib/queue.js';

/** argon2id, as OWASP's password storage cheat sheet asks for: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;
/** Hashes that a process makes at a time, and that may wait: each takes memory and a processor. */
const hashesAtOnce = 2;
const waitingMax = 32;

/** Verified where there is no account, so that the same work is done. */
const hashOfNothing =
  '$argon2id$v=19$m=19456,t=2,p=1$c2FsdCBvZiBub3RoaW5n$V2l0aG91dCBhbnkgYWNjb3VudCwgbm90aGluZyBvcGU';

const busy = () =>
  new ApiError('unavailable', 'Too many passwords are being checked.', {
    headers: { 'retry-after': '2' },
  });

/** Passwords are compared as people read them, however their keyboard composed the characters. */
const normalized = (password: string) => password.normalize('NFC');

export type Passwords = ReturnType<typeof createPasswords>;

/** Hashes and verifies passwords, a few at a time. */
export function createPasswords() {
  const queue = createQueue({ atOnce: hashesAtOnce, waitingMax, createError: busy });
  return {
    /**
     * The argon2id hash of a password, in PHC form.
     * @throws ApiError `unavailable` when too many are waiting
     */
    hash: (password: string): Promise<string> =>
      queue.run(() => hash(normalized(password), parameters)),

    /**
     * Whether it is the password of a hash.
     * @param stored undefined where there is no account: false, after the same work
     * @throws ApiError `unavailable` when too many are waiting
     */
    async verify(stored: string | undefined, password: string): Promise<boolean> {
      const equal = await queue.run(() => verify(stored ?? hashOfNothing, normalized(password)));
      return equal && stored !== undefined;
    },

    /** Whether a hash was made with other parameters than today's. */
    isOutdated(stored: string): boolean {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored);
      return (
        memoryCost !== parameters.memoryCost ||
        timeCost !== parameters.timeCost ||
        parallelism !== parameters.parallelism
      );
    },
  };
}
