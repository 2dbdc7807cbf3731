import { describe, expect, it } from 'vitest';
import {
  consistencyProof,
  emptyRoot,
  type Hash,
  inclusionProof,
  isConsistent,
  leafHash,
  nodeHash,
  rootFromInclusion,
  treeRoot,
} from './merkle.js';

/** A literal implementation of the definition in RFC 6962, section 2.1. */
function definedRoot(leaves: readonly Hash[]): Hash {
  if (leaves.length === 0) return emptyRoot();
  if (leaves.length === 1) return leaves[0] as Hash;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split)));
}

const leaves = Array.from({ length: 35 }, (_, index) => leafHash(`entry ${index}`));
const read = async (level: number, index: number) =>
  definedRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));
const rootOf = (size: number) => definedRoot(leaves.slice(0, size));

describe('treeRoot', () => {
  it('matches the test vectors of Certificate Transparency', () => {
    const hex = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'];
    hex.push('606162636465666768696a6b6c6d6e6f');
    const known = hex.map((entry) => leafHash(Buffer.from(entry, 'hex')));
    expect(definedRoot(known).toString('hex')).toBe(
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    );
    expect(emptyRoot().toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  it('matches the definition at every size', async () => {
    for (let size = 0; size <= leaves.length; size++) {
      expect(await treeRoot(read, size)).toEqual(rootOf(size));
    }
  });
});

describe('an inclusion proof', () => {
  it('leads from every leaf to the root of every size, but not from another leaf or position', async () => {
    for (let size = 1; size <= leaves.length; size++) {
      for (let index = 0; index < size; index++) {
        const proof = await inclusionProof(read, index, size);
        const leaf = leaves[index] as Hash;
        expect(rootFromInclusion(leaf, index, size, proof)).toEqual(rootOf(size));
        expect(rootFromInclusion(leafHash('other'), index, size, proof)).not.toEqual(rootOf(size));
        if (size > 1) {
          const other = (index + 1) % size;
          expect(rootFromInclusion(leaf, other, size, proof)).not.toEqual(rootOf(size));
          expect(rootFromInclusion(leaf, index, size, proof.slice(1))).toBeNull();
        }
      }
    }
  });
});

describe('a consistency proof', () => {
  it('is valid between every two sizes, and for no other tree', async () => {
    for (let to = 0; to <= leaves.length; to++) {
      for (let from = 0; from <= to; from++) {
        const proof = await consistencyProof(read, from, to);
        const [older, newer] = [
          { size: from, root: rootOf(from) },
          { size: to, root: rootOf(to) },
        ];
        expect(isConsistent(older, newer, proof)).toBe(true);
        if (from === 0) continue;
        const forked = { size: from, root: leafHash('forked') };
        expect(isConsistent(forked, newer, proof)).toBe(false);
        expect(isConsistent(older, { size: to, root: leafHash('forked') }, proof)).toBe(false);
      }
    }
  });

  it('is invalid for a tree that has shrunk', () => {
    const [five, three] = [5, 3].map((size) => ({ size, root: rootOf(size) }));
    expect(isConsistent(five as never, three as never, [])).toBe(false);
  });
});
