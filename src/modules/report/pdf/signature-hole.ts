import { createHash } from 'node:crypto';
import type { Sheet } from './sheet.js';

/** Format of the signature: a detached CMS that PDF readers verify (PAdES, ETSI EN 319 142-1). */
export const signatureFormat = { filter: 'Adobe.PPKLite', subFilter: 'ETSI.CAdES.detached' };

/** Byte range of the signature, from the `<` before its hexadecimal digits to after their `>`. */
export interface SignatureHole {
  start: number;
  end: number;
}

/** A PDF that declares which of its bytes are signed and has a hole for the signature. */
export interface RenderedPdf {
  bytes: Uint8Array;
  hole: SignatureHole;
  /** Offset of the 14 digits of the signing time, which the signature covers. */
  timeAt: number;
}

/** Placeholder of the signing time. */
const noTime = new Date(0);

/** As wide as the largest number that can replace it: a PDF stays below 10 GB. */
const placeholder = 9_999_999_999;

/**
 * Adds an invisible signature field (ISO 32000-1, 12.8) to the first page; `findHole` fills in its numbers.
 *
 * @param signatureBytes bytes to reserve for the signature
 * @returns a function that returns the offset of the signature's object after the file has ended
 */
export function reserveSignature({ doc }: Sheet, signatureBytes: number): () => number {
  const { filter, subFilter } = signatureFormat;
  const signature = doc.ref({
    Type: 'Sig',
    Filter: filter,
    SubFilter: subFilter,
    ByteRange: [0, placeholder, placeholder, placeholder],
    Contents: Buffer.alloc(signatureBytes),
    M: noTime,
  });
  doc.switchToPage(0);
  const first = doc.page;
  const field = doc.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    // pdfkit writes a String object as a PDF string and a primitive string as a name.
    T: new String('Signature'),
    F: 132, // Print and Locked (12.5.3)
    Rect: [0, 0, 0, 0],
    P: first.dictionary,
    V: signature,
  });
  const form = doc.ref({ Fields: [field], SigFlags: 3 });
  first.annotations.push(field);
  const internals = doc as unknown as PdfkitForms;
  internals._root.data['AcroForm'] = form;
  // pdfkit would finish the fields of forms that it created, but there are no such fields.
  internals.endAcroForm = () => {};
  for (const object of [signature, field, form]) object.end(undefined as never);
  return () => (signature as unknown as { offset: number }).offset;
}

interface PdfkitForms {
  _root: { data: Record<string, unknown> };
  endAcroForm: () => void;
}

/**
 * Finds the hole of a finished file and sets the signed byte range to everything outside it.
 *
 * @param objectAt offset of the signature's object
 * @param signatureBytes bytes that were reserved
 */
export function findHole(pdf: Buffer, objectAt: number, signatureBytes: number): RenderedPdf {
  const blank = `/ByteRange [0 ${placeholder} ${placeholder} ${placeholder}]`;
  const rangeAt = pdf.indexOf(blank, objectAt, 'latin1');
  const start = pdf.indexOf('/Contents <', objectAt, 'latin1') + '/Contents '.length;
  const end = start + 2 * signatureBytes + 2;
  const timeAt = pdf.indexOf(`/M (D:${digitsOf(noTime)}Z)`, objectAt, 'latin1') + '/M (D:'.length;
  const range = `/ByteRange [0 ${start} ${end} ${pdf.length - end}`;
  pdf.write(`${range.padEnd(blank.length - 1)}]`, rangeAt, 'latin1');
  return { bytes: pdf, hole: { start, end }, timeAt };
}

/** Formats a time in UTC for PDF: year to second, without separators. */
const digitsOf = (time: Date) => time.toISOString().replace(/\D/g, '').slice(0, 14);

/** Returns the PDF with the signing time, which the signature covers. */
export function writeTime({ bytes, hole, timeAt }: RenderedPdf, time: Date): RenderedPdf {
  const timed = Buffer.from(bytes);
  timed.write(digitsOf(time), timeAt, 'latin1');
  return { bytes: timed, hole, timeAt };
}

/** Returns the SHA-256 of all bytes outside the hole. */
export function hashAround(bytes: Uint8Array, { start, end }: SignatureHole): Buffer {
  return createHash('sha256').update(bytes.subarray(0, start)).update(bytes.subarray(end)).digest();
}

/** Returns the PDF with its signature. @throws Error for a signature that is larger than the hole */
export function fillHole(
  { bytes, hole }: Omit<RenderedPdf, 'timeAt'>,
  signature: Uint8Array,
): Uint8Array {
  const digits = Buffer.from(signature).toString('hex');
  if (digits.length > hole.end - hole.start - 2) throw new Error('the signature has no room');
  const signed = Buffer.from(bytes);
  signed.write(digits, hole.start + 1, 'latin1');
  return signed;
}
