import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { codingFor } from '../http/accepts.js';
import type { Env } from '../http/request.js';
import { matchesTag, strongTag } from '../lib/etag.js';
import { assetPath } from './frame/assets.js';
import { Sign } from './frame/icons.js';
import { exampleOperations } from './graphiql-examples.js';
import { words } from './words/docs.en.js';
import { words as frameWords } from './words/frame.en.js';

interface Page {
  plain: Buffer;
  zipped: Buffer;
  etag: string;
  policy: string;
}

/** The frame's look, without its stylesheet, which would dress the editor too. */
const style = `
  body { display: flex; flex-direction: column; block-size: 100vh; margin: 0; }
  #root { flex: 1; min-block-size: 24rem; }
  #root .graphiql-container { block-size: 100%; inline-size: 100%; }
  /* The heading above names the page. */
  #root .graphiql-logo { display: none; }
  .interface { --ink: #12202e; --go: #0a56a6; --on-go: #fff; --hair: #d6dde4; --page: #fff; display: flex;
    flex-wrap: wrap; align-items: center; gap: 0 24px; padding-inline: 20px; background: var(--page);
    color: var(--ink); border-block-end: 1px solid var(--hair); font: 1rem/1.5 system-ui, sans-serif; }
  .interface h1 { margin: 0 auto 0 0; font-size: 1.125rem; }
  .interface a { color: var(--go); display: inline-flex; align-items: center; gap: 8px; min-block-size: 44px; }
  .interface a:focus-visible { outline: 3px solid var(--go); outline-offset: 2px; }
  .interface .brand { color: var(--ink); font-weight: 650; text-decoration: none; }
  .interface .brand svg { color: var(--go); }
  .interface ul { display: flex; flex-wrap: wrap; gap: 0 24px; margin: 0; padding: 0; list-style: none; }
  @media (prefers-color-scheme: dark) { .interface { --ink: #eef3f7; --go: #86bdff; --on-go: #06131f;
    --hair: #2b3947; --page: #0e151c; } }
`;

/** What stands above the editor: whose interface this is, and where else it is described. */
function Header() {
  const links = Object.entries(words.links).filter(([address]) => address !== '/graphql');
  return (
    <header class="interface">
      <a class="brand" href="/">
        <Sign />
        {frameWords.service}
      </a>
      <h1>{words.heading}</h1>
      <nav aria-label={frameWords.navigation}>
        <ul>
          <li>
            <a href="/docs">{words.docs}</a>
          </li>
          {links.map(([address, [title]]) => (
            <li>
              <a href={address}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}

/** The page is 9 MB in one piece: it is rendered and compressed when it is first asked for. */
async function makePage(): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const rendered = renderGraphiQL({
    title: frameWords.title(words.heading, false),
    defaultTabs: exampleOperations.map(({ query, variables }) => ({
      query,
      headers: JSON.stringify({ 'X-API-Key': '<API_KEY>' }, null, 2),
      variables: variables ? JSON.stringify(variables, null, 2) : null,
    })),
    defaultQuery: exampleOperations[0]?.query ?? '',
    subscriptionsProtocol: 'SSE',
    shouldPersistHeaders: false,
  });
  const icon = `<link rel="icon" href="${assetPath('favicon.svg')}" type="image/svg+xml">`;
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';
  const html = rendered
    .replace(/<link rel="icon"[^>]*>/, () => icon)
    .replace('</head>', () => `${viewport}<style>${style}</style></head>`)
    .replace('<div id="root"></div>', () => `${<Header />}<div id="root"></div>`)
    .trimStart();
  const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';
  const plain = Buffer.from(html);
  return {
    plain,
    zipped: await promisify(gzip)(plain, { level: 6 }),
    etag: strongTag(plain),
    // The one inline script is named by its hash; the editor's workers are made from blobs.
    policy: [
      "default-src 'none'",
      `script-src 'sha256-${hash('sha256', script, 'base64')}' blob:`,
      "style-src 'unsafe-inline'",
      "img-src 'self' data: blob:",
      'font-src data:',
      'worker-src blob:',
      "connect-src 'self'",
    ].join('; '),
  };
}

let page: Promise<Page> | undefined;

/** Whether a browser asks for the page itself rather than for the answer to an operation. */
function wantsGraphiQL(request: Request): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (!request.headers.get('accept')?.includes('text/html')) return false;
  const { searchParams } = new URL(request.url);
  return !searchParams.has('query') && !searchParams.has('extensions');
}

/** GraphiQL, complete in itself: it works on a closed network. */
async function graphiqlResponse(c: Context<Env>): Promise<Response> {
  page ??= makePage();
  const { plain, zipped, etag, policy } = await page;
  const headers: Record<string, string> = {
    etag,
    'cache-control': 'no-cache',
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
