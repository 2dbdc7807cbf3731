/**
 * The data file, judged before LMDB maps it: a cut or damaged one could crash the process or, worse,
 * give an older state as if nothing had happened.
 *
 * LMDB's file is pages of one size. The first two are meta pages, written in turn; the one of the
 * greater transaction names the roots of two trees: free pages and data. LMDB never writes to a page
 * that the last transaction can reach, so after a crash everything reachable is whole. That is what is
 * checked here: both meta pages; every page is the one it says it is, is reached once and lies in
 * the file; keys ascend, also across pages; the number of entries is the tree's; each entry of ours
 * matches its checksum; no free page is in use.
 *
 * It takes about a second per 300 MB, so a file that was closed in order and was not touched since
 * (size and time of change are noted beside it) is not read through.
 */
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { CommandError } from './errors.js';
import { checked } from './storage.js';

const at = {
  flags: 18,
  lower: 20,
  header: 24,
  pageSize: 48,
  free: 48,
  data: 96,
  lastPage: 144,
  transaction: 152,
} as const;
const pageFlag = { branch: 1, leaf: 2, overflow: 4, meta: 8 } as const;
const bigData = 1;

function damaged(why: string): CommandError {
  return new CommandError(1, `the data file is damaged (${why}); restore it from a copy`);
}

function markerOf(path: string): string {
  return `${path}.closed`;
}

function fingerprint(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${mtimeMs}`;
}

/** Note that the file was closed in order, as it stands now. Without the note the next start reads it through. */
export function noteClosed(path: string): void {
  try {
    writeFileSync(markerOf(path), fingerprint(path));
  } catch {
    rmSync(markerOf(path), { force: true });
  }
}

/**
 * Check the file unless it is as it was closed, and take the note of that away.
 *
 * @throws CommandError with one line that says what is wrong
 */
export function checkDataFile(path: string): void {
  const marker = markerOf(path);
  const exists = existsSync(path);
  if (!exists && existsSync(marker)) throw damaged('it is gone');
  if (!exists) return;
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== fingerprint(path))
    new Check(path).run();
  rmSync(marker, { force: true });
}

class Check {
  readonly #file: number;
  readonly #seen = new Set<number>();
  #pageSize = 4096;
  #lastPage = 0;
  #lastKey: Buffer | null = null;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
  }

  run(): void {
    try {
      const metas = [0, 1].map((number) => this.#meta(number));
      const [a, b] = metas.map((meta) => meta.readBigUInt64LE(at.transaction)) as [bigint, bigint];
      const meta = a > b ? metas[0]! : metas[1]!;
      if (a !== b && a - b !== 1n && b - a !== 1n)
        throw damaged('its two beginnings do not follow one another');
      this.#pageSize = meta.readUInt32LE(at.pageSize);
      this.#lastPage = Number(meta.readBigUInt64LE(at.lastPage));
      this.#tree(meta.subarray(at.data), (key, value) => {
        if (this.#lastKey && this.#lastKey.compare(key) >= 0) throw damaged('keys do not ascend');
        this.#lastKey = Buffer.from(key);
        checked(key, value);
      });
      const free: [number, number][] = [];
      this.#tree(meta.subarray(at.free), (_, value) => free.push(...freeRuns(value)));
      for (const [first, count] of free) {
        if (first + count - 1 > this.#lastPage) throw damaged('a free page beyond its end');
        for (let page = first; page < first + count; page += 1)
          if (this.#seen.has(page)) throw damaged(`page ${page} is in use and free`);
      }
    } catch (error) {
      throw error instanceof RangeError ? damaged('a length beyond its page') : error;
    } finally {
      closeSync(this.#file);
    }
  }

  #meta(number: number): Buffer {
    const page = this.#read(number, 1);
    const known =
      page.readUInt16LE(at.flags) === pageFlag.meta && page.readUInt32LE(at.header) === 0xbeefc0de;
    const size = page.readUInt32LE(at.pageSize);
    if (known && size >= 4096 && size <= 65_536 && Number(page.readBigUInt64LE(0)) === number)
      return page;
    throw damaged('its beginning is not that of a store');
  }

  #read(number: number, count: number): Buffer {
    const page = Buffer.alloc(this.#pageSize * count);
    if (readSync(this.#file, page, 0, page.length, number * this.#pageSize) < page.length)
      throw damaged('it is cut off');
    return page;
  }

  /** A page that is reached now, and only now. */
  #reach(number: number, count: number, flag: number): Buffer {
    if (number < 2 || number + count - 1 > this.#lastPage)
      throw damaged(`page ${number} lies beyond its end`);
    for (let i = 0; i < count; i += 1) {
      if (this.#seen.has(number + i)) throw damaged(`page ${number + i} is used twice`);
      this.#seen.add(number + i);
    }
    const page = this.#read(number, count);
    if (Number(page.readBigUInt64LE(0)) === number && page.readUInt16LE(at.flags) & flag)
      return page;
    throw damaged(`page ${number} is another one`);
  }

  #tree(tree: Buffer, take: (key: Buffer, value: Buffer) => void): void {
    const depth = tree.readUInt16LE(6);
    const [entries, root] = [tree.readBigUInt64LE(32), tree.readBigUInt64LE(40)];
    let found = 0n;
    const visit = (number: number, level: number): void => {
      const page = this.#reach(number, 1, level > 1 ? pageFlag.branch : pageFlag.leaf);
      for (let i = 0; i < page.readUInt16LE(at.lower) / 2; i += 1) {
        const node = at.header + page.readUInt16LE(at.header + 2 * i);
        const keyEnd = node + 8 + page.readUInt16LE(node + 6);
        const low = page.readUInt16LE(node) + page.readUInt16LE(node + 2) * 0x10000;
        const flags = page.readUInt16LE(node + 4);
        if (level > 1) {
          visit(low + flags * 0x100000000, level - 1);
          continue;
        }
        found += 1n;
        if (keyEnd + (flags & bigData ? 8 : low) > page.length)
          throw damaged('an entry beyond its page');
        take(
          page.subarray(node + 8, keyEnd),
          flags & bigData
            ? this.#overflow(Number(page.readBigUInt64LE(keyEnd)), low)
            : page.subarray(keyEnd, keyEnd + low),
        );
      }
    };
    if (depth > 0) visit(Number(root), depth);
    if (found !== entries) throw damaged(`${found} entries where ${entries} belong`);
  }

  #overflow(number: number, length: number): Buffer {
    const count = Math.ceil((at.header + length) / this.#pageSize);
    if (number + count - 1 > this.#lastPage) throw damaged('a value beyond its end');
    return this.#reach(number, count, pageFlag.overflow).subarray(at.header, at.header + length);
  }
}

/** Runs of free pages: a number is one page, a negative one the length of the run that begins at the next. */
function freeRuns(list: Buffer): [number, number][] {
  const runs: [number, number][] = [];
  for (let i = 8; i + 8 <= Math.min(list.length, 8 + 8 * Number(list.readBigUInt64LE())); i += 8) {
    const entry = Number(list.readBigInt64LE(i));
    if (entry > 0) runs.push([entry, 1]);
    if (entry < 0) {
      i += 8;
      runs.push([Number(list.readBigInt64LE(i)), -entry]);
    }
  }
  return runs;
}
