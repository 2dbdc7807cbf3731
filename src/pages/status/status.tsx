import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { createTranslator } from '../../messages/create-translator.js';
import { statusCatalogue } from '../../messages/status/catalogue.js';
import { errorMessage } from '../frame/error-message.js';
import { renderPage } from '../frame/frame.js';
import { frameText } from '../frame/frame-text.js';
import { pageLanguage } from '../frame/language.js';
import { readForm } from '../frame/read-form.js';
import type { PageError } from '../frame/run-operation.js';
import { accountOf } from '../frame/session.js';
import { download, downloadPdf, readPdf } from '../report/report-file.js';
import { editableValues } from '../request/edit.js';
import { act, type Outcome } from './actions.js';
import { calendarFile } from './calendar-file.js';
import { type FoundRequest, type Reader, readRequest, statusPath } from './read-request.js';
import { CodePage, StatusPage } from './status-page.js';

const headers = { session: true } as const;

/** Statuses for an unknown or malformed code or id. */
const unknownStatuses = [400, 401, 404, 422];

/** Shows the page that asks for the code, or explains why it is invalid. */
export function askForCode(
  c: Context<Env>,
  { id, token }: Reader,
  error: PageError | null,
  { alert, status }: Outcome,
  page: { action?: string; scripts?: readonly string[] } = {},
) {
  const unknown = !error || unknownStatuses.includes(error.status);
  const failed = error && !unknown && token !== undefined;
  const language = pageLanguage(c);
  return renderPage(
    c,
    <CodePage
      id={id}
      action={page.action ?? statusPath({ id })}
      scripts={page.scripts}
      operator={c.get('services').config.operatorName}
      rejected={unknown && token !== undefined}
      alert={failed ? errorMessage({ ...error, code: null }, {}, language) : alert}
    />,
    {
      status: token === undefined ? (status ?? 200) : unknown ? 404 : error.status,
      language,
      ...headers,
    },
  );
}

function isEditable(c: Context<Env>, { request }: FoundRequest): boolean {
  const services = c.get('services').catalogue.services.map((one) => one.service_key);
  return editableValues(request, services) !== null;
}

async function render(
  c: Context<Env>,
  { id, token }: Reader,
  found: FoundRequest,
  outcome: Outcome,
): Promise<Response> {
  const { baseUrl, config, mails } = c.get('services');
  const account = await accountOf(c);
  const claimable = !found.own && token !== undefined && account !== null;
  const canChange = ['offer_selected', 'awaiting_payment'].includes(found.request.status);
  return renderPage(
    c,
    <StatusPage
      {...found}
      token={token}
      account={account}
      claimable={claimable}
      changing={outcome.changing === true && canChange}
      forms={outcome.forms ?? {}}
      alert={outcome.alert}
      editable={isEditable(c, found)}
      action={statusPath({ id })}
      pushKey={c.get('services').push.publicKey}
      privateLink={token ? `${baseUrl}${statusPath({ id })}#${token}` : null}
      sendsMail={mails.configured}
      sendsTexts={mails.textsConfigured}
      operator={config.operatorName}
      map={config.map}
    />,
    { status: outcome.status ?? 200, language: pageLanguage(c), ...headers },
  );
}

/** Shows a request to readers with access, and asks others for its code. */
export async function showStatus(
  c: Context<Env>,
  reader: Reader,
  outcome: Outcome = {},
): Promise<Response> {
  const found = await readRequest(c, reader);
  if (!found || !('request' in found)) return askForCode(c, reader, found, outcome);
  return render(c, reader, found, outcome);
}

/** The PDF of the report as a file. */
async function sendPdf(c: Context<Env>, reader: Reader): Promise<Response> {
  const { id, token } = reader;
  const call = { target: id, token };
  const answer = await readPdf(c, token ? 'token' : 'session', call, pageLanguage(c));
  if (answer.ok) return downloadPdf(c, answer.result, `report-${id}.pdf`);
  const { status } = answer;
  const language = pageLanguage(c);
  return showStatus(c, reader, {
    status,
    alert:
      status === 503 ? frameText(language)('frame.no_pdf') : errorMessage(answer, {}, language),
  });
}

/** A calendar entry with the private link as a file. */
async function sendCalendar(c: Context<Env>, reader: Reader): Promise<Response> {
  const found = await readRequest(c, reader);
  if (!found || !('request' in found)) return askForCode(c, reader, found, {});
  const { baseUrl, clock } = c.get('services');
  const t = createTranslator(statusCatalogue, pageLanguage(c));
  const title = t('status.save.calendar_title', { objective: found.request.objective });
  const url = `${baseUrl}${statusPath(reader)}`;
  const file = calendarFile({ id: reader.id, title, url }, clock.now());
  return download(file, { name: `request-${reader.id}.ics`, type: 'text/calendar; charset=utf-8' });
}

async function post(c: Context<Env>): Promise<Response> {
  const typed = await readForm(c);
  const reader = { id: c.req.param('id') ?? '', token: typed['access_token']?.trim() };
  if (typed['do'] === 'pdf') return sendPdf(c, reader);
  if (typed['do'] === 'calendar') return sendCalendar(c, reader);
  const outcome = await act(c, reader, typed);
  const { checkoutUrl } = outcome;
  // The policy (form-action) allows forms only to lead to this service; other checkouts are reached by a link.
  if (checkoutUrl?.startsWith(`${c.get('services').baseUrl}/`)) return c.redirect(checkoutUrl, 303);
  return showStatus(c, reader, outcome);
}

/** Mounts the page of a request; its token stays in the fragment and in request bodies. */
export function mountStatus(app: Hono<Env>): void {
  app.get('/site-checks/:id', (c) => showStatus(c, { id: c.req.param('id') }));
  app.post('/site-checks/:id', (c) => post(c));
}
