import { kibibyte, mebibyte } from '../../lib/units.js';

/** First bytes of a file that are kept in any case, for its probe. */
const headBytes = 256 * kibibyte;

/** What all files that arrive may keep together, their heads aside. */
const keptBytesMax = 64 * mebibyte;

/** The beginning of a file that arrives, kept in memory. */
export interface Arrival {
  add(chunk: Uint8Array): void;
  /** What is kept: the whole file so far where there was room for it, else its first bytes. */
  kept(): Buffer;
  /** To be called once nothing of it is read any more. */
  close(): void;
}

/**
 * Keeps files while they arrive, so that who decodes them need not read them back from the database.
 * A file that finds no more room keeps its head alone: memory stays bounded, however many arrive, and
 * however slowly.
 */
export function createArrivals(bytesMax = keptBytesMax) {
  let heldBytes = 0;
  return {
    /** @param sizeMax how long the file may be where it is kept whole; 0: its head is enough */
    open(sizeMax: number): Arrival {
      // One buffer that grows: a client may send its file byte by byte, and each piece would cost more than its byte.
      let buffer = Buffer.allocUnsafeSlow(headBytes);
      let size = 0;
      let isWhole = true;
      const hold = (length: number) => {
        heldBytes += length - buffer.length;
        const held = Buffer.allocUnsafeSlow(length);
        buffer.copy(held, 0, 0, Math.min(size, length));
        buffer = held;
      };
      const cut = () => {
        isWhole = false;
        size = Math.min(size, headBytes);
        if (buffer.length > headBytes) hold(headBytes);
      };
      return {
        add(chunk) {
          if (!isWhole) return;
          const needed = size + chunk.length;
          if (needed > buffer.length) {
            const length = Math.min(Math.max(needed, 2 * buffer.length), sizeMax);
            if (needed <= length && heldBytes + length - buffer.length <= bytesMax) hold(length);
            else cut();
          }
          const taken = chunk.subarray(0, buffer.length - size);
          buffer.set(taken, size);
          size += taken.length;
        },
        kept: () => buffer.subarray(0, size),
        close: cut,
      };
    },
  };
}
