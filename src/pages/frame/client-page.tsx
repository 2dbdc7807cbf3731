import type { Context } from 'hono';
import type { Env } from '../../http/request.js';
import { Frame, renderPage } from './frame.js';

interface ClientPage {
  /** Name of the bundle, and id of the element that it renders into. */
  name: string;
  messages: { title: string; lead: string; needsScript: string };
  /** Data for the bundle, as attributes of the element. */
  data?: Record<`data-${string}`, string | undefined>;
}

/** Renders a page whose content is rendered in the browser, with a placeholder until then and without script. */
export function renderClientPage(c: Context<Env>, { name, messages, data }: ClientPage) {
  return renderPage(
    c,
    <Frame
      heading={messages.title}
      scripts={[`${name}.js`]}
      operator={c.get('services').config.operatorName}
    >
      <div id={name} class="stack" {...data}>
        <h1>{messages.title}</h1>
        <p class="lead">{messages.lead}</p>
        <noscript>
          <p class="notice warn">{messages.needsScript}</p>
        </noscript>
      </div>
    </Frame>,
  );
}
