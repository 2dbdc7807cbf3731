import { createHash } from 'node:crypto';
import { auditSides } from './audit-path.js';

/** A SHA-256 hash, 32 bytes. */
export type Hash = Buffer;

const sha256 = (...parts: readonly Uint8Array[]): Hash => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const leafPrefix = Buffer.from([0]);
const nodePrefix = Buffer.from([1]);

/** Returns the hash of an entry (RFC 6962, section 2.1). */
export const leafHash = (entry: string | Uint8Array): Hash =>
  sha256(leafPrefix, typeof entry === 'string' ? Buffer.from(entry, 'utf8') : entry);

/** Returns the hash of two siblings (RFC 6962, section 2.1). */
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(nodePrefix, left, right);

/** Returns the root of an empty tree. */
export const emptyRoot = (): Hash => sha256();

/** Returns the largest power of two below `size`, which must be at least 2. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** Reads the hash of the complete subtree over `2**level` leaves, starting at leaf `index * 2**level`. */
export type ReadNode = (level: number, index: number) => Promise<Hash>;

/**
 * Returns the root over the leaves from `from` (inclusive) to `to` (exclusive). A subtree of this size must start at
 * `from`.
 */
async function subtreeRoot(read: ReadNode, from: number, to: number): Promise<Hash> {
  const size = to - from;
  const level = Math.log2(size);
  if (Number.isInteger(level)) return read(level, from / size);
  const middle = from + splitOf(size);
  return nodeHash(await subtreeRoot(read, from, middle), await subtreeRoot(read, middle, to));
}

/** Returns the root of the tree of the first `size` leaves. */
export const treeRoot = async (read: ReadNode, size: number): Promise<Hash> =>
  size === 0 ? emptyRoot() : subtreeRoot(read, 0, size);

/**
 * Returns the audit path of a leaf in the tree of the first `size` leaves (RFC 6962, section 2.1.1), `index` below
 * `size`.
 */
export async function inclusionProof(read: ReadNode, index: number, size: number): Promise<Hash[]> {
  const path = async (from: number, to: number): Promise<Hash[]> => {
    if (to - from === 1) return [];
    const middle = from + splitOf(to - from);
    return index < middle
      ? [...(await path(from, middle)), await subtreeRoot(read, middle, to)]
      : [...(await path(middle, to)), await subtreeRoot(read, from, middle)];
  };
  return path(0, size);
}

/**
 * Returns the proof that the tree of `from` leaves is the start of that of `to` (RFC 6962, section 2.1.2), `from` ≤
 * `to`.
 */
export async function consistencyProof(read: ReadNode, from: number, to: number): Promise<Hash[]> {
  if (from === 0 || from === to) return [];
  /** @param whole true if the old tree is the whole subtree on the left, so that its root is known */
  const path = async (start: number, end: number, whole: boolean): Promise<Hash[]> => {
    if (end === from) return whole ? [] : [await subtreeRoot(read, start, end)];
    const middle = start + splitOf(end - start);
    return from <= middle
      ? [...(await path(start, middle, whole)), await subtreeRoot(read, middle, end)]
      : [...(await path(middle, end, false)), await subtreeRoot(read, start, middle)];
  };
  return path(0, to, true);
}

/** Returns the root that an audit path leads to; null for a path of the wrong length (RFC 9162, section 2.1.3.2). */
export function rootFromInclusion(
  leaf: Hash,
  index: number,
  size: number,
  proof: readonly Hash[],
): Hash | null {
  const sides = auditSides(index, size, proof.length);
  if (!sides) return null;
  return proof.reduce(
    (root, hash, at) => (sides[at] === 'left' ? nodeHash(hash, root) : nodeHash(root, hash)),
    leaf,
  );
}

/** Returns true if a proof shows that the first tree is the start of the second one (RFC 9162, section 2.1.4.2). */
export function isConsistent(
  from: { size: number; root: Hash },
  to: { size: number; root: Hash },
  proof: readonly Hash[],
): boolean {
  if (from.size > to.size) return false;
  if (from.size === to.size) return proof.length === 0 && from.root.equals(to.root);
  if (from.size === 0) return proof.length === 0;
  const path = Number.isInteger(Math.log2(from.size)) ? [from.root, ...proof] : [...proof];
  const [first, ...others] = path;
  if (!first) return false;
  let [place, last] = [from.size - 1, to.size - 1];
  while (place % 2 === 1) {
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  let [oldRoot, newRoot] = [first, first];
  for (const hash of others) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      oldRoot = nodeHash(hash, oldRoot);
      newRoot = nodeHash(hash, newRoot);
      while (place % 2 === 0 && place !== 0) {
        place = Math.floor(place / 2);
        last = Math.floor(last / 2);
      }
    } else newRoot = nodeHash(newRoot, hash);
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && oldRoot.equals(from.root) && newRoot.equals(to.root);
}
