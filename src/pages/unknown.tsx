import type { Context } from 'hono';
import { typeFor } from '../http/accepts.js';
import type { Env } from '../http/request.js';
import { Frame, renderPage } from './frame/frame.js';
import { words } from './words/unknown.en.js';

/** Addresses of programs, whose refusals are problem details whatever is preferred. */
const ofPrograms = /^\/(v1|media|assets|graphql)(\/|$)/;

/** The page for an address that leads nowhere; null for a client that prefers problem details. */
export function unknownPage(c: Context<Env>): Response | Promise<Response> | null {
  const types = ['application/problem+json', 'text/html'];
  const prefersHtml = typeFor(c.req.header('accept'), types) === 'text/html';
  if (ofPrograms.test(c.req.path) || !prefersHtml) return null;
  return renderPage(
    c,
    <Frame heading={words.heading} operator={c.get('services').config.operatorName}>
      <div class="stack">
        <div class="head">
          <h1>{words.heading}</h1>
          <p class="lead">{words.lead}</p>
        </div>
        <p class="actions">
          <a class="button go" href="/">
            {words.request}
          </a>
          <a class="button" href="/docs">
            {words.interface}
          </a>
        </p>
      </div>
    </Frame>,
    { status: 404 },
  );
}
