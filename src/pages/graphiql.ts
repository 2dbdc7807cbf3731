import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { codingFor } from '../http/accepts.js';
import type { Env } from '../http/request.js';
import { matchesTag } from '../lib/etag.js';
import { exampleOperations } from './graphiql-examples.js';

interface Page {
  plain: Buffer;
  zipped: Buffer;
  etag: string;
  policy: string;
}

/** The page is 9 MB in one piece: it is rendered and compressed when it is first asked for. */
async function makePage(): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    title: 'GraphiQL – verification service',
    defaultTabs: exampleOperations.map(({ query, variables }) => ({
      query,
      headers: JSON.stringify({ 'X-API-Key': '<API_KEY>' }, null, 2),
      variables: variables ? JSON.stringify(variables, null, 2) : null,
    })),
    defaultQuery: exampleOperations[0]?.query ?? '',
    subscriptionsProtocol: 'SSE',
    shouldPersistHeaders: false,
  });
  const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';
  const plain = Buffer.from(html);
  return {
    plain,
    zipped: await promisify(gzip)(plain, { level: 6 }),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`,
    // The one inline script is named by its hash; the editor's workers are made from blobs.
    policy: [
      "default-src 'none'",
      `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}' blob:`,
      "style-src 'unsafe-inline'",
      'img-src data: blob:',
      'font-src data:',
      'worker-src blob:',
      "connect-src 'self'",
    ].join('; '),
  };
}

let page: Promise<Page> | undefined;

/** Whether a browser asks for the page itself rather than for the answer to an operation. */
function wantsGraphiQL(request: Request): boolean {
  const url = new URL(request.url);
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !url.searchParams.has('query') &&
    !url.searchParams.has('extensions') &&
    (request.headers.get('accept') ?? '').includes('text/html')
  );
}

/** GraphiQL, complete in itself: it works on a closed network. */
async function graphiqlResponse(c: Context<Env>): Promise<Response> {
  page ??= makePage();
  const { plain, zipped, etag, policy } = await page;
  const headers: Record<string, string> = {
    etag,
    'cache-control': 'public, max-age=3600',
    'content-security-policy': policy,
    vary: 'Accept, Accept-Encoding',
  };
  if (matchesTag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
  headers['content-type'] = 'text/html; charset=utf-8';
  const compressed = codingFor(c.req.header('accept-encoding'), ['gzip']) !== null;
  if (compressed) headers['content-encoding'] = 'gzip';
  // The bytes themselves: a copy for each client would stay as long as the slowest of them reads.
  return c.body((compressed ? zipped : plain) as Uint8Array<ArrayBuffer>, 200, headers);
}

/** The page for a browser that asks for it; null for every other request. */
export const graphiqlPage = (c: Context<Env>): Promise<Response> | null =>
  wantsGraphiQL(c.req.raw) ? graphiqlResponse(c) : null;
