// Runs in the browser and in tests: no access to the page.
import { auditSides } from '../../../lib/audit-path.js';
import type { ScriptText } from '../../../messages/report/script-keys.js';
import { entryText } from '../../../modules/report/log-entry.js';
import { digest, fromBase64, fromBase64url, verifyEd25519 } from './hashing.js';
import type { Differences, PresentedKeys, PresentedReceipt, ProvenAnswer } from './presented.js';

const joined = (...parts: readonly Uint8Array[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

/** Parses a signature line of a signed note; null if it is not a signature in canonical form. */
function readSignature(line: string) {
  const [, name = '', encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = encoded === '' ? null : fromBase64(encoded);
  return bytes && { name, bytes };
}

/** True if one of the log's keys signed the checkpoint (C2SP signed-note). */
async function isSigned(
  { checkpoint, origin }: PresentedReceipt,
  { keys = [] }: PresentedKeys,
): Promise<boolean> {
  const end = checkpoint.indexOf('\n\n');
  const message = new TextEncoder().encode(checkpoint.slice(0, end + 1));
  const lines = checkpoint.slice(end + 2).split('\n');
  const signatures = lines.slice(0, -1).map(readSignature);
  // The signature block itself is not signed, so it must contain only signatures.
  if (lines.at(-1) !== '' || signatures.includes(null)) return false;
  for (const { name, bytes } of signatures.filter((found) => found !== null)) {
    if (name !== origin) continue;
    // The first four bytes identify the key.
    const signature = bytes.slice(4);
    for (const { kty, crv, x, use } of keys) {
      const isOfLog = kty === 'OKP' && crv === 'Ed25519' && use === 'log';
      const key = isOfLog ? fromBase64url(x ?? '') : null;
      if (key && (await verifyEd25519(key, { signature, message }))) return true;
    }
  }
  return false;
}

/** Returns the root to which the path leads from the version's entry (RFC 6962); null for an invalid path. */
async function rootOf(answer: ProvenAnswer, receipt: PresentedReceipt) {
  const { leaf_index: index, tree_size: size, inclusion_proof: proof } = receipt;
  const sides = auditSides(index, size, proof.length);
  if (!sides) return null;
  const { content_sha256, previous_sha256, signed_at, key_id } = answer.integrity;
  const { report_id, version_number } = answer;
  const entry = entryText({
    report_id,
    version_number,
    content_sha256,
    previous_sha256,
    signed_at,
    key_id,
  });
  let root = await digest(joined(Uint8Array.of(0), new TextEncoder().encode(entry)));
  for (const [at, text] of proof.entries()) {
    const hash = fromBase64(text);
    if (!hash) return null;
    const pair = sides[at] === 'left' ? [hash, root] : [root, hash];
    root = await digest(joined(Uint8Array.of(1), ...pair));
  }
  return root;
}

/** Returns the errors in the receipt of the transparency log; empty without a receipt. */
export async function verifyReceipt(
  answer: ProvenAnswer,
  keys: PresentedKeys,
  text: ScriptText,
): Promise<Differences> {
  const receipt = answer.integrity.log;
  if (!receipt) return [];
  if (!(await isSigned(receipt, keys))) return [text('report.proof.bad_checkpoint')];
  const [origin, size, head = ''] = receipt.checkpoint.split('\n');
  const root = await rootOf(answer, receipt);
  const isThere =
    origin === receipt.origin &&
    size === String(receipt.tree_size) &&
    root?.join() === fromBase64(head)?.join();
  return isThere ? [] : [text('report.proof.not_in_log')];
}
