import { hashAround, signatureFormat } from '../pdf/signature-hole.js';
import { dictionary } from './pdf-attachments.js';
import { type PdfFile, PdfShapeError } from './pdf-syntax.js';

/** The signature that a PDF carries over its own bytes. */
export interface PageSignature {
  /** Compact JWS. */
  jws: string;
  /** SHA-256 of every byte of the file but the signature's own digits. */
  rangeSha256: string;
}

/**
 * Reads the one signature of a PDF; null where it carries none.
 *
 * @throws PdfShapeError for more than one, for a signature in another format, and for one whose
 *   byte range leaves out anything but its own digits
 */
export function readPageSignature(file: PdfFile, bytes: Buffer): PageSignature | null {
  const root = dictionary(file, file.trailer.get('/Root'));
  if (!root.has('/AcroForm')) return null;
  const fields = dictionary(file, root.get('/AcroForm')).get('/Fields');
  if (!Array.isArray(fields) || fields.length !== 1) throw new PdfShapeError('not one signature');
  const signature = dictionary(file, dictionary(file, fields[0]).get('/V'));
  if (signature.get('/SubFilter') !== `/${signatureFormat.subFilter}`) {
    throw new PdfShapeError('it is signed in another format');
  }
  const range = signature.get('/ByteRange');
  const [from, start, end, rest] = Array.isArray(range) ? (range as number[]) : [];
  const contents = signature.get('/Contents');
  const text = contents !== null && typeof contents === 'object' && 'text' in contents;
  if (!text || from !== 0 || !Number.isInteger(start) || end! + rest! !== bytes.length) {
    throw new PdfShapeError('its signature does not name all of its bytes');
  }
  const digits = Buffer.from(contents.text, 'latin1').toString('hex');
  if (bytes.subarray(start, end).toString('latin1') !== `<${digits}>`) {
    throw new PdfShapeError('its signature leaves out more bytes than its own');
  }
  const hole = { start: start as number, end: end as number };
  return { jws: contents.text.replace(/\0+$/, ''), rangeSha256: hashAround(bytes, hole) };
}
