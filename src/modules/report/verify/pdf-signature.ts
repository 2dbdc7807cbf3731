import { hashAround, signatureFormat } from '../pdf/signature-hole.js';
import { dictionary } from './pdf-attachments.js';
import { type PdfDict, type PdfFile, PdfShapeError, type PdfString } from './pdf-syntax.js';

/** The signature of a PDF over its own bytes. */
export interface PageSignature {
  /** A compact JWS is the original format. */
  format: 'cms' | 'jws';
  /** Raw contents, including trailing zero bytes. */
  contents: Buffer;
  /** SHA-256 of every byte of the file except the signature's own digits. */
  digest: Buffer;
  /** Time of signing as stated in the file; null for a JWS. */
  signedAt: Date | null;
}

const formats = new Map<unknown, PageSignature['format']>([
  [`/${signatureFormat.subFilter}`, 'cms'],
  ['/verification.jws', 'jws'],
]);

/**
 * Reads the signature of a PDF; returns null if it has none.
 *
 * @throws PdfShapeError for several signatures, for a signature in another format, and for a byte range that omits
 * anything but the signature's own digits
 */
export function readPageSignature(file: PdfFile, bytes: Buffer): PageSignature | null {
  const root = dictionary(file, file.trailer.get('/Root'));
  if (!root.has('/AcroForm')) return null;
  const fields = dictionary(file, root.get('/AcroForm')).get('/Fields');
  if (!Array.isArray(fields) || fields.length !== 1) throw new PdfShapeError('not one signature');
  const signature = dictionary(file, dictionary(file, fields[0]).get('/V'));
  const format = formats.get(signature.get('/SubFilter'));
  if (!format) throw new PdfShapeError('it is signed in another format');
  const range = signature.get('/ByteRange');
  const [from, start, end, rest, ...more] = Array.isArray(range) ? (range as number[]) : [];
  const contents = signature.get('/Contents');
  const isWhole = from === 0 && Number.isInteger(start) && end! + rest! === bytes.length;
  if (!isText(contents) || !isWhole || more.length > 0) {
    throw new PdfShapeError('its signature does not name all of its bytes');
  }
  const own = Buffer.from(contents.text, 'latin1');
  if (bytes.subarray(start, end).toString('latin1') !== `<${own.toString('hex')}>`) {
    throw new PdfShapeError('its signature leaves out more bytes than its own');
  }
  return {
    format,
    contents: own,
    digest: hashAround(bytes, { start: start as number, end: end as number }),
    signedAt: format === 'cms' ? readTime(signature) : null,
  };
}

const isText = (value: unknown): value is PdfString =>
  typeof value === 'object' && value !== null && 'text' in value;

/** Returns the time of signing, which this service writes in UTC. */
function readTime(signature: PdfDict): Date {
  const value = signature.get('/M');
  const digits = isText(value)
    ? /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(value.text)
    : null;
  const [, year, month, day, hour, minute, second] = digits ?? [];
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time.getTime())) throw new PdfShapeError('its signature has no time');
  return time;
}
