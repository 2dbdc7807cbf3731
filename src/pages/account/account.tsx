import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { changeCustomerPassword } from '../../modules/customer/change-customer-password.js';
import { getCustomerSession } from '../../modules/customer/get-customer-session.js';
import { logoutCustomer } from '../../modules/customer/logout-customer.js';
import { resendCustomerConfirmation } from '../../modules/customer/resend-customer-confirmation.js';
import { updateCustomer } from '../../modules/customer/update-customer.js';
import { getCustomerRequest } from '../../modules/customer-request/get-customer-request.js';
import { eraseCustomer } from '../../modules/erasure/erase-customer.js';
import { exportCustomer } from '../../modules/erasure/export-customer.js';
import type { Operation } from '../../operation.js';
import { codeOf, errorMessage, isSignedOut } from '../frame/error-message.js';
import { type FormState, freshForm, isInvalid } from '../frame/form-state.js';
import { renderPage } from '../frame/frame.js';
import { frameText } from '../frame/frame-text.js';
import { pageLanguage } from '../frame/language.js';
import { nameOf, orNull, readForm } from '../frame/read-form.js';
import {
  type PageAnswer,
  type PageCall,
  type PageError,
  type Represent,
  runOperation,
} from '../frame/run-operation.js';
import { AccountPage, type AccountPageProps } from './account-page.js';
import { mountMailLinks } from './mail-links.js';
import { accountText, passCookies, rejectedSecretly, renderSmall } from './parts.js';
import { readRequests, requestsFile, searchOf } from './requests.js';
import { mountSignIn, showSignIn } from './sign-in.js';

type Typed = Record<string, string>;

interface Outcome {
  status?: number;
  alert?: string;
  done?: string;
  forms?: Record<string, FormState>;
  busy?: AccountPageProps['busy'];
  /** Page to redirect to. */
  goTo?: string;
  /** True if the action failed because the session is missing or invalid. */
  signedOut?: boolean;
  /** True if the account was erased. */
  erased?: boolean;
}

const showFailed = (c: Context<Env>, failed: PageError) =>
  renderSmall(c, {
    heading: frameText(pageLanguage(c))('frame.your_requests'),
    alert: errorMessage(failed, {}, pageLanguage(c)),
    status: failed.status,
  });

async function show(c: Context<Env>, outcome: Outcome = {}): Promise<Response> {
  const session = await runOperation(c, getCustomerSession);
  if (isSignedOut(codeOf(session))) return c.redirect('/sign-in', 303);
  if (!session.ok) return showFailed(c, session);
  const read = await readRequests(c, searchOf(c));
  if (!read.ok) {
    const { failed } = read;
    // A damaged cursor leads back to the first page.
    const isDamaged = codeOf(failed) === 'bad_cursor' || isInvalid(failed);
    return isDamaged ? c.redirect('/account', 303) : showFailed(c, failed);
  }
  return renderPage(
    c,
    <AccountPage
      account={session.result.customer}
      listed={read.listed}
      forms={outcome.forms ?? {}}
      alert={outcome.alert}
      done={outcome.done}
      busy={outcome.busy}
      operator={c.get('services').config.operatorName}
      sendsMail={c.get('services').mails.configured}
    />,
    { status: outcome.status ?? 200, language: pageLanguage(c), session: true },
  );
}

function showOutcome(c: Context<Env>, outcome: Outcome) {
  if (outcome.goTo) return c.redirect(outcome.goTo, 303);
  if (outcome.signedOut) {
    const alert = frameText(pageLanguage(c))('frame.signed_out');
    return showSignIn(c, { state: freshForm('sign-in'), alert, status: 401 });
  }
  if (outcome.erased) {
    const t = accountText(c);
    return renderSmall(c, { heading: t('account.deleted'), lead: t('account.deleted_lead') });
  }
  return show(c, outcome);
}

/** Returns the outcome of a failed operation, with the messages for its form. */
function rejected(c: Context<Env>, answer: PageError, formId: string, typed: Typed = {}): Outcome {
  const { status } = answer;
  const language = pageLanguage(c);
  if (isSignedOut(codeOf(answer))) return { signedOut: true };
  if (isInvalid(answer)) {
    return { status, forms: { [formId]: rejectedSecretly(formId, typed, answer, language) } };
  }
  const own = { login_failed: accountText(c)('account.wrong_password') };
  return { status, alert: errorMessage(answer, own, language) };
}

/** The requests that an erasure waits for, by their objectives. */
async function busyRequests(c: Context<Env>, { body }: PageError) {
  const ids = (body['request_ids'] ?? []) as string[];
  const found = ids.map(async (requestId) => {
    const answer = await runOperation(c, getCustomerRequest, { target: requestId });
    return { requestId, objective: answer.ok ? answer.result.request.objective : requestId };
  });
  return Promise.all(found);
}

type Run = <R>(op: Operation<R>, input?: PageCall['input']) => Promise<PageAnswer<Awaited<R>>>;

const actions: Record<string, (c: Context<Env>, run: Run, typed: Typed) => Promise<Outcome>> = {
  async details(c, run, typed) {
    const { language } = typed;
    const answer = await run(updateCustomer, {
      full_name: nameOf(typed['full_name']),
      phone: orNull(typed['phone']),
      language: language === undefined ? undefined : orNull(language),
    });
    if (!answer.ok) return rejected(c, answer, 'details', typed);
    return { done: accountText(c)('account.saved') };
  },
  async password(c, run, typed) {
    const { current_password = '', new_password = '' } = typed;
    const answer = await run(changeCustomerPassword, { current_password, new_password });
    // A new password comes with a new session, which the next read would not carry yet.
    return answer.ok ? { goTo: '/account?changed' } : rejected(c, answer, 'password', typed);
  },
  async resend(c, run) {
    const answer = await run(resendCustomerConfirmation);
    return answer.ok ? { done: accountText(c)('account.sent') } : rejected(c, answer, 'resend');
  },
  async 'sign-out'(c, run) {
    const answer = await run(logoutCustomer);
    // Without this check, a session that still works is left to the next user of the device.
    if (!answer.ok && !isSignedOut(answer.code)) return rejected(c, answer, 'sign-out');
    return { goTo: '/sign-in' };
  },
  async erase(c, run, typed) {
    const answer = await run(eraseCustomer, { password: typed['password'] ?? '' });
    if (answer.ok) return { erased: true };
    if (answer.code !== 'account_busy') return rejected(c, answer, 'erase', typed);
    return { status: answer.status, busy: await busyRequests(c, answer) };
  },
};

interface ExportPage {
  requests: unknown[];
  [name: string]: unknown;
}

/** Everything that is stored about a customer, all pages of it in one file. */
async function sendExport(c: Context<Env>, represent: Represent): Promise<Response> {
  let whole: ExportPage | undefined;
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const input = { cursor };
    const answer: PageAnswer = await runOperation<unknown>(c, exportCustomer, { input }, represent);
    if (!answer.ok) return showOutcome(c, rejected(c, answer, 'export'));
    const page = answer.result as ExportPage;
    whole = { ...page, requests: [...(whole?.requests ?? []), ...page.requests] };
    cursor = answer.nextCursor;
  }
  return c.body(JSON.stringify(whole, null, 2), 200, {
    'content-type': 'application/json',
    'content-disposition': 'attachment; filename="my-data.json"',
  });
}

async function post(c: Context<Env>, represent: Represent): Promise<Response> {
  const typed = await readForm(c);
  const name = typed['do'] ?? '';
  if (name === 'export') return sendExport(c, represent);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) return show(c);
  const run: Run = async (op, input = {}) => {
    const answer = await runOperation(c, op, { input });
    passCookies(c, answer);
    return answer;
  };
  return showOutcome(c, await action(c, run, typed));
}

/** The pages of a customer's account. */
export function mountAccount(app: Hono<Env>, represent: Represent): void {
  mountSignIn(app);
  mountMailLinks(app);
  app.get('/account', (c) => {
    const changed = c.req.query('changed') !== undefined;
    return show(c, changed ? { done: accountText(c)('account.password_changed') } : {});
  });
  app.get('/account/requests.csv', async (c) => {
    const answer = await requestsFile(c);
    if (answer instanceof Response) return answer;
    return isSignedOut(codeOf(answer)) ? c.redirect('/sign-in', 303) : showFailed(c, answer);
  });
  app.post('/account', (c) => post(c, represent));
}
