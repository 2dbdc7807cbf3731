import type { KeyObject } from 'node:crypto';
import { type Checkpoint, openCheckpoint } from '../../lib/checkpoint.js';
import { deadline } from '../../lib/deadline.js';
import { type Hash, type ReadNode, treeRoot } from '../../lib/merkle.js';
import { nodesOf, tilePath, tileWidth } from '../../lib/tiles.js';
import type { LoggedAt } from '../report/verify/open-file.js';

/** A violation of the log's guarantees. */
export class LogFault extends Error {
  /** The head that was published with it; because the log signed it, it proves the violation to others. */
  checkpoint?: string;
}

/** Reads a file published by the log, for example `/log/checkpoint`. */
export type ReadLog = (path: string) => Promise<Buffer>;

const answerMilliseconds = 30_000;

/**
 * Returns a reader of the log at the public URL of a service.
 * @throws Error if it does not respond, which proves nothing
 * @throws LogFault if it has no tile of a tree that it signed
 */
export function readerOf(address: string): ReadLog {
  const base = address.replace(/\/+$/, '');
  return async (path) => {
    const { signal, clear } = deadline(answerMilliseconds);
    try {
      const response = await fetch(base + path, { signal });
      if (response.ok) return Buffer.from(await response.arrayBuffer());
      const answer = `${base}${path} answers ${response.status}`;
      const isMissing = [404, 410].includes(response.status);
      if (isMissing && path.startsWith('/log/tile/'))
        throw new LogFault(`a tile is missing: ${answer}`);
      throw new Error(answer);
    } finally {
      clear();
    }
  };
}

export const widthIn = (index: number, size: number) =>
  Math.min(tileWidth, size - index * tileWidth);
export const partial = (width: number) => (width === tileWidth ? '' : `.p/${width}`);

/** Returns the nodes of the tree of `size` entries, from the published tiles. */
export function readTiles(read: ReadLog, size: number): ReadNode {
  return nodesOf(async ({ level, index, width }) => {
    const bytes = await read(`/log/tile/${level}/${tilePath(index)}${partial(width)}`);
    if (bytes.length !== width * 32) throw new LogFault(`tile ${level}/${index} is damaged`);
    return Array.from({ length: width }, (_, at): Hash => bytes.subarray(at * 32, at * 32 + 32));
  }, size);
}

/** Returns the newest published head, a signed note. */
export const readHead = async (read: ReadLog): Promise<string> =>
  (await read('/log/checkpoint')).toString('utf8');

/** Returns the head in a signed note. @throws LogFault if it is not signed by the key */
export function openHead(note: string, key: KeyObject, origin: string): Checkpoint {
  try {
    return openCheckpoint(note, key, origin);
  } catch (error) {
    throw new LogFault((error as Error).message);
  }
}

/**
 * Compares the receipt of a report with the published log: the tree of the receipt must be the start of the newest one,
 * and the version must be at its index.
 *
 * @returns the newest head
 * @throws LogFault with the reason
 */
export async function compareWithLog(read: ReadLog, receipt: LoggedAt): Promise<Checkpoint> {
  const { origin, key, size, root, leaf, leafIndex } = receipt;
  const head = openHead(await readHead(read), key, origin);
  if (head.size < size) {
    throw new LogFault(`rollback: the receipt is of ${size} entries, the log has ${head.size}`);
  }
  const nodes = readTiles(read, head.size);
  if (!(await treeRoot(nodes, head.size)).equals(head.root)) {
    throw new LogFault(`the tiles are not those of the checkpoint of ${head.size} entries`);
  }
  if (!(await treeRoot(nodes, size)).equals(root) || !(await nodes(0, leafIndex)).equals(leaf)) {
    throw new LogFault(`fork: the first ${size} entries are not those that the receipt proves`);
  }
  return head;
}
