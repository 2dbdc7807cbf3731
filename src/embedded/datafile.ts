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

const at = {
  flags: 18,
  lower: 20,
  body: 24,
  pageSize: 48,
  free: 48,
  data: 96,
  last: 144,
  txn: 152,
};
const pageFlag = { branch: 1, leaf: 2, overflow: 4, meta: 8 };

/** Read the whole file, a second per 300 MB or so. @throws CommandError that says what is wrong */
export function checkDataFile(path: string): void {
  const file = openSync(path, 'r');
  try {
    checkPages(new Pages(file));
  } catch (error) {
    throw error instanceof RangeError ? damaged('a length beyond its page') : error;
  } finally {
    closeSync(file);
  }
}

function checkPages(pages: Pages): void {
  const metas = [0, 1].map((number) => pages.meta(number));
  const [older, meta] = metas.sort((a, b) => (transaction(a) < transaction(b) ? -1 : 1));
  if (transaction(meta!) - transaction(older!) > 1n) throw damaged('a beginning is out of date');
  pages.last = Number(meta!.readBigUInt64LE(at.last));
  let previous: Buffer = Buffer.alloc(0);
  for (const [key, value] of pages.entries(meta!.subarray(at.data))) {
    if (previous.compare(key) >= 0) throw damaged('keys do not ascend');
    previous = key;
    checked(key, value);
  }
  for (const [, list] of pages.entries(meta!.subarray(at.free))) {
    const end = Math.min(8 + 8 * Number(list.readBigUInt64LE()), list.length - 7);
    for (let i = 8; i < end; i += 8) {
      // A page, or minus the length of a run whose first page follows; zero is nothing.
      const page = Number(list.readBigInt64LE(i));
      if (page < 0) i += 8;
      if (page !== 0) pages.use(Math.abs(Number(list.readBigInt64LE(i))), Math.max(1, -page));
    }
  }
}

function transaction(meta: Buffer): bigint {
  return meta.readBigUInt64LE(at.txn);
}

class Pages {
  #size = 4096;
  last = 1;
  readonly #used = new Set<number>();

  constructor(readonly file: number) {}

  meta(number: number): Buffer {
    const page = this.#read(number, 1, pageFlag.meta);
    this.#size = page.readUInt32LE(at.pageSize);
    const isKnown = page.readUInt32LE(at.body) === 0xbeefc0de;
    if (isKnown && this.#size >= 4096 && this.#size <= 65_536) return page;
    throw damaged('its beginning is not that of a store');
  }

  use(first: number, count: number): void {
    if (first < 2 || first + count - 1 > this.last) throw damaged(`page ${first} beyond its end`);
    for (let page = first; page < first + count; page += 1) {
      if (this.#used.has(page)) throw damaged(`page ${page} is used twice`);
      this.#used.add(page);
    }
  }

  /** The entries of a tree, which is described in a meta page. */
  *entries(tree: Buffer): Generator<[key: Buffer, value: Buffer]> {
    const [depth, root] = [tree.readUInt16LE(6), Number(tree.readBigUInt64LE(40))];
    let found = 0n;
    for (const entry of depth > 0 ? this.#below(root, depth) : []) {
      found += 1n;
      yield entry;
    }
    if (found !== tree.readBigUInt64LE(32)) throw damaged('entries are missing');
  }

  *#below(number: number, depth: number): Generator<[Buffer, Buffer]> {
    this.use(number, 1);
    const page = this.#read(number, 1, depth > 1 ? pageFlag.branch : pageFlag.leaf);
    for (let slot = at.body; slot < at.body + page.readUInt16LE(at.lower); slot += 2) {
      const node = at.body + page.readUInt16LE(slot);
      const [low, flags] = [page.readUInt32LE(node), page.readUInt16LE(node + 4)];
      const keyEnd = node + 8 + page.readUInt16LE(node + 6);
      if (depth > 1) yield* this.#below(low + flags * 2 ** 32, depth - 1);
      else yield [page.subarray(node + 8, keyEnd), this.#value(page, keyEnd, low, flags === 1)];
    }
  }

  #value(page: Buffer, start: number, length: number, elsewhere: boolean): Buffer {
    let [bytes, from] = [page, start];
    if (elsewhere) {
      const [first, count] = [
        Number(page.readBigUInt64LE(start)),
        Math.ceil((at.body + length) / this.#size),
      ];
      this.use(first, count);
      [bytes, from] = [this.#read(first, count, pageFlag.overflow), at.body];
    }
    if (from + length > bytes.length) throw damaged('an entry beyond its page');
    return bytes.subarray(from, from + length);
  }

  #read(number: number, count: number, flag: number): Buffer {
    const page = Buffer.alloc(this.#size * count);
    const length = readSync(this.file, page, 0, page.length, number * this.#size);
    if (length < page.length) throw damaged('it is cut off');
    if (Number(page.readBigUInt64LE()) === number && page.readUInt16LE(at.flags) & flag)
      return page;
    throw damaged(`page ${number} is another one`);
  }
}
