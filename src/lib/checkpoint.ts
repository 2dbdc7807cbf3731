import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Hash } from './merkle.js';

/** Head of a tree, as signed in a note of C2SP tlog-checkpoint. */
export interface Checkpoint {
  /** Name of the log and of its signing key. */
  origin: string;
  size: number;
  root: Hash;
}

/** Ed25519 in C2SP signed-note. */
const algorithm = Buffer.from([1]);

/** Returns the 32 bytes of an Ed25519 public key. */
const rawKey = (key: KeyObject): Buffer =>
  Buffer.from(key.export({ format: 'jwk' }).x as string, 'base64url');

/** Returns the first 4 bytes of SHA-256 over name, newline, algorithm and key (C2SP signed-note). */
const keyHash = (name: string, key: KeyObject): Buffer =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(algorithm)
    .update(rawKey(key))
    .digest()
    .subarray(0, 4);

/** Returns the verifier key of a log (vkey): `name+hash+key`. */
export const verifierKey = (name: string, key: KeyObject): string =>
  `${name}+${keyHash(name, key).toString('hex')}+${Buffer.concat([algorithm, rawKey(key)]).toString('base64')}`;

/**
 * Reads a verifier key.
 *
 * @throws Error if it is damaged or not an Ed25519 key
 */
export function readVerifierKey(vkey: string): { name: string; key: KeyObject } {
  const [, name = '', hash, encoded = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(vkey.trim()) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== 33 || bytes[0] !== algorithm[0]) {
    throw new Error('the verifier key is no Ed25519 key');
  }
  const x = bytes.subarray(1).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  if (keyHash(name, key).toString('hex') !== hash) throw new Error('the verifier key is damaged');
  return { name, key };
}

const body = ({ origin, size, root }: Checkpoint) =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

/**
 * Returns a checkpoint as a signed note.
 *
 * @param key private key of the log
 */
export function signCheckpoint(checkpoint: Checkpoint, key: KeyObject): string {
  const text = body(checkpoint);
  const { origin } = checkpoint;
  const signature = sign(null, Buffer.from(text, 'utf8'), key);
  const signed = Buffer.concat([keyHash(origin, createPublicKey(key)), signature]);
  return `${text}\n— ${origin} ${signed.toString('base64')}\n`;
}

/**
 * Reads a signed checkpoint. Lines after the root and signatures of others are allowed.
 *
 * @param key public key of the log
 * @param origin name of the log
 * @throws Error if it is damaged, of another log, or not signed by the key
 */
export function openCheckpoint(note: string, key: KeyObject, origin: string): Checkpoint {
  const end = note.indexOf('\n\n');
  if (end < 0) throw new Error('the checkpoint is no signed note');
  const text = note.slice(0, end + 1);
  const [name, size = '', root = ''] = text.split('\n');
  if (name !== origin) throw new Error(`the checkpoint is of ${name}, not of ${origin}`);
  const lines = note.slice(end + 2).split('\n');
  // Nothing signs these lines. Accepting only one form and one encoding prevents additions to them.
  const isNote = lines.pop() === '' && lines.every((line) => readSignature(line) !== null);
  if (!isNote) throw new Error('the checkpoint is no signed note');
  const isSigned = lines.some((line) => isSignature(line, text, key, origin));
  if (!isSigned) throw new Error('the checkpoint is not signed by the key of the log');
  const hash = Buffer.from(root, 'base64');
  if (!/^(0|[1-9]\d{0,14})$/.test(size) || hash.length !== 32) {
    throw new Error('the checkpoint is damaged');
  }
  return { origin, size: Number(size), root: hash };
}

/** Parses a line after the text of a note; null if it is not a signature in canonical base64. */
function readSignature(line: string): { name: string; bytes: Buffer } | null {
  const [, name = '', encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  return encoded !== '' && bytes.toString('base64') === encoded ? { name, bytes } : null;
}

function isSignature(line: string, text: string, key: KeyObject, origin: string): boolean {
  const { name, bytes } = readSignature(line) ?? {};
  if (name !== origin || !bytes) return false;
  return (
    bytes.subarray(0, 4).equals(keyHash(origin, key)) &&
    verify(null, Buffer.from(text, 'utf8'), key, bytes.subarray(4))
  );
}
