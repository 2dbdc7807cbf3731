import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { readDegrees } from '../../lib/coordinates.js';
import { readPlace } from '../../lib/place-text.js';
import { createTranslator } from '../../messages/create-translator.js';
import { requestCatalogue } from '../../messages/request/catalogue.js';
import { listServices } from '../../modules/catalogue/list-services.js';
import { createCustomerRequest } from '../../modules/customer-request/create-customer-request.js';
import { readPlaceInput } from '../../modules/place/place-input.js';
import { requestSiteCheck } from '../../modules/site-check/request-site-check.js';
import { errorMessage } from '../frame/error-message.js';
import { type FormState, freshForm, isInvalid, rejectedForm } from '../frame/form-state.js';
import { renderPage } from '../frame/frame.js';
import { pageLanguage } from '../frame/language.js';
import { orNull, readForm } from '../frame/read-form.js';
import { type PageError, runOperation } from '../frame/run-operation.js';
import { accountOf } from '../frame/session.js';
import { noNotes } from '../messages/notes.en.js';
import { type Reader, readRequest, statusPath } from '../status/read-request.js';
import { askForCode, showStatus } from '../status/status.js';
import { cancelReplaced, editableValues, replacedBy } from './edit.js';
import { issuesByField, ownQuestionsOf } from './own-questions.js';
import { RequestPage, scripts } from './request-page.js';

const formId = 'request';
/** For 422 responses, which name only the violated bound. */
const ranges = { latitude: [-90, 90], longitude: [-180, 180] } as const;
const headers = { permissions: ['geolocation'], session: true } as const;

const textOf = (c: Context<Env>) => createTranslator(requestCatalogue, pageLanguage(c));

interface Shown {
  state: FormState;
  submissionId?: string | undefined;
  alert?: string;
  status?: number;
  /** The request that this one replaces. */
  replaces?: Reader | null;
}

async function show(c: Context<Env>, shown: Shown): Promise<Response> {
  const [services, account] = await Promise.all([runOperation(c, listServices), accountOf(c)]);
  const language = pageLanguage(c);
  const { alert = services.ok ? undefined : errorMessage(services, {}, language) } = shown;
  return renderPage(
    c,
    <RequestPage
      state={shown.state}
      services={services.ok ? services.result : []}
      catalogue={c.get('services').catalogue}
      account={account}
      submissionId={shown.submissionId ?? `web-${randomUUID()}`}
      alert={alert}
      replaces={shown.replaces ?? null}
      baseUrl={c.get('services').baseUrl}
      operator={c.get('services').config.operatorName}
      map={c.get('services').config.map}
      sendsMail={c.get('services').mails.configured}
    />,
    { status: shown.status ?? services.status, language, ...headers },
  );
}

/** Returns the position that a text states, such as a plus code; null for a name or an address. */
function positionIn(text: string) {
  const read = readPlaceInput(text);
  if (read.kind !== 'position') return null;
  const { latitude, longitude } = read.position;
  return { latitude: `${latitude}`, longitude: `${longitude}` };
}

/** Returns the operation's input: an empty optional field is null, and empty notes become a fixed text. */
function inputOf(typed: Record<string, string>) {
  const { objective = '', address = '', latitude = '', longitude = '' } = typed;
  const hasNumbers = `${latitude}${longitude}`.trim() !== '';
  // Without script, both numbers can be in one field, or the address can state them.
  const place =
    readPlace(latitude) ?? readPlace(longitude) ?? (hasNumbers ? null : positionIn(address));
  return {
    service_key: orNull(typed['service_key']),
    objective,
    address,
    latitude: place?.latitude ?? readDegrees(latitude) ?? latitude.trim(),
    longitude: place?.longitude ?? readDegrees(longitude) ?? longitude.trim(),
    notes: orNull(typed['notes']) ?? noNotes,
    questions: ownQuestionsOf(typed),
    intake_submission_id: typed['intake_submission_id'],
  };
}

/** Requests the check, into the account of a customer or as a guest, and shows it. */
async function request(c: Context<Env>): Promise<Response> {
  const typed = await readForm(c);
  const input = inputOf(typed);
  const contact = {
    requester_name: orNull(typed['requester_name']),
    requester_email: orNull(typed['requester_email']),
    requester_phone: orNull(typed['requester_phone']),
  };
  const isCustomer = typed['account'] !== undefined;
  const answer = isCustomer
    ? await runOperation(c, createCustomerRequest, { input })
    : await runOperation(c, requestSiteCheck, { input: { ...input, ...contact } });
  if (!answer.ok) return rejected(c, typed, answer);
  const { request: made, accessToken } = answer.result;
  const replaced = replacedBy(typed);
  const alert = replaced && replaced.id !== made._id && (await cancelReplaced(c, replaced));
  return showStatus(c, { id: made._id, token: accessToken }, alert ? { alert } : {});
}

/** Shows the form filled with a request, as long as it can be edited. */
async function edit(c: Context<Env>, reader: Reader): Promise<Response> {
  const found = await readRequest(c, reader);
  if (!found || !('request' in found)) {
    const action = statusPath({ id: reader.id }, 'edit');
    return askForCode(c, reader, found, {}, { action, scripts });
  }
  const services = c.get('services').catalogue.services.map((one) => one.service_key);
  const values = editableValues(found.request, services);
  if (!values) {
    const t = textOf(c);
    return showStatus(c, reader, { status: 409, alert: t('request.not_editable') });
  }
  return show(c, { state: freshForm(formId, values), replaces: reader });
}

function rejected(
  c: Context<Env>,
  typed: Record<string, string>,
  answer: PageError,
): Promise<Response> {
  const { intake_submission_id: submissionId } = typed;
  const replaces = replacedBy(typed);
  const language = pageLanguage(c);
  const t = textOf(c);
  if (isInvalid(answer)) {
    const issues = issuesByField(typed, answer.issues);
    const state = rejectedForm(formId, typed, { issues }, ranges, language);
    return show(c, { state, submissionId, replaces, status: 422 });
  }
  const signedOut = t('request.signed_out', { button: t('request.see_offers') });
  const own = {
    intake_conflict: t('request.conflict'),
    session_missing: signedOut,
    session_invalid: signedOut,
  };
  const alert = errorMessage(answer, own, language);
  const state = freshForm(formId, typed);
  return show(c, { state, submissionId, replaces, alert, status: answer.status });
}

/** Mounts the public page for requesting a check. */
export function mountRequest(app: Hono<Env>): void {
  app.get('/', (c) => show(c, { state: freshForm(formId) }));
  // Reached by reloading the answer without its form.
  app.get('/site-checks', (c) => c.redirect('/', 303));
  app.post('/site-checks', (c) => request(c));
  app.get('/site-checks/:id/edit', (c) => edit(c, { id: c.req.param('id') }));
  app.post('/site-checks/:id/edit', async (c) => {
    const { access_token: token } = await readForm(c);
    return edit(c, { id: c.req.param('id'), token: token?.trim() });
  });
}
