import type { Context } from 'hono';
import type { Env } from '../http/request.js';
import { captureCatalogue } from '../messages/capture/catalogue.js';
import { captureFrameKeys } from '../messages/capture/script-keys.js';
import { createTranslator, type Texts } from '../messages/create-translator.js';
import { frameCatalogue } from '../messages/frame/catalogue.js';
import type { Language } from '../messages/language.js';
import { assetResponse } from './frame/assets.js';
import { Frame, renderPage } from './frame/frame.js';
import { contentPolicy } from './frame/headers.js';
import { pageLanguage } from './frame/language.js';

/** Returns the messages that the script shows: see src/pages/client/capture/text.ts. */
const scriptTexts = (language: Language): Texts => ({
  ...captureCatalogue[language],
  ...Object.fromEntries(captureFrameKeys.map((key) => [key, frameCatalogue[language][key]])),
});

/** The page behind a capture link. The token stays in the fragment; the content is rendered in the browser. */
export function capturePage(c: Context<Env>): Response | Promise<Response> {
  const operator = c.get('services').config.operatorName;
  const language = pageLanguage(c);
  const t = createTranslator(captureCatalogue, language);
  return renderPage(
    c,
    <Frame
      heading={t('capture.title')}
      width="slim"
      scripts={['capture.js']}
      bare
      main={{ 'data-page': 'capture' }}
      operator={operator}
      texts={scriptTexts(language)}
    >
      <div class="capture" data-capture>
        <h1>{t('capture.title')}</h1>
        <noscript>
          <p>{t('capture.no_script')}</p>
        </noscript>
        <p data-script hidden>
          {t('capture.opening')}
        </p>
      </div>
    </Frame>,
    { permissions: ['camera', 'geolocation'], language },
  );
}

/** The service worker that shows notifications, for every page. */
export const pushWorker = (c: Context<Env>) =>
  assetResponse(c, 'push-worker.js', { 'content-security-policy': contentPolicy });

/** The service worker of the capture page, at a stable URL and with the page's Content-Security-Policy. */
export const captureWorker = (c: Context<Env>) =>
  assetResponse(c, 'capture-worker.js', { 'content-security-policy': contentPolicy });
