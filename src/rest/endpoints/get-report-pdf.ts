import { Readable } from 'node:stream';
import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { validationResponse } from '../../http/problem.js';
import { contextOf, type Env } from '../../http/request.js';
import { matchesTag } from '../../lib/etag.js';
import { getReport, reportQuery } from '../../modules/report/get-report.js';
import { getReportPdf, type ServedPdf } from '../../modules/report/get-report-pdf.js';
import { admit } from '../../operation.js';
import { validateRequest } from '../pydantic/validate.js';

async function reportPdf(c: Context<Env>): Promise<Response> {
  const call = await admit(getReport, await contextOf(c), {});
  const values = new URL(c.req.url).searchParams;
  const checked = validateRequest({ query: { schema: reportQuery, values } });
  if (checked.outcome !== 'valid') {
    return validationResponse(checked.outcome === 'invalid' ? checked.issues : []);
  }
  const { version } = checked.value.query as z.infer<typeof reportQuery>;
  return pdfResponse(
    c,
    await getReportPdf(call as never, c.req.param('job_id') ?? '', version ?? null),
  );
}

/** The answer with the bytes of a PDF, or 304 where the client has them. */
export function pdfResponse(c: Context<Env>, pdf: ServedPdf): Response {
  const headers = new Headers({ etag: pdf.etag, 'cache-control': 'private, no-cache' });
  if (matchesTag(c.req.header('if-none-match'), pdf.etag)) {
    return new Response(null, { status: 304, headers });
  }
  headers.set('content-type', 'application/pdf');
  headers.set('content-disposition', `inline; filename="${pdf.fileName}"`);
  headers.set('content-length', String(pdf.sizeBytes));
  const body = pdf.open && (Readable.toWeb(pdf.open()) as ReadableStream<Uint8Array>);
  return new Response(body, { headers });
}

/** The public halves of the keys that sign reports (RFC 7517). */
function keySet(c: Context<Env>): Response {
  const { publicJwk } = c.get('services').serverKeys.reports;
  return new Response(JSON.stringify({ keys: [publicJwk] }), {
    headers: {
      'content-type': 'application/jwk-set+json',
      'cache-control': 'public, max-age=300',
    },
  });
}

/** Puts the PDF of a report and the key set on the app. */
export function mountReports(app: Hono<Env>): void {
  app.get('/v1/jobs/:job_id/report.pdf', reportPdf);
  app.get('/.well-known/jwks.json', keySet);
}
