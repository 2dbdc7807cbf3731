import { createHmac, timingSafeEqual } from 'node:crypto';

const idBytes = 16;
const macBytes = 10;

/** A code as it was read, before its MAC is verified. */
export interface ShortCode {
  /** UUID of the document that the code is about. */
  id: string;
  mac: Buffer;
}

const macOf = (key: Buffer, label: string, secretId: string): Buffer =>
  createHmac('sha256', key).update(`${label}\n${secretId}`).digest().subarray(0, macBytes);

/**
 * Returns a code for links that people scan or receive by text message: 35 characters base64url, the id of a document
 * and a MAC of an id inside it. A bearer secret.
 *
 * @param label distinguishes codes of different purposes
 */
export function shortCode(key: Buffer, label: string, id: string, secretId: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, macOf(key, label, secretId)]).toString('base64url');
}

/** Reads a code; null for a text of another length. */
export function readShortCode(code: string): ShortCode | null {
  const bytes = Buffer.from(code, 'base64url');
  if (bytes.length !== idBytes + macBytes) return null;
  const hex = bytes.subarray(0, idBytes).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { id, mac: bytes.subarray(idBytes) };
}

/** Returns whether a code is of this id inside its document. */
export const isCodeOf = (key: Buffer, label: string, { mac }: ShortCode, secretId: string) =>
  timingSafeEqual(macOf(key, label, secretId), mac);
