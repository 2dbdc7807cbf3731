import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { codeOf, errorMessage, isSignedOut } from '../frame/error-message.js';
import { type FormState, freshForm, isInvalid } from '../frame/form-state.js';
import { renderPage } from '../frame/frame.js';
import { type PageAnswer, pageQuery, pageRequest } from '../frame/page-request.js';
import { nameOf, orNull, readForm } from '../frame/read-form.js';
import { messages } from '../messages/account.en.js';
import { messages as frameMessages } from '../messages/frame.en.js';
import { AccountPage, type AccountPageProps, type ListedRequest } from './account-page.js';
import { mountMailLinks } from './mail-links.js';
import { passCookies, rejectedSecretly, renderSmall } from './parts.js';
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

const reading = `query($after: String) {
  customerSession { account { email fullName phone emailConfirmedAt } }
  customerRequests(first: 20, after: $after) {
    items { requestId objective address status submittedAt }
    pageInfo { endCursor hasNextPage }
  }
}`;

interface Read {
  customerSession: { account: AccountPageProps['account'] };
  customerRequests: {
    items: ListedRequest[];
    pageInfo: { endCursor: string | null; hasNextPage: boolean };
  };
}

async function show(app: Hono<Env>, c: Context<Env>, outcome: Outcome = {}): Promise<Response> {
  const cursor = c.req.query('cursor') ?? null;
  const answer = await pageQuery<Read>(app, c, reading, { after: cursor });
  const { ok, body } = answer;
  // A truncated cursor redirects to the first page.
  if (!ok && body.code === 'bad_cursor') return c.redirect('/account', 303);
  if (isSignedOut(body.code)) return c.redirect('/sign-in', 303);
  if (!ok || !body.data) {
    const alert = errorMessage(answer);
    return renderSmall(c, { heading: messages.account.heading, alert, status: answer.status });
  }
  const { customerSession, customerRequests } = body.data;
  const { items, pageInfo } = customerRequests;
  return renderPage(
    c,
    <AccountPage
      account={customerSession.account}
      requests={items.map((one) => ({
        ...one,
        status: one.status.toLowerCase() as ListedRequest['status'],
      }))}
      next={pageInfo.hasNextPage ? pageInfo.endCursor : null}
      forms={outcome.forms ?? {}}
      alert={outcome.alert}
      done={outcome.done}
      busy={outcome.busy}
      operator={c.get('services').config.operatorName}
    />,
    { status: outcome.status ?? 200, session: true },
  );
}

function showOutcome(app: Hono<Env>, c: Context<Env>, outcome: Outcome) {
  if (outcome.goTo) return c.redirect(outcome.goTo, 303);
  if (outcome.signedOut) {
    const alert = frameMessages.signedOut;
    return showSignIn(c, { state: freshForm('sign-in'), alert, status: 401 });
  }
  if (outcome.erased) {
    const { heading, lead } = messages.erased;
    return renderSmall(c, { heading, lead });
  }
  return show(app, c, outcome);
}

type Send = (path: string, body: object) => Promise<PageAnswer>;

/** Converts an error response to the outcome of the form it belongs to. */
function rejected(answer: PageAnswer, formId: string, typed: Typed): Outcome {
  const { status } = answer;
  if (isSignedOut(codeOf(answer))) return { signedOut: true };
  if (isInvalid(answer)) {
    return { status, forms: { [formId]: rejectedSecretly(formId, typed, answer) } };
  }
  return { status, alert: errorMessage(answer, { login_failed: messages.account.wrongPassword }) };
}

const account = '/v1/customer/account';

/** Returns the requests that block an erasure, with their objectives. */
async function busyRequests(app: Hono<Env>, c: Context<Env>, answer: PageAnswer) {
  const ids = (answer.body as { request_ids?: string[] }).request_ids ?? [];
  const found = ids.map(async (requestId) => {
    const { body } = await pageRequest<{ objective?: string } | null>(app, c, {
      path: `/v1/customer/requests/${requestId}`,
    });
    return { requestId, objective: body?.objective ?? requestId };
  });
  return Promise.all(found);
}

const actions: Record<
  string,
  (send: Send, typed: Typed, app: Hono<Env>, c: Context<Env>) => Promise<Outcome>
> = {
  async details(send, typed) {
    const answer = await send(account, {
      full_name: nameOf(typed['full_name']),
      phone: orNull(typed['phone']),
    });
    return answer.ok ? { done: messages.account.saved } : rejected(answer, 'details', typed);
  },
  async password(send, typed) {
    const { current_password = '', new_password = '' } = typed;
    const answer = await send(`${account}/password`, { current_password, new_password });
    // A new password comes with a new session, which this request does not carry yet.
    return answer.ok ? { goTo: '/account?changed' } : rejected(answer, 'password', typed);
  },
  async resend(send) {
    const answer = await send('/v1/customer/auth/resend-confirmation', {});
    return answer.ok ? { done: messages.account.sent } : rejected(answer, 'resend', {});
  },
  async 'sign-out'(send) {
    const answer = await send('/v1/customer/auth/logout', {});
    // Showing the reader as signed out while the session is valid would leave it to the next user of the device.
    if (!answer.ok && !isSignedOut(codeOf(answer))) return rejected(answer, 'sign-out', {});
    return { goTo: '/sign-in' };
  },
  async erase(send, typed, app, c) {
    const answer = await send(`${account}/erase`, { password: typed['password'] ?? '' });
    if (answer.ok) return { erased: true };
    if (codeOf(answer) !== 'account_busy') return rejected(answer, 'erase', typed);
    return { status: answer.status, busy: await busyRequests(app, c, answer) };
  },
};

interface ExportPage {
  requests: unknown[];
  [name: string]: unknown;
}

/** Returns the cursor of the next page from a Link header. */
const nextOf = (headers: Headers) =>
  /[?&](cursor=[^&>]+)[^>]*>; *rel="?next/.exec(headers.get('link') ?? '')?.[1];

/** Returns all data stored about a customer, with all pages in one file. */
async function sendExport(app: Hono<Env>, c: Context<Env>): Promise<Response> {
  let whole: ExportPage | undefined;
  let query: string | undefined = '';
  while (query !== undefined) {
    const answer: PageAnswer<ExportPage | null> = await pageRequest(app, c, {
      path: `${account}/export?${query}`,
    });
    if (!answer.ok || !answer.body) {
      return showOutcome(app, c, rejected(answer, 'export', {}));
    }
    const page: ExportPage = answer.body;
    whole = { ...page, requests: [...(whole?.requests ?? []), ...page.requests] };
    query = nextOf(answer.headers);
  }
  return c.body(JSON.stringify(whole, null, 2), 200, {
    'content-type': 'application/json',
    'content-disposition': 'attachment; filename="my-data.json"',
  });
}

async function post(app: Hono<Env>, c: Context<Env>): Promise<Response> {
  const typed = await readForm(c);
  const name = typed['do'] ?? '';
  if (name === 'export') return sendExport(app, c);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) return show(app, c);
  const send: Send = async (path, body) => {
    const answer = await pageRequest(app, c, { method: 'POST', path, body });
    passCookies(c, answer);
    return answer;
  };
  return showOutcome(app, c, await action(send, typed, app, c));
}

/** Mounts the pages of a customer's account. */
export function mountAccount(app: Hono<Env>): void {
  mountSignIn(app);
  mountMailLinks(app);
  app.get('/account', (c) => {
    const changed = c.req.query('changed') !== undefined;
    return show(app, c, changed ? { done: messages.account.changed } : {});
  });
  app.post('/account', (c) => post(app, c));
}
