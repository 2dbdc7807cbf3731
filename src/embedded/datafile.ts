/**
 * The data file, judged before LMDB maps it: a cut or damaged one could crash the process or, worse,
 * give an older state as if nothing had happened.
 *
 * LMDB's file is pages of one size. The first two are meta pages, written in turn; the one of the
 * greater transaction names the roots of two trees: free pages and data. LMDB never writes to a page
 * that the last transaction can reach, so after a crash everything reachable is whole. Checked are both
 * meta pages; that every page is the one it says it is, lies in the file and is used once or free once;
 * that keys ascend, also across pages; the number of entries; the checksum of each entry of ours.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { checked, damaged } from './storage.js';

const at = { flags: 18, lower: 20, body: 24, pageSize: 48, free: 48, data: 96, last: 144, id: 152 };
const progressMs = 250;
const pageFlag = { branch: 1, leaf: 2, overflow: 4, meta: 8 };

/**
 * Read the whole file, a second per 300 MB or so.
 *
 * @param onProgress called a few times a second
 * @throws CommandError that says what is wrong
 */
export function checkDataFile(path: string, onProgress: () => void): void {
  const file = openSync(path, 'r');
  try {
    new Pages(file, onProgress).check();
  } catch (error) {
    throw error instanceof RangeError ? damaged('a length beyond its page') : error;
  } finally {
    closeSync(file);
  }
}

const long = (bytes: Buffer, offset: number): number => Number(bytes.readBigUInt64LE(offset));

class Pages {
  #size = 4096;
  #last = 1;
  readonly #used = new Set<number>();

  #reportedMs = 0;

  constructor(
    readonly file: number,
    readonly onProgress: () => void,
  ) {}

  check(): void {
    const metas = [this.#meta(0), this.#meta(1)].sort((a, b) => long(a, at.id) - long(b, at.id));
    const [older, meta] = metas as [Buffer, Buffer];
    if (long(meta, at.id) - long(older, at.id) > 1) throw damaged('a beginning is out of date');
    this.#last = long(meta, at.last);
    let previous: Buffer = Buffer.alloc(0);
    for (const [key, value] of this.#entries(meta.subarray(at.data))) {
      if (previous.compare(key) >= 0) throw damaged('keys do not ascend');
      previous = key;
      checked(key, value);
    }
    for (const [, list] of this.#entries(meta.subarray(at.free))) {
      const end = Math.min(8 + 8 * long(list, 0), list.length - 7);
      for (let i = 8; i < end; i += 8) {
        // A page, or minus the length of a run whose first page follows; zero is nothing.
        const page = Number(list.readBigInt64LE(i));
        if (page < 0) i += 8;
        if (page !== 0) this.#use(long(list, i), Math.max(1, -page));
      }
    }
  }

  #meta(number: number): Buffer {
    const page = this.#read(number, 1, pageFlag.meta);
    this.#size = page.readUInt32LE(at.pageSize);
    const isKnown = page.readUInt32LE(at.body) === 0xbeefc0de;
    if (isKnown && this.#size >= 4096 && this.#size <= 65_536) return page;
    throw damaged('its beginning is not that of a store');
  }

  /** The entries of a tree, which is described in a meta page. */
  *#entries(tree: Buffer): Generator<[key: Buffer, value: Buffer]> {
    const depth = tree.readUInt16LE(6);
    const root = long(tree, 40);
    let found = 0;
    for (const entry of depth > 0 ? this.#below(root, depth) : []) {
      found += 1;
      yield entry;
    }
    if (found !== long(tree, 32)) throw damaged('entries are missing');
  }

  *#below(number: number, depth: number): Generator<[Buffer, Buffer]> {
    const page = this.#take(number, 1, depth > 1 ? pageFlag.branch : pageFlag.leaf);
    for (let slot = at.body; slot < at.body + page.readUInt16LE(at.lower); slot += 2) {
      const node = at.body + page.readUInt16LE(slot);
      const low = page.readUInt32LE(node);
      const flags = page.readUInt16LE(node + 4);
      const keyEnd = node + 8 + page.readUInt16LE(node + 6);
      if (depth > 1) {
        yield* this.#below(low + flags * 2 ** 32, depth - 1);
      } else {
        yield [page.subarray(node + 8, keyEnd), this.#value(page, keyEnd, low, flags === 1)];
      }
    }
  }

  /** A value within its leaf, or elsewhere in a run of pages whose first is named there. */
  #value(leaf: Buffer, start: number, length: number, elsewhere: boolean): Buffer {
    const count = Math.ceil((at.body + length) / this.#size);
    const bytes = elsewhere ? this.#take(long(leaf, start), count, pageFlag.overflow) : leaf;
    const from = elsewhere ? at.body : start;
    if (from + length > bytes.length) throw damaged('an entry beyond its page');
    return bytes.subarray(from, from + length);
  }

  #take(first: number, count: number, flag: number): Buffer {
    this.#use(first, count);
    return this.#read(first, count, flag);
  }

  #use(first: number, count: number): void {
    if (first < 2 || first + count - 1 > this.#last) throw damaged(`page ${first} beyond its end`);
    for (let page = first; page < first + count; page += 1) {
      if (this.#used.has(page)) throw damaged(`page ${page} is used twice`);
      this.#used.add(page);
    }
  }

  #read(number: number, count: number, flag: number): Buffer {
    const nowMs = performance.now();
    if (nowMs - this.#reportedMs > progressMs) {
      this.#reportedMs = nowMs;
      this.onProgress();
    }
    const page = Buffer.alloc(this.#size * count);
    const length = readSync(this.file, page, 0, page.length, number * this.#size);
    if (length < page.length) throw damaged('it is cut off');
    if (long(page, 0) === number && page.readUInt16LE(at.flags) & flag) return page;
    throw damaged(`page ${number} is another one`);
  }
}
