import type { ReadAt } from './exif-location.js';

/** A box of ISO/IEC 14496-12 at `at`: its content is from `start` up to but excluding `end`. */
export interface Box {
  type: string;
  at: number;
  start: number;
  end: number;
  /** True if the stated end is after the end of the container. */
  isCutOff: boolean;
}

export interface Range {
  start: number;
  end: number;
}
export const nowhere: Range = { start: 0, end: 0 };

/** Maximum number of boxes to read of a file. */
const boxesMax = 20_000;

/** The structure of the file is damaged. */
export class DamagedBoxes extends Error {}

/** Walks a file of boxes; every read is bounded by its box. */
export class Boxes {
  private visited = 0;
  constructor(private readonly read: ReadAt) {}

  /** Returns the boxes inside a range, in order. A box that extends beyond the range is cut to it. */
  async *in({ start, end }: Range): AsyncGenerator<Box> {
    for (let at = start; at + 8 <= end; ) {
      if (++this.visited > boxesMax) throw new DamagedBoxes('too many boxes');
      const head = await this.read(at, 16);
      if (head.length < 8) return;
      const short = head.readUInt32BE(0);
      const long = short === 1 && head.length === 16;
      const size = long ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
      const headBytes = long ? 16 : 8;
      if (size < headBytes) throw new DamagedBoxes('a box of no size');
      yield {
        type: head.toString('latin1', 4, 8),
        at,
        start: at + headBytes,
        end: Math.min(at + size, end),
        isCutOff: at + size > end,
      };
      at += size;
    }
  }

  async find(parent: Range, ...path: string[]): Promise<Box | null> {
    let found: Range = parent;
    for (const type of path) {
      const next = await this.first(found, type);
      if (!next) return null;
      found = next;
    }
    return found as Box;
  }

  private async first(parent: Range, type: string): Promise<Box | null> {
    for await (const box of this.in(parent)) if (box.type === type) return box;
    return null;
  }

  async bytes(box: Box, at: number, length: number): Promise<Buffer> {
    const bytes = await this.read(box.start + at, length);
    if (box.start + at + length > box.end || bytes.length < length)
      throw new DamagedBoxes('cut off');
    return bytes;
  }

  async u32(box: Box, at: number): Promise<number> {
    return (await this.bytes(box, at, 4)).readUInt32BE(0);
  }

  async u64(box: Box, at: number): Promise<number> {
    return Number((await this.bytes(box, at, 8)).readBigUInt64BE(0));
  }
}
