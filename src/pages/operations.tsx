import type { Hono } from 'hono';
import type { Env } from '../http/request.js';
import { Frame, renderPage } from './frame/frame.js';
import { words } from './words/operations.en.js';

/** What the operators of the service look at; the browser draws it, with a key of theirs. */
export function mountOperations(app: Hono<Env>): void {
  app.get('/operations', (c) =>
    renderPage(
      c,
      <Frame
        heading={words.title}
        scripts={['operations.js']}
        operator={c.get('services').config.operatorName}
      >
        <div id="operations" class="stack">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
          <noscript>
            <p class="notice warn">{words.needsScript}</p>
          </noscript>
        </div>
      </Frame>,
    ),
  );
}
