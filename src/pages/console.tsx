import type { Context, Hono } from 'hono';
import type { Env } from '../http/request.js';
import { Frame, renderPage } from './frame/frame.js';
import { words } from './words/console.en.js';

function consolePage(c: Context<Env>): Response | Promise<Response> {
  return renderPage(
    c,
    <Frame
      heading={words.title}
      scripts={['console.js']}
      operator={c.get('services').config.operatorName}
    >
      <div id="console" class="stack">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
        <noscript>
          <p class="notice warn">{words.needsScript}</p>
        </noscript>
      </div>
    </Frame>,
  );
}

/** A thin client of the interface for integrators; the browser draws it. */
export function mountConsole(app: Hono<Env>): void {
  app.get('/console', consolePage);
}
