import { createHash } from 'node:crypto';
import type { Sheet } from './sheet.js';

/** Room for a signature; enough for a CMS with its certificates and a time stamp. */
const signatureBytesMax = 12_288;

/** How the signature is made: a compact JWS, padded with zero bytes. */
export const signatureFormat = { filter: 'VerificationService', subFilter: 'verification.jws' };

/** Where the signature goes: from the `<` of its hexadecimal digits to behind their `>`. */
export interface SignatureHole {
  start: number;
  end: number;
}

/** A PDF that says which of its bytes are signed and has a hole for the signature. */
export interface RenderedPdf {
  bytes: Uint8Array;
  hole: SignatureHole;
}

/** Numbers as wide as the widest that may replace them: a PDF stays below 10 GB. */
const placeholder = 9_999_999_999;

/**
 * Puts an invisible signature field (ISO 32000-1, 12.8) on the first page; its numbers are filled in
 * by `findHole`. @returns the offset of the signature's object in the finished file, once it ended
 */
export function reserveSignature({ doc }: Sheet): () => number {
  const { filter, subFilter } = signatureFormat;
  const signature = doc.ref({
    Type: 'Sig',
    Filter: filter,
    SubFilter: subFilter,
    ByteRange: [0, placeholder, placeholder, placeholder],
    Contents: Buffer.alloc(signatureBytesMax),
  });
  doc.switchToPage(0);
  const first = doc.page;
  const field = doc.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    // pdfkit writes a String object as a string, a plain one as a name.
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
  // pdfkit would end the fields of its own forms here, and finds none.
  internals.endAcroForm = () => {};
  for (const object of [signature, field, form]) object.end(undefined as never);
  return () => (signature as unknown as { offset: number }).offset;
}

interface PdfkitForms {
  _root: { data: Record<string, unknown> };
  endAcroForm: () => void;
}

/**
 * Finds the hole of a finished file and writes beside it which bytes are signed: all others.
 *
 * @param objectAt offset of the signature's object
 */
export function findHole(pdf: Buffer, objectAt: number): RenderedPdf {
  const blank = `/ByteRange [0 ${placeholder} ${placeholder} ${placeholder}]`;
  const rangeAt = pdf.indexOf(blank, objectAt, 'latin1');
  const start = pdf.indexOf('/Contents <', objectAt, 'latin1') + '/Contents '.length;
  const end = start + 2 * signatureBytesMax + 2;
  const range = `/ByteRange [0 ${start} ${end} ${pdf.length - end}`;
  pdf.write(`${range.padEnd(blank.length - 1)}]`, rangeAt, 'latin1');
  return { bytes: pdf, hole: { start, end } };
}

/** SHA-256 of all bytes but those of the hole, in lower-case hex. */
export function hashAround(bytes: Uint8Array, { start, end }: SignatureHole): string {
  return createHash('sha256')
    .update(bytes.subarray(0, start))
    .update(bytes.subarray(end))
    .digest('hex');
}

/** The PDF with its signature. @throws Error for a signature that is larger than the hole */
export function fillHole({ bytes, hole }: RenderedPdf, signature: Uint8Array): Uint8Array {
  const digits = Buffer.from(signature).toString('hex');
  if (digits.length > hole.end - hole.start - 2) throw new Error('the signature has no room');
  const signed = Buffer.from(bytes);
  signed.write(digits, hole.start + 1, 'latin1');
  return signed;
}
