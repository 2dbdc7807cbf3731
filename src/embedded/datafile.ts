/**
 * The data file, judged before LMDB maps it: a cut or damaged one could crash the process or, worse,
 * give an older state as if nothing had happened.
 *
 * LMDB's file is pages of one size. The first two are meta pages, written in turn; the one of the
 * greater transaction names the roots of two trees: free pages and data. LMDB never writes to a page
 * that the last transaction can reach, so after a crash everything reachable is whole. That is what is
 * checked here: both meta pages; every page is the one it says it is, lies in the file and is used
 * once, or free once; keys ascend, also across pages; the number of entries is the tree's; each entry of
 * ours matches its checksum.
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
const valueElsewhere = 1;

/**
 * Read the whole file, about a second per 300 MB.
 *
 * @throws CommandError with one line that says what is wrong
 */
export function checkDataFile(path: string): void {
  const file = openSync(path, 'r');
  try {
    checkPages(file);
  } catch (error) {
    throw error instanceof RangeError ? damaged('a length beyond its page') : error;
  } finally {
    closeSync(file);
  }
}

function checkPages(file: number): void {
  const used = new Set<number>();
  let [pageSize, lastPage] = [4096, 1];

  const read = (number: number, count: number, flag: number): Buffer => {
    const page = Buffer.alloc(pageSize * count);
    if (readSync(file, page, 0, page.length, number * pageSize) < page.length)
      throw damaged('it is cut off');
    if (Number(page.readBigUInt64LE()) === number && page.readUInt16LE(at.flags) & flag)
      return page;
    throw damaged(`page ${number} is another one`);
  };
  const use = (first: number, count = 1): void => {
    if (first < 2 || first + count - 1 > lastPage) throw damaged(`page ${first} beyond its end`);
    for (let page = first; page < first + count; page += 1) {
      if (used.has(page)) throw damaged(`page ${page} is used twice`);
      used.add(page);
    }
  };
  const reach = (number: number, count: number, flag: number): Buffer => {
    use(number, count);
    return read(number, count, flag);
  };

  /** The entries of a tree, whose root is described in a meta page. */
  function* entries(tree: Buffer): Generator<[key: Buffer, value: Buffer]> {
    let left = tree.readBigUInt64LE(32);
    function* visit(number: number, level: number): Generator<[Buffer, Buffer]> {
      const page = reach(number, 1, level > 1 ? pageFlag.branch : pageFlag.leaf);
      for (let slot = at.body; slot < at.body + page.readUInt16LE(at.lower); slot += 2) {
        const node = at.body + page.readUInt16LE(slot);
        const low = page.readUInt16LE(node) + page.readUInt16LE(node + 2) * 0x10000;
        const flags = page.readUInt16LE(node + 4);
        if (level > 1) {
          yield* visit(low + flags * 0x100000000, level - 1);
          continue;
        }
        left -= 1n;
        const keyEnd = node + 8 + page.readUInt16LE(node + 6);
        let [value, from] = [page, keyEnd];
        if (flags & valueElsewhere) {
          const count = Math.ceil((at.body + low) / pageSize);
          value = reach(Number(page.readBigUInt64LE(keyEnd)), count, pageFlag.overflow);
          from = at.body;
        }
        if (from + low > value.length) throw damaged('an entry beyond its page');
        yield [page.subarray(node + 8, keyEnd), value.subarray(from, from + low)];
      }
    }
    const depth = tree.readUInt16LE(6);
    if (depth > 0) yield* visit(Number(tree.readBigUInt64LE(40)), depth);
    if (left !== 0n) throw damaged('entries are missing');
  }

  const metas = [0, 1].map((number) => {
    const page = read(number, 1, pageFlag.meta);
    pageSize = page.readUInt32LE(at.pageSize);
    if (page.readUInt32LE(at.body) === 0xbeefc0de && pageSize >= 4096 && pageSize <= 65_536)
      return page;
    throw damaged('its beginning is not that of a store');
  });
  const [older, meta] = metas.sort((a, b) => (transaction(a) < transaction(b) ? -1 : 1));
  if (transaction(meta!) - transaction(older!) > 1n) throw damaged('a beginning is out of date');
  lastPage = Number(meta!.readBigUInt64LE(at.last));

  let previous = Buffer.alloc(0);
  for (const [key, value] of entries(meta!.subarray(at.data))) {
    if (previous.compare(key) >= 0) throw damaged('keys do not ascend');
    previous = Buffer.from(key);
    checked(key, value);
  }
  for (const [, list] of entries(meta!.subarray(at.free))) {
    const end = 8 + 8 * Number(list.readBigUInt64LE());
    for (let i = 8; i + 8 <= Math.min(end, list.length); i += 8) {
      const page = Number(list.readBigInt64LE(i));
      if (page > 0) use(page);
      if (page >= 0) continue;
      // Minus the length of a run, whose first page follows.
      i += 8;
      use(Number(list.readBigInt64LE(i)), -page);
    }
  }
}

function transaction(meta: Buffer): bigint {
  return meta.readBigUInt64LE(at.txn);
}
