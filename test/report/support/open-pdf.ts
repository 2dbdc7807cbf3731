import { getDocument } from 'unpdf/pdfjs';

// Reading links and drawing commands needs these functions, which Node 20 lacks.
if (!('parse' in URL)) {
  const parse = (url: string, base?: string) =>
    URL.canParse(url, base) ? new URL(url, base) : null;
  Object.assign(URL, { parse });
}
if (!('transferToFixedLength' in ArrayBuffer.prototype)) {
  Object.assign(ArrayBuffer.prototype, {
    transferToFixedLength(this: ArrayBuffer, length: number) {
      return this.slice(0, length);
    },
  });
}

/** Opens a copy of a PDF. */
export const openPdf = (pdf: Uint8Array) =>
  getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
