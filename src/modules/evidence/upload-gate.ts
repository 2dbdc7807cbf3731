import { ApiError, errorText } from '../../errors.js';
import { mebibyte } from '../../lib/units.js';

/** Maximum number of uploads in progress, and of their bytes received so far. */
export interface UploadBounds {
  uploads: number;
  bytes: number;
}

export const uploadBounds: { each: UploadBounds; all: UploadBounds } = {
  /** Per IP address or integrator. */
  each: { uploads: 16, bytes: 512 * mebibyte },
  all: { uploads: 256, bytes: 2048 * mebibyte },
};

/** An upload in progress. */
export interface UploadPass {
  /** @throws ApiError as `enter` does, if this exceeds a limit */
  count(bytes: number): void;
  /** Call it once, when the upload ended for any reason. */
  leave(): void;
}

const retry = { headers: { 'retry-after': '10' } };
/** Limits the uploads that are in progress at once in this process, until they have been checked. */
export function createUploadGate({ each, all } = uploadBounds) {
  const none = (): UploadBounds => ({ uploads: 0, bytes: 0 });
  const total = none();
  const held = new Map<string, UploadBounds>();

  function check(own: UploadBounds): void {
    if (own.uploads > each.uploads || own.bytes > each.bytes) {
      const { uploads: max, bytes } = each;
      const detail = errorText('error.uploads_each', { max, size: bytes / mebibyte });
      throw new ApiError('rate_limited', detail, retry);
    }
    if (total.uploads > all.uploads || total.bytes > all.bytes) {
      throw new ApiError('unavailable', errorText('error.uploads_all'), retry);
    }
  }

  return {
    /**
     * @param sender IP address or integrator that the upload counts towards
     * @throws ApiError `rate_limited` if the sender has too much in progress, `unavailable` if all senders together
     * have
     */
    enter(sender: string): UploadPass {
      const own = held.get(sender) ?? none();
      held.set(sender, own);
      const mine = none();
      const add = (uploads: number, bytes: number) => {
        for (const one of [own, total, mine]) {
          one.uploads += uploads;
          one.bytes += bytes;
        }
      };
      const leave = () => {
        add(-mine.uploads, -mine.bytes);
        if (own.uploads === 0) held.delete(sender);
      };
      add(1, 0);
      try {
        check(own);
      } catch (error) {
        leave();
        throw error;
      }
      return {
        count(bytes) {
          add(0, bytes);
          check(own);
        },
        leave,
      };
    },
  };
}

export type UploadGate = ReturnType<typeof createUploadGate>;

/** Yields the chunks of an upload and counts them. */
export async function* counted<T extends Uint8Array>(
  chunks: AsyncIterable<T>,
  pass: UploadPass,
): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    pass.count(chunk.byteLength);
    yield chunk;
  }
}
