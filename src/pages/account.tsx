import type { Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';
import type { Env } from '../http/request.js';
import { compiledUrl } from '../lib/compiled.js';
import { assetResponse } from './assets.js';
import { Page } from './page.js';

const script = '/account/start.js';
const policy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What the script fills in, and what is said without it. */
function Frame({ heading, children }: { heading: string; children?: Child }) {
  return (
    <Page title={`${heading} – Verification service`} script={script}>
      <h1>{heading}</h1>
      <p id="done" role="status" />
      <p id="problem" role="alert" />
      {children}
      <noscript>
        <p>This page needs JavaScript to read the link from the mail.</p>
      </noscript>
    </Page>
  );
}

function ConfirmEmail() {
  return (
    <Frame heading="Confirm your email">
      <form id="confirm" hidden novalidate>
        <button type="submit">Confirm</button>
      </form>
      <form id="resend" hidden novalidate>
        <button type="submit">Send a new one</button>
      </form>
    </Frame>
  );
}

function ResetPassword() {
  return (
    <Frame heading="Reset your password">
      <form id="request" hidden novalidate>
        <label>
          Email
          <input name="email" type="email" autocomplete="username" />
        </label>
        <button type="submit">Send the link</button>
      </form>
      <form id="reset" hidden novalidate>
        <label>
          New password
          <input name="password" type="password" autocomplete="new-password" />
        </label>
        <button type="submit">Set password</button>
      </form>
    </Frame>
  );
}

function render(c: Context<Env>, page: Child): Response | Promise<Response> {
  c.header('content-security-policy', policy);
  // Under no-referrer some browsers send `Origin: null`, which sign-ins refuse.
  c.header('referrer-policy', 'same-origin');
  return c.html(page as string);
}

/** Puts the pages behind the links of account mails on the app; the token stays in the fragment. */
export function mountAccountPages(app: Hono<Env>): void {
  app.get('/confirm-email', (c) => render(c, <ConfirmEmail />));
  app.get('/reset-password', (c) => render(c, <ResetPassword />));
  app.get(script, (c) =>
    assetResponse(
      c,
      compiledUrl(import.meta.url, './account-client.js'),
      'text/javascript; charset=utf-8',
    ),
  );
}
