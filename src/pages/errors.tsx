import type { Context } from 'hono';
import { ApiError, type ErrorCode, errorCatalogue, errorText } from '../errors.js';
import { typeFor } from '../http/accepts.js';
import type { Env } from '../http/request.js';
import { Frame, renderPage } from './frame/frame.js';
import { messages } from './messages/errors.en.js';

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

/** The page at the `type` URL of an error; JSON for a client that prefers it. */
export function errorPage(c: Context<Env>): Response | Promise<Response> {
  const code = c.req.param('code') ?? '';
  if (!isCode(code)) throw new ApiError('not_found', errorText('error.error_code'));
  const [status, title, hint] = errorCatalogue[code];
  if (typeFor(c.req.header('accept'), ['text/html', 'application/json']) === 'application/json') {
    c.header('vary', 'Accept');
    c.header('cache-control', 'public, max-age=3600');
    return c.json({ type: `/errors/${code}`, code, status, title, hint });
  }
  return renderPage(
    c,
    <Frame heading={title} width="narrow" operator={c.get('services').config.operatorName}>
      <div class="stack">
        <div class="head">
          <h1>{title}</h1>
          <p class="lead">{hint}</p>
        </div>
        <dl class="facts">
          <div>
            <dt>{messages.code}</dt>
            <dd>
              <code>{code}</code>
            </dd>
          </div>
          <div>
            <dt>{messages.status}</dt>
            <dd>{status}</dd>
          </div>
          <div>
            <dt>{messages.graphql}</dt>
            <dd>
              <code>{code.toUpperCase()}</code> {messages.inExtensions}
            </dd>
          </div>
        </dl>
        <p class="soft">{messages.requestId}</p>
        <p class="actions">
          <a href="/errors">{messages.all}</a>
          <a href="/docs">{messages.interface}</a>
        </p>
      </div>
    </Frame>,
  );
}

/** The list of all errors. */
export function errorsPage(c: Context<Env>): Response | Promise<Response> {
  return renderPage(
    c,
    <Frame heading={messages.heading} operator={c.get('services').config.operatorName}>
      <div class="stack">
        <div class="head">
          <h1>{messages.heading}</h1>
          <p class="lead">{messages.lead}</p>
        </div>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{messages.columns.code}</th>
              <th scope="col">{messages.columns.status}</th>
              <th scope="col">{messages.columns.title}</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(errorCatalogue).map(([code, [status, title]]) => (
              <tr>
                <th scope="row">
                  <a href={`/errors/${code}`}>
                    <code>{code}</code>
                  </a>
                </th>
                <td>{status}</td>
                <td>{title}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Frame>,
  );
}
