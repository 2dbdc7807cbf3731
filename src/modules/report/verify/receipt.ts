import { createPublicKey, type KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import { type Checkpoint, openCheckpoint } from '../../../lib/checkpoint.js';
import { type Hash, leafHash, rootFromInclusion } from '../../../lib/merkle.js';
import type { LogReceipt } from '../integrity.js';
import { entryOf, entryText } from '../log-entry.js';
import type { KeySet } from './key-set.js';
import type { LoggedAt, Opened } from './open-file.js';

/** Returns the log's leaf of a version, computed from the content of the file. */
const leafOf = ({ content, integrity }: Opened): Hash =>
  leafHash(entryText(entryOf(content, integrity)));

/** Returns the tree head and the log key that signed it. */
function openHead(
  { checkpoint, origin }: LogReceipt,
  keys: KeySet,
): { head: Checkpoint; key: KeyObject } {
  const ofLog = [...keys.values()].filter(
    ({ kty, crv, use }) => kty === 'OKP' && crv === 'Ed25519' && use === 'log',
  );
  let failure = new Error('the key set has no key of a log');
  for (const { kty, crv, x } of ofLog) {
    try {
      const key = publicKeyOf({ kty, crv, x } as JWK);
      return { head: openCheckpoint(checkpoint, key, origin), key };
    } catch (error) {
      failure = error as Error;
    }
  }
  throw failure;
}

const publicKeyOf = (key: JWK) => createPublicKey({ key: key as never, format: 'jwk' });

function readHash(text: string): Hash {
  const hash = Buffer.from(text, 'base64');
  if (hash.length !== 32 || hash.toString('base64') !== text) {
    throw new Error(`inclusion_proof: ${JSON.stringify(text)} is no hash`);
  }
  return hash;
}

/**
 * Verifies the receipt of a version offline: the signature of the checkpoint by the key of the log, and the path from
 * the entry of this version to the signed root.
 *
 * @param keys the public key set of the service; keys with a `use` other than `log` are ignored
 * @throws Error with the reason
 */
function openReceipt(file: Opened, receipt: LogReceipt, keys: KeySet): LoggedAt {
  const { head, key } = openHead(receipt, keys);
  if (head.size !== receipt.tree_size) {
    throw new Error(`tree_size: ${receipt.tree_size}, but the checkpoint is of ${head.size}`);
  }
  const leaf = leafOf(file);
  const proof = receipt.inclusion_proof.map(readHash);
  const root = rootFromInclusion(leaf, receipt.leaf_index, head.size, proof);
  if (!root?.equals(head.root)) {
    throw new Error(
      `this version is not entry ${receipt.leaf_index} of the tree that the checkpoint signs`,
    );
  }
  return { ...head, key, leafIndex: receipt.leaf_index, leaf };
}

/** Verifies the receipt of a file and records the result, or its absence, in the verdict. */
export function checkReceipt(file: Opened, keys: KeySet): void {
  const { verdict, log } = file;
  if (!log) return;
  try {
    verdict.logged = openReceipt(file, log, keys);
  } catch (error) {
    verdict.errors.push(`integrity.log: ${(error as Error).message}`);
  }
}

/** Returns the contradictions between receipts: a log has one tree, and a version is in it once. */
export function compareReceipts(opened: readonly Opened[]): string[] {
  const errors: string[] = [];
  for (const [at, { verdict, content }] of opened.entries()) {
    const one = verdict.logged;
    for (const other of one ? opened.slice(at + 1) : []) {
      const two = other.verdict.logged;
      if (!one || one.origin !== two?.origin) continue;
      const names = `${verdict.name} and ${other.verdict.name}`;
      if (one.size === two.size && !one.root.equals(two.root)) {
        errors.push(`integrity.log: ${names} are of two different trees of ${one.size} entries`);
      }
      // Versions of two reports have no order.
      if (content.report_id !== other.content.report_id) continue;
      const order = Math.sign(one.leafIndex - two.leafIndex);
      if (order !== Math.sign(content.version_number - other.content.version_number)) {
        errors.push(
          `integrity.log: ${names} are logged in another order than that of the versions`,
        );
      }
    }
  }
  return errors;
}
