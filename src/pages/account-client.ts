// Runs in the browser, on /confirm-email and /reset-password.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

export {};

interface Issue {
  type: string;
  msg: string;
  ctx?: { min_length?: number; max_length?: number };
}

interface Refusal {
  code?: string;
  detail?: string | Issue[];
}

const token = location.hash.slice(1);
const element = (id: string) => document.getElementById(id);
const forms = [...document.forms];

function say(done: string, problem = ''): void {
  for (const [id, words] of Object.entries({ done, problem })) {
    const line = element(id);
    if (line) line.textContent = words;
  }
}

/** Shows one form and hides the others. */
function show(id: string | null): void {
  for (const form of forms) form.hidden = form.id !== id;
  element(id ?? '')
    ?.querySelector('input')
    ?.focus();
}

function wordsOf({ type, msg, ctx = {} }: Issue): string {
  if (type === 'missing') return 'Fill this in.';
  if (ctx.min_length) return `Enter at least ${ctx.min_length} characters.`;
  if (ctx.max_length) return `Use at most ${ctx.max_length} characters.`;
  if (type === 'value_error') return 'The password must not be the email.';
  return msg;
}

/** The words of a refusal that has none of its own on these pages. */
function wordsFor({ status, headers }: Response, { detail }: Refusal): string {
  const [issue] = Array.isArray(detail) ? detail : [];
  if (issue) return wordsOf(issue);
  if (status === 429) {
    return `Too many requests. Try again in ${headers.get('retry-after')} seconds.`;
  }
  return `Something went wrong on our side. Tell us the number ${headers.get('request-id')}.`;
}

interface Action {
  path: string;
  body: () => object;
  done: string;
  /** Form that remains when it is done. */
  then?: string;
  /** Says a refusal in words of its own; false for any other. */
  refused?: (code: string | undefined) => boolean;
}

async function act({ path, body, done, then, refused }: Action): Promise<void> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body()),
    });
  } catch {
    say('', 'No connection. What you typed is kept.');
    return;
  }
  const answer: Refusal = await response.json().catch(() => ({}));
  if (response.ok) {
    say(done);
    show(then ?? null);
  } else if (!refused?.(answer.code)) say('', wordsFor(response, answer));
}

/** @param next form that helps where the link does not */
const linkRefused = (next: string) => (code: string | undefined) => {
  if (code !== 'token_expired' && code !== 'token_invalid') return false;
  say('', code === 'token_expired' ? 'This link has expired.' : 'This link no longer works.');
  show(next);
  return true;
};

const typed = (form: string, name: string) =>
  element(form)?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';

const actions: Record<string, Action> = {
  confirm: {
    path: '/v1/customer/auth/confirm-email',
    body: () => ({ token }),
    done: 'Your email is confirmed.',
    refused: linkRefused('resend'),
  },
  resend: {
    path: '/v1/customer/auth/resend-confirmation',
    body: () => ({}),
    done: 'A new link is on its way.',
    refused(code) {
      if (!code?.startsWith('session_')) return false;
      say('', 'Sign in to get a new link.');
      return true;
    },
  },
  request: {
    path: '/v1/customer/auth/password-reset',
    body: () => ({ email: typed('request', 'email') }),
    done: 'If there is an account with this email, a link is on its way.',
  },
  reset: {
    path: '/v1/customer/auth/password-reset/confirm',
    body: () => ({ token, password: typed('reset', 'password') }),
    done: 'Your password is set. You are signed in.',
    refused: linkRefused('request'),
  },
};

for (const form of forms) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const action = actions[form.id];
    // A pressed button acts once.
    if (!action || form.ariaBusy === 'true') return;
    form.ariaBusy = 'true';
    await act(action).finally(() => {
      form.ariaBusy = null;
    });
  });
}

if (element('confirm')) {
  if (token === '') say('', 'This link is not complete.');
  show(token === '' ? 'resend' : 'confirm');
} else show(token === '' ? 'request' : 'reset');
