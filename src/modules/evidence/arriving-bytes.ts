import { kibibyte, mebibyte } from '../../lib/units.js';

/** First bytes of a file that are kept in any case, for its probe. */
const headBytes = 256 * kibibyte;

/** What follows the head is kept in blocks of this length; the last may be shorter. */
const blockBytes = mebibyte;

/** What all files that arrive may keep together, their heads aside. */
const keptBytesMax = 64 * mebibyte;

/** The beginning of a file that arrives, kept in memory. */
export interface Arrival {
  add(chunk: Uint8Array): void;
  /** How many bytes are kept: the whole file so far where there was room for it, else its head. */
  keptBytes(): number;
  /** What is kept from `start` up to but excluding `end`, in pieces. */
  pieces(start: number, end: number): Buffer[];
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
      // Not the chunks themselves: a client may send its file byte by byte, and each would cost more than its byte.
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
      /** A block for the bytes that follow; the file is cut where there is no room for one. */
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
