import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { matchesTag } from '../lib/etag.js';
import type { ServedPdf } from '../modules/report/get-report-pdf.js';
import type { Env } from './request.js';

/** Returns a PDF response, or 304 if the client's copy is current. */
export function pdfResponse(c: Context<Env>, pdf: ServedPdf): Response {
  const headers = new Headers({
    etag: pdf.etag,
    'cache-control': 'private, no-cache',
    'content-language': pdf.language,
  });
  if (matchesTag(c.req.header('if-none-match'), pdf.etag)) {
    return new Response(null, { status: 304, headers });
  }
  headers.set('content-type', 'application/pdf');
  headers.set('content-disposition', `inline; filename="${pdf.fileName}"`);
  headers.set('content-length', String(pdf.sizeBytes));
  const body = pdf.bytes && (Readable.toWeb(pdf.bytes) as ReadableStream<Uint8Array>);
  return new Response(body, { headers });
}
