import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { ApiError, errorText } from '../errors.js';
import { kibibyte, mebibyte } from '../lib/units.js';
import { addressOf, type Env } from './request.js';

/** Bytes of responses that a caller can leave unread, per process. */
export const unsentBytesMax = 16 * mebibyte;
/** A response up to this size is always sent, because it can report a change. */
const alwaysSentBytesMax = 64 * kibibyte;
const retrySeconds = 5;

export const tooMuchUnsent = (): ApiError =>
  new ApiError(
    'rate_limited',
    errorText('error.unread_responses', { max: unsentBytesMax / mebibyte }),
    { headers: { 'retry-after': String(retrySeconds) } },
  );

/** Returns the reader of a request's responses: the holder of a key or a session, else an address. */
async function callerOf(c: Context<Env>): Promise<string> {
  const context = await Promise.race([c.get('context'), null]).catch(() => null);
  return context?.caller.bucket?.key ?? addressOf(c);
}

/** Counts the responses that clients have not read yet, which stay in memory until then. */
export class UnsentResponses {
  private readonly bytesOf = new Map<string, number>();

  /** @throws ApiError `rate_limited` for a caller who leaves too much unread */
  check(caller: string): void {
    if ((this.bytesOf.get(caller) ?? 0) >= unsentBytesMax) throw tooMuchUnsent();
  }

  /**
   * Counts a response until it is sent or its connection is closed.
   *
   * @returns false if the caller has left too much unread to receive this one
   */
  async admit(c: Context<Env>, bytes: number): Promise<boolean> {
    const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse };
    if (!outgoing || bytes === 0) return true;
    const caller = await callerOf(c);
    if (outgoing.closed) return true;
    const before = this.bytesOf.get(caller) ?? 0;
    if (bytes > alwaysSentBytesMax && before > 0 && before + bytes > unsentBytesMax) return false;
    this.bytesOf.set(caller, before + bytes);
    outgoing.once('close', () => this.release(caller, bytes));
    return true;
  }

  private release(caller: string, bytes: number): void {
    const left = (this.bytesOf.get(caller) ?? 0) - bytes;
    if (left > 0) this.bytesOf.set(caller, left);
    else this.bytesOf.delete(caller);
  }
}
