import type { Context } from 'hono';
import type { Call } from '../../context.js';
import { nameLanguage, varyOn } from '../../http/headers.js';
import { pdfResponse } from '../../http/pdf-response.js';
import type { Env } from '../../http/request.js';
import type { Language } from '../../messages/language.js';
import { getCustomerRequestReport } from '../../modules/customer-request/get-customer-request-report.js';
import { getReport } from '../../modules/report/get-report.js';
import { getReportPdf, type ServedPdf } from '../../modules/report/get-report-pdf.js';
import {
  getSiteCheckReport,
  readReportPdf,
} from '../../modules/site-check/get-site-check-report.js';
import type { Operation } from '../../operation.js';
import type { CustomerViewer, KeyHolder, Requester } from '../../viewer.js';
import { pageLanguage } from '../frame/language.js';
import {
  type PageAnswer,
  type PageCall,
  type PageError,
  runOperation,
} from '../frame/run-operation.js';

type Args = Record<string, unknown>;

const versionOf = ({ version }: Args) => (typeof version === 'number' ? version : null);

type Credential = 'token' | 'session' | 'key';

/** Returns the operations that read a report, by the reader's credential, with the PDF as their result. */
function operationsIn(language: Language): Record<Credential, Operation<ServedPdf>> {
  const pdfOf = (ctx: Call<Requester | CustomerViewer>, args: Args) =>
    readReportPdf(ctx, ctx.viewer, String(args['requestId']), versionOf(args), language);
  return {
    token: { ...getSiteCheckReport, run: pdfOf },
    session: { ...getCustomerRequestReport, run: pdfOf },
    key: {
      ...getReport,
      run: (ctx: Call<KeyHolder>, args: Args) =>
        getReportPdf(ctx, String(args['jobId']), versionOf(args), language),
    },
  };
}

/** Returns the query that asks for a file in a language; empty for English. */
export const languageQuery = (language: Language, start: '?' | '&'): string =>
  language === 'en' ? '' : `${start}language=${language}`;

/** Reads the PDF of a report version, which counts as a view. */
export function readPdf(
  c: Context<Env>,
  by: Credential,
  call: PageCall,
  language: Language,
): Promise<PageAnswer<ServedPdf>> {
  return runOperation(c, operationsIn(language)[by], call);
}

/** A file that the browser saves. */
export function download(
  body: Response['body'] | string,
  { name, type, language }: { name: string; type: string; language?: Language },
): Response {
  return new Response(body, {
    headers: {
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
      'content-type': type,
      ...(language && { 'content-language': language }),
    },
  });
}

/** The PDF as a file that the browser saves. */
export const downloadPdf = (c: Context<Env>, pdf: ServedPdf, name: string): Response =>
  download(pdfResponse(c, pdf).body, {
    name,
    type: 'application/pdf',
    language: pdf.language,
  });

/** Programs get the API's response. The pages' script prefers problem details too, but displays a page. */
export const takesPage = (c: Context<Env>): boolean =>
  /\btext\/html\b/.test(c.req.header('accept') ?? '');

/** Returns an error as problem details, for programs. */
export function problemFile(c: Context<Env>, { body, code, status }: PageError): Response {
  const headers = new Headers({
    'content-type': 'application/problem+json',
    'x-robots-tag': 'noindex',
  });
  // The issues of a 422 are in English.
  if (code !== null) {
    nameLanguage(headers, pageLanguage(c));
    varyOn(headers, 'Cookie');
  }
  return new Response(JSON.stringify(body), { status, headers });
}
