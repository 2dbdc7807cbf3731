import type { Context } from 'hono';
import type { Env } from '../../http/request.js';
import { Frame, renderPage } from './frame.js';

interface ClientPage {
  /** Name of the bundle, and id of the element that it fills. */
  name: string;
  words: { title: string; lead: string; needsScript: string };
}

/** A page that the browser draws, with what is said until then and without script. */
export function renderClientPage(c: Context<Env>, { name, words }: ClientPage) {
  return renderPage(
    c,
    <Frame
      heading={words.title}
      scripts={[`${name}.js`]}
      operator={c.get('services').config.operatorName}
    >
      <div id={name} class="stack">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
        <noscript>
          <p class="notice warn">{words.needsScript}</p>
        </noscript>
      </div>
    </Frame>,
  );
}
