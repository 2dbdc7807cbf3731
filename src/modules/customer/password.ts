import { hash, type Options, parseOptions, verify } from '@node-rs/argon2';
import { ApiError, errorText } from '../../errors.js';
import { createQueue } from '../../lib/queue.js';

/** argon2id with the parameters of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;
/** Maximum number of concurrent and of waiting hashes per process: each needs memory and a processor. */
const hashesAtOnce = 2;
const waitingMax = 32;

/** Verified if there is no account, so that the same work is done. */
const hashOfNothing =
  '$argon2id$v=19$m=19456,t=2,p=1$c2FsdCBvZiBub3RoaW5n$V2l0aG91dCBhbnkgYWNjb3VudCwgbm90aGluZyBvcGU';

const busy = () =>
  new ApiError('unavailable', errorText('error.passwords_busy'), {
    headers: { 'retry-after': '2' },
  });

/** Normalises passwords, so that keyboards that compose characters differently give the same password. */
const normalized = (password: string) => password.normalize('NFC');

export type Passwords = ReturnType<typeof createPasswords>;

/** Hashes and verifies passwords, a few at a time. */
export function createPasswords() {
  const queue = createQueue({ atOnce: hashesAtOnce, waitingMax, createError: busy });
  return {
    /**
     * Returns the argon2id hash of a password, in PHC form.
     * @throws ApiError `unavailable` if too many are waiting
     */
    hash: (password: string): Promise<string> =>
      queue.run(() => hash(normalized(password), parameters)),

    /**
     * Returns whether a password matches a hash.
     * @param stored undefined if there is no account: returns false after the same work
     * @throws ApiError `unavailable` if too many are waiting
     */
    async verify(stored: string | undefined, password: string): Promise<boolean> {
      const equal = await queue.run(() => verify(stored ?? hashOfNothing, normalized(password)));
      return equal && stored !== undefined;
    },

    /** Returns whether a hash has other parameters than the current ones. */
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
