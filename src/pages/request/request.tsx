import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { readDegrees, readPlace } from '../../lib/place-text.js';
import { errorMessage } from '../frame/error-message.js';
import { type FormState, freshForm, isInvalid, rejectedForm } from '../frame/form-state.js';
import { renderPage } from '../frame/frame.js';
import { type PageAnswer, pageRequest } from '../frame/page-request.js';
import { orNull, readForm } from '../frame/read-form.js';
import { accountOf } from '../frame/session.js';
import { messages } from '../messages/request.en.js';
import { showStatus } from '../status/status.js';
import { RequestPage } from './request-page.js';

const formId = 'request';
/** For 422 responses, which name only the violated bound. */
const ranges = { latitude: [-90, 90], longitude: [-180, 180] } as const;
const headers = { permissions: ['geolocation'], session: true } as const;

interface Shown {
  state: FormState;
  submissionId?: string | undefined;
  alert?: string;
  status?: number;
}

async function show(app: Hono<Env>, c: Context<Env>, shown: Shown): Promise<Response> {
  const [services, account] = await Promise.all([
    pageRequest<{ service_key: string; label: string }[] | null>(app, c, {
      path: '/v1/public/services',
    }),
    accountOf(app, c),
  ]);
  const { alert = services.ok ? undefined : errorMessage(services) } = shown;
  return renderPage(
    c,
    <RequestPage
      state={shown.state}
      services={services.ok ? (services.body ?? []) : []}
      account={account}
      submissionId={shown.submissionId ?? `web-${randomUUID()}`}
      alert={alert}
      operator={c.get('services').config.operatorName}
    />,
    { status: shown.status ?? services.status, ...headers },
  );
}

/** Returns the API body of the form: omitted values are null, missing notes get a placeholder. */
function bodyOf(typed: Record<string, string>) {
  const { objective = '', address = '', latitude = '', longitude = '' } = typed;
  // Without script, both numbers can be in one field.
  const place = readPlace(latitude) ?? readPlace(longitude);
  return {
    service_key: orNull(typed['service_key']),
    objective,
    address,
    latitude: place?.latitude ?? readDegrees(latitude) ?? latitude.trim(),
    longitude: place?.longitude ?? readDegrees(longitude) ?? longitude.trim(),
    notes: orNull(typed['notes']) ?? messages.noNotes,
    intake_submission_id: typed['intake_submission_id'],
  };
}

/** Requests the check, for a customer's account or as a guest, and shows it. */
async function request(app: Hono<Env>, c: Context<Env>): Promise<Response> {
  const typed = await readForm(c);
  const isCustomer = typed['account'] !== undefined;
  const answer = await pageRequest<{ request_id: string; access_token: string } | null>(app, c, {
    method: 'POST',
    path: isCustomer ? '/v1/customer/requests' : '/v1/public/site-checks',
    body: {
      ...bodyOf(typed),
      ...(!isCustomer && {
        requester_name: orNull(typed['requester_name']),
        requester_email: orNull(typed['requester_email']),
        requester_phone: orNull(typed['requester_phone']),
      }),
    },
  });
  if (!answer.ok || !answer.body) return rejected(app, c, typed, answer);
  const { request_id: id, access_token: token } = answer.body;
  return showStatus(app, c, { id, token });
}

function rejected(
  app: Hono<Env>,
  c: Context<Env>,
  typed: Record<string, string>,
  answer: PageAnswer,
): Promise<Response> {
  const { intake_submission_id: submissionId } = typed;
  if (isInvalid(answer)) {
    const state = rejectedForm(formId, typed, answer, ranges);
    return show(app, c, { state, submissionId, status: 422 });
  }
  const own = {
    intake_conflict: messages.conflict,
    session_missing: messages.signedOut,
    session_invalid: messages.signedOut,
  };
  const alert = errorMessage(answer, own);
  const state = freshForm(formId, typed);
  return show(app, c, { state, submissionId, alert, status: answer.status });
}

/** Mounts the public page for requesting a check. */
export function mountRequest(app: Hono<Env>): void {
  app.get('/', (c) => show(app, c, { state: freshForm(formId) }));
  // Reached by reloading the response without its form.
  app.get('/site-checks', (c) => c.redirect('/', 303));
  app.post('/site-checks', (c) => request(app, c));
}
