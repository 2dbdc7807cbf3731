import type { Context } from 'hono';
import { ApiError, type ErrorCode, errorCatalogue } from '../errors.js';
import { typeFor } from '../http/accepts.js';
import type { Env } from '../http/request.js';
import { Page } from './page.js';

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

/** The page that the `type` of an error leads to; JSON for a client that prefers it. */
export function errorPage(c: Context<Env>): Response | Promise<Response> {
  const code = c.req.param('code') ?? '';
  if (!isCode(code)) throw new ApiError('not_found', 'There is no error of this name.');
  const [status, title, hint] = errorCatalogue[code];
  c.header('vary', 'Accept');
  c.header('cache-control', 'public, max-age=3600');
  if (typeFor(c.req.header('accept'), ['text/html', 'application/json']) === 'application/json') {
    return c.json({ type: `/errors/${code}`, code, status, title, hint });
  }
  c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
  return c.html(
    <Page title={`${title} (${code})`}>
      <h1>{title}</h1>
      <p>
        <code>{code}</code>, status {status}; on GraphQL <code>{code.toUpperCase()}</code> in{' '}
        <code>extensions.code</code>.
      </p>
      <p>{hint}</p>
      <p>
        Each answer carries a <code>request_id</code>: name it when you ask us about one.{' '}
        <a href="/docs">Interface description</a>
      </p>
    </Page>,
  );
}

/** Every error, for who looks for one. */
export function errorsPage(c: Context<Env>): Response | Promise<Response> {
  c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
  c.header('cache-control', 'public, max-age=3600');
  return c.html(
    <Page title="Errors">
      <h1>Errors</h1>
      <ul>
        {Object.entries(errorCatalogue).map(([code, [status, title]]) => (
          <li>
            <a href={`/errors/${code}`}>
              <code>{code}</code>
            </a>{' '}
            {status} {title}
          </li>
        ))}
      </ul>
    </Page>,
  );
}
