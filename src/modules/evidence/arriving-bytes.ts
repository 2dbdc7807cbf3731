import { kibibyte, mebibyte } from '../../lib/units.js';

/** First bytes of a file that are always kept, for its probe. */
const headBytes = 256 * kibibyte;

/** Size of the blocks after the head; the last one can be shorter. */
const blockBytes = mebibyte;

/** Maximum memory of all arriving files together, without their heads. */
const keptBytesMax = 64 * mebibyte;

/** The start of an arriving file, kept in memory. */
export interface Arrival {
  add(chunk: Uint8Array): void;
  /** Number of bytes kept: the whole file so far if there was room for it, otherwise its head. */
  keptBytes(): number;
  /** Returns the kept bytes from `start` up to but excluding `end`, in pieces. */
  pieces(start: number, end: number): Buffer[];
  /** Frees the memory; call it after the last read. */
  close(): void;
}

/**
 * Keeps files in memory while they arrive, so that they can be decoded without reading them back from the database. A
 * file that finds no more room keeps only its head: memory stays bounded for any number of uploads at any speed.
 */
export function createArrivals(bytesMax = keptBytesMax) {
  let heldBytes = 0;
  return {
    /** @param sizeMax maximum length of a file that is kept whole; 0: its head is enough */
    open(sizeMax: number): Arrival {
      // Copied, not kept as chunks: a client can send its file byte by byte, and each chunk would cost more than its
      // byte.
      const blocks = [Buffer.allocUnsafeSlow(headBytes)];
      let capacity = headBytes;
      let size = 0;
      let isWhole = true;
      const cut = () => {
        isWhole = false;
        size = Math.min(size, headBytes);
        heldBytes -= capacity - headBytes;
        capacity = headBytes;
        blocks.length = 1;
      };
      /** Adds a block for the next bytes; cuts the file to its head if there is no room. */
      const grow = () => {
        const length = Math.min(blockBytes, sizeMax - capacity);
        if (length <= 0 || heldBytes + length > bytesMax) return cut();
        heldBytes += length;
        capacity += length;
        blocks.push(Buffer.allocUnsafeSlow(length));
      };
      return {
        add(chunk) {
          for (let at = 0; at < chunk.length; ) {
            if (isWhole && size === capacity) grow();
            if (!isWhole) return;
            const block = blocks.at(-1)!;
            const place = block.length - (capacity - size);
            const taken = chunk.subarray(at, at + block.length - place);
            block.set(taken, place);
            size += taken.length;
            at += taken.length;
          }
        },
        keptBytes: () => size,
        pieces(start, end) {
          let before = 0;
          return blocks.flatMap((block) => {
            const [from, to] = [start - before, Math.min(end, size) - before];
            before += block.length;
            return from < block.length && to > 0 ? [block.subarray(Math.max(from, 0), to)] : [];
          });
        },
        close: cut,
      };
    },
  };
}
