import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { errorMessage } from '../frame/error-message.js';
import { renderPage } from '../frame/frame.js';
import { pageFetch } from '../frame/page-request.js';
import { readForm } from '../frame/read-form.js';
import { accountOf } from '../frame/session.js';
import { messages } from '../messages/frame.en.js';
import { act, type Outcome } from './actions.js';
import type { PhotoLink } from './photo-link.js';
import { type FoundRequest, type Reader, type Rejection, readRequest } from './read-request.js';
import { CodePage, StatusPage } from './status-page.js';

const headers = { session: true } as const;
const pathOf = (id: string) => `/site-checks/${encodeURIComponent(id)}`;

/** Statuses for an unknown or malformed code or id. */
const unknownStatuses = [400, 401, 404, 422];

/** Shows the page that asks for the code, or explains why it is invalid. */
function askForCode(
  c: Context<Env>,
  { id, token }: Reader,
  rejection: Rejection,
  { alert, status }: Outcome,
) {
  const unknown = unknownStatuses.includes(rejection.status);
  const failed = !unknown && token !== undefined;
  return renderPage(
    c,
    <CodePage
      id={id}
      action={pathOf(id)}
      operator={c.get('services').config.operatorName}
      rejected={unknown && token !== undefined}
      alert={failed ? errorMessage({ ...rejection, ok: false, body: null }) : alert}
    />,
    {
      status: token === undefined ? (status ?? 200) : unknown ? 404 : rejection.status,
      ...headers,
    },
  );
}

/** Returns the photo link that the page sent along; only a URL of this service is shown again. */
function carriedLink(c: Context<Env>, typed: Record<string, string>): PhotoLink | null {
  const { capture_url: url = '', capture_ends: expiresAt = '' } = typed;
  const isOurs = url.startsWith(`${c.get('services').baseUrl}/capture#`);
  return isOurs && !Number.isNaN(Date.parse(expiresAt)) ? { url, expiresAt } : null;
}

async function render(
  app: Hono<Env>,
  c: Context<Env>,
  { id, token }: Reader,
  found: FoundRequest,
  outcome: Outcome & { carried?: PhotoLink | null },
): Promise<Response> {
  const { baseUrl, config } = c.get('services');
  const claimable = !found.own && token !== undefined && (await accountOf(app, c)) !== null;
  const { selfService } = found.request;
  const active = selfService?.status === 'active';
  // A carried link with another expiry than the current one was replaced in the meantime.
  const carried = outcome.carried?.expiresAt === selfService?.expiresAt ? outcome.carried : null;
  const canChange = ['offer_selected', 'awaiting_payment'].includes(found.request.status);
  return renderPage(
    c,
    <StatusPage
      {...found}
      token={token}
      claimable={claimable}
      changing={outcome.changing === true && canChange}
      photoLink={active ? (outcome.photoLink ?? carried ?? null) : null}
      forms={outcome.forms ?? {}}
      alert={outcome.alert}
      action={pathOf(id)}
      privateLink={token ? `${baseUrl}${pathOf(id)}#${token}` : null}
      operator={config.operatorName}
    />,
    { status: outcome.status ?? 200, ...headers },
  );
}

/** Shows a request to readers with access, and asks others for its code. */
export async function showStatus(
  app: Hono<Env>,
  c: Context<Env>,
  reader: Reader,
  outcome: Outcome & { carried?: PhotoLink | null } = {},
): Promise<Response> {
  const found = await readRequest(app, c, reader);
  if (!('request' in found)) return askForCode(c, reader, found, outcome);
  return render(app, c, reader, found, outcome);
}

/** Serves the PDF of the report as a download. */
async function sendPdf(app: Hono<Env>, c: Context<Env>, reader: Reader): Promise<Response> {
  const { id, token } = reader;
  const base = token ? '/v1/public/site-checks' : '/v1/customer/requests';
  const answer = await pageFetch(app, c, {
    path: `${base}/${encodeURIComponent(id)}/report.pdf`,
    token,
    headers: { accept: 'application/pdf' },
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    const alert = answer.status === 503 ? messages.noPdf : errorMessage({ ...answer, body: null });
    return showStatus(app, c, reader, { status: answer.status, alert });
  }
  return new Response(answer.body, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="report-${id}.pdf"`,
    },
  });
}

async function post(app: Hono<Env>, c: Context<Env>): Promise<Response> {
  const typed = await readForm(c);
  const reader = { id: c.req.param('id') ?? '', token: typed['access_token']?.trim() };
  if (typed['do'] === 'pdf') return sendPdf(app, c, reader);
  const outcome = await act(app, c, reader, typed);
  const { checkoutUrl } = outcome;
  // The policy (form-action) allows forms only to lead to this service; other checkouts are reached by a link.
  if (checkoutUrl?.startsWith(`${c.get('services').baseUrl}/`)) return c.redirect(checkoutUrl, 303);
  return showStatus(app, c, reader, { ...outcome, carried: carriedLink(c, typed) });
}

/** Mounts the page of a request; its token stays in the fragment and in request bodies. */
export function mountStatus(app: Hono<Env>): void {
  app.get('/site-checks/:id', (c) => showStatus(app, c, { id: c.req.param('id') }));
  app.post('/site-checks/:id', (c) => post(app, c));
}
