import type { Context } from 'hono';
import { type FixedText, fixedText } from '../http/fixed-text.js';
import { countPage } from '../http/page-limits.js';
import type { Env } from '../http/request.js';
import { assetPath } from './frame/assets.js';
import { frameText } from './frame/frame-text.js';
import { contentPolicy } from './frame/headers.js';
import { Sign } from './frame/icons.js';
import { exampleOperations } from './graphiql-examples.js';
import { messages } from './messages/docs.en.js';

const t = frameText('en');

/** The editor sets inline styles, and its stylesheet contains its fonts. */
const policy = `${contentPolicy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")}; font-src data:`;

const headers = JSON.stringify({ 'X-API-Key': '<API_KEY>' }, null, 2);

const options = {
  defaultTabs: exampleOperations.map(({ query, variables }) => ({
    query,
    headers,
    variables: variables ? JSON.stringify(variables, null, 2) : null,
  })),
  defaultQuery: exampleOperations[0]?.query ?? '',
  // For tabs that the reader opens.
  defaultHeaders: headers,
  subscriptionsProtocol: 'SSE',
  shouldPersistHeaders: false,
};

/** The heading above the editor: the service's name and the other developer pages. */
function Header() {
  const links = Object.entries(messages.links).filter(([address]) => address !== '/graphql');
  return (
    <header class="interface">
      <a class="brand" href="/">
        <Sign />
        {t('frame.service')}
      </a>
      <h1>{messages.heading}</h1>
      <nav aria-label={t('frame.navigation')}>
        <ul>
          <li>
            <a href="/docs">{messages.docs}</a>
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

function makePage(): FixedText {
  const workers = {
    editorWorkerService: assetPath('graphiql-editor-worker.js'),
    json: assetPath('graphiql-json-worker.js'),
    graphql: assetPath('graphiql-graphql-worker.js'),
  };
  const html = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{t('frame.title', { heading: messages.heading })}</title>
        <link rel="icon" href={assetPath('favicon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={assetPath('graphiql.css')} />
        <script src={assetPath('graphiql-bundle.js')} defer />
        <script src={assetPath('graphiql.js')} type="module" />
      </head>
      <body id="body" class="no-focus-outline">
        <Header />
        <div
          id="root"
          data-workers={JSON.stringify(workers)}
          data-options={JSON.stringify(options)}
        />
      </body>
    </html>
  );
  return fixedText(new TextEncoder().encode(`<!doctype html>${html}`));
}

let page: FixedText | undefined;

/** True if a browser requests the page rather than the result of an operation. */
function wantsGraphiQL(request: Request): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (!request.headers.get('accept')?.includes('text/html')) return false;
  const { searchParams } = new URL(request.url);
  return !searchParams.has('query') && !searchParams.has('extensions');
}

/** Returns the GraphiQL page for a browser that requests it; null for every other request. */
export function graphiqlPage(c: Context<Env>): Promise<Response> | null {
  if (!wantsGraphiQL(c.req.raw)) return null;
  countPage(c);
  page ??= makePage();
  return page.respond(c, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    vary: 'Accept',
  });
}
