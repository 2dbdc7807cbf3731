// Runs in the browser and in tests: no access to the page.
import { canonicalJson } from '../../../lib/canonical-json.js';
import type { ScriptText } from '../../../messages/report/script-keys.js';
import { withoutUnsigned } from '../../../modules/report/unsigned-members.js';
import { fromBase64url, sha256Hex, thumbprintOf, verifyEd25519 } from './hashing.js';
import type { Differences, PresentedKeys, ProvenAnswer } from './presented.js';
import { verifyReceipt } from './receipt.js';

/**
 * Verifies a report against a key set: canonical JSON (RFC 8785), its SHA-256, the signature over the
 * header, the chain of versions, and the receipt of the transparency log.
 */
export async function verifyReport(
  answer: ProvenAnswer,
  keys: PresentedKeys,
  text: ScriptText,
): Promise<Differences> {
  const { integrity } = answer;
  const fingerprint = await fingerprintOf(answer);
  const differences = [];
  if (fingerprint === null) differences.push(text('report.proof.not_canonical'));
  else if (fingerprint !== integrity.content_sha256) {
    differences.push(
      text('report.proof.other_content', {
        actual: fingerprint.slice(0, 16),
        signed: integrity.content_sha256.slice(0, 16),
      }),
    );
  }
  const signed = await openSignature(integrity.signature, integrity.key_id, keys, text);
  if ('problem' in signed) return [...differences, signed.problem];
  differences.push(...compareHeader(answer, signed.payload, text), ...compareChain(answer, text));
  return [...differences, ...(await verifyReceipt(answer, keys, text))];
}

async function fingerprintOf(answer: ProvenAnswer): Promise<string | null> {
  try {
    return await sha256Hex(canonicalJson(withoutUnsigned(answer)));
  } catch {
    return null;
  }
}

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

async function keyOf(keyId: string, { keys = [] }: PresentedKeys) {
  for (const { kty, crv, x, use = 'sig' } of keys) {
    if (kty !== 'OKP' || crv !== 'Ed25519' || use !== 'sig' || typeof x !== 'string') continue;
    if ((await thumbprintOf(x)) === keyId) return fromBase64url(x);
  }
  return null;
}

/** Returns the payload of a compact JWS if its header is exactly as expected and the named key signed it. */
async function openSignature(
  jws: string,
  keyId: string,
  keys: PresentedKeys,
  text: ScriptText,
): Promise<{ payload: string } | { problem: string }> {
  const publicKey = await keyOf(keyId, keys);
  if (!publicKey) return { problem: text('report.proof.unknown_key', { key: keyId }) };
  const [header = '', payload = '', last = '', ...more] = jws.split('.');
  const [head, body, signature] = [header, payload, last].map(fromBase64url);
  const bad = { problem: text('report.proof.bad_signature') };
  if (!head || !body || !signature || more.length > 0) return bad;
  try {
    if (textOf(head) !== canonicalJson({ alg: 'EdDSA', kid: keyId })) return bad;
    const message = new TextEncoder().encode(`${header}.${payload}`);
    const genuine = await verifyEd25519(publicKey, { signature, message });
    return genuine ? { payload: textOf(body) } : bad;
  } catch {
    return bad;
  }
}

/** Compares the signed header with the report: version, content, previous version and time. */
function compareHeader(answer: ProvenAnswer, payload: string, text: ScriptText): Differences {
  const { integrity } = answer;
  const expected: Record<string, unknown> = {
    report_id: answer.report_id,
    version_number: answer.version_number,
    content_sha256: integrity.content_sha256,
    previous_sha256: integrity.previous_sha256,
    signed_at: integrity.signed_at,
  };
  if (payload === canonicalJson(expected)) return [];
  const signed = JSON.parse(payload) as Record<string, unknown>;
  const wrong = Object.keys(expected).filter((name) => expected[name] !== signed[name]);
  const named = wrong.map((name) =>
    text('report.proof.other_header', {
      name: name.replaceAll('_', ' '),
      signed: String(signed[name]),
    }),
  );
  return named.length > 0 ? named : [text('report.proof.bad_signature')];
}

function compareChain(
  { version_number: number, versions, integrity }: ProvenAnswer,
  text: ScriptText,
): Differences {
  const hashOf = (wanted: number) =>
    versions.find(({ version_number }) => version_number === wanted)?.content_sha256 ?? null;
  const differences = [];
  if (hashOf(number) !== integrity.content_sha256)
    differences.push(text('report.proof.other_version', { number: String(number) }));
  if (integrity.previous_sha256 !== (number === 1 ? null : hashOf(number - 1))) {
    differences.push(text('report.proof.broken_chain', { number: String(number) }));
  }
  return differences;
}

/** The differences in the files of a report, as text. */
export interface FileDifferences {
  changed: Differences;
  /** Files that could not be read, which says nothing about their content. */
  unread: Differences;
}

/** Returns the files that differ from the report; `read` returns the bytes, or null. */
export async function verifyFiles(
  { evidence_items: items }: ProvenAnswer,
  read: (mediaUrl: string) => Promise<Uint8Array<ArrayBuffer> | null>,
  text: ScriptText,
  onFile: (done: number) => void = () => {},
): Promise<FileDifferences> {
  const found: FileDifferences = { changed: [], unread: [] };
  // Sequentially, because a phone has little memory.
  for (const [index, item] of items.entries()) {
    const bytes = await read(item.media_url).catch(() => null);
    const name = `E${index + 1}`;
    if (!bytes) found.unread.push(text('report.proof.file_unread', { name }));
    else if ((await sha256Hex(bytes)) !== item.media_sha256) {
      found.changed.push(text('report.proof.file_changed', { name }));
    }
    onFile(index + 1);
  }
  return found;
}
