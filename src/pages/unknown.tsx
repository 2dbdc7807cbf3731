import type { Context } from 'hono';
import type { ApiError } from '../errors.js';
import { typeFor } from '../http/accepts.js';
import type { Env } from '../http/request.js';
import { createTranslator } from '../messages/create-translator.js';
import { unknownCatalogue } from '../messages/unknown/catalogue.js';
import { errorMessage } from './frame/error-message.js';
import { Alert } from './frame/form.js';
import { Frame, renderPage } from './frame/frame.js';
import { frameText } from './frame/frame-text.js';
import { pageLanguage } from './frame/language.js';

/** Paths for programs, whose errors are always problem details. */
const ofPrograms = /^\/(v1|media|assets|graphql)(\/|$)/;
/** Paths without a page that may be opened in a browser. */
const ofEndpoints = /^\/(mcp|payments|readyz|metrics|openapi\.json)(\/|$)/;

function prefersPage(c: Context<Env>): boolean {
  const types = ['application/problem+json', 'text/html'];
  const prefersHtml = typeFor(c.req.header('accept'), types) === 'text/html';
  return prefersHtml && !ofPrograms.test(c.req.path);
}

const textFor = (c: Context<Env>) => {
  const language = pageLanguage(c);
  return { language, t: createTranslator(unknownCatalogue, language) };
};

/** Returns the page for an unknown URL; null for a client that prefers problem details. */
export function unknownPage(c: Context<Env>): Response | Promise<Response> | null {
  if (!prefersPage(c)) return null;
  const { language, t } = textFor(c);
  return renderPage(
    c,
    <Frame heading={t('unknown.heading')} operator={c.get('services').config.operatorName}>
      <div class="stack">
        <div class="head">
          <h1>{t('unknown.heading')}</h1>
          <p class="lead">{t('unknown.lead')}</p>
        </div>
        <p class="actions">
          <a class="button go" href="/">
            {t('unknown.request')}
          </a>
          <a class="button" href="/docs">
            {frameText(language)('frame.interface')}
          </a>
        </p>
      </div>
    </Frame>,
    { status: 404, language },
  );
}

/**
 * Returns the page for an error; null for a client that prefers problem details, such as the pages' script, which
 * keeps the current page.
 */
export function errorPage(
  c: Context<Env>,
  { status, code, headers }: ApiError,
): Response | Promise<Response> | null {
  if (!prefersPage(c) || ofEndpoints.test(c.req.path)) return null;
  if (status === 404) return unknownPage(c);
  const { language, t } = textFor(c);
  const retryAfter = headers['retry-after'] ?? null;
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  return renderPage(
    c,
    <Frame
      heading={t('unknown.rejected')}
      width="narrow"
      operator={c.get('services').config.operatorName}
    >
      <div class="stack">
        <h1>{t('unknown.rejected')}</h1>
        <Alert>
          {errorMessage({ status, code, retryAfter, requestId: c.get('requestId') }, {}, language)}
        </Alert>
      </div>
    </Frame>,
    { status, language },
  );
}
