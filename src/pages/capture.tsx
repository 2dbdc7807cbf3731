import type { Context } from 'hono';
import type { Env } from '../http/request.js';
import { assetResponse } from './frame/assets.js';
import { Frame, renderPage } from './frame/frame.js';
import { contentPolicy } from './frame/headers.js';
import { messages } from './messages/capture.en.js';

/** The page behind a capture link. The token stays in the fragment; the content is rendered in the browser. */
export function capturePage(c: Context<Env>): Response | Promise<Response> {
  const operator = c.get('services').config.operatorName;
  return renderPage(
    c,
    <Frame
      heading={messages.title}
      width="slim"
      scripts={['capture.js']}
      bare
      main={{ 'data-page': 'capture' }}
      operator={operator}
    >
      <div class="capture" data-capture>
        <h1>{messages.title}</h1>
        <noscript>
          <p>{messages.noScript}</p>
        </noscript>
        <p data-script hidden>
          {messages.opening}
        </p>
      </div>
    </Frame>,
    { permissions: ['camera', 'geolocation'] },
  );
}

/** The service worker that shows notifications, for every page. */
export const pushWorker = (c: Context<Env>) =>
  assetResponse(c, 'push-worker.js', { 'content-security-policy': contentPolicy });

/** The service worker of the capture page, at a stable URL and with the page's Content-Security-Policy. */
export const captureWorker = (c: Context<Env>) =>
  assetResponse(c, 'capture-worker.js', { 'content-security-policy': contentPolicy });
