import type { Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';
import { z } from 'zod';
import { ApiError } from '../errors.js';
import { jsonBodyBytesMax, readBody } from '../http/body.js';
import type { Env } from '../http/request.js';
import { formatMoney } from '../lib/money.js';
import { choice } from '../lib/schema.js';
import {
  checkoutOutcome,
  endSandboxCheckout,
  getCheckout,
  type ShownCheckout,
} from '../modules/site-check/checkout-page.js';
import { validateForm, validateJsonBody } from '../rest/pydantic/validate.js';
import { validationResponse } from '../rest/pydantic/validation-response.js';

/** What the page's buttons send, as a form or as JSON. */
const checkoutOutcomeInput = z.object({
  outcome: choice(checkoutOutcome).describe('Outcome of the checkout session.'),
});

const style = `
:root{color-scheme:light dark;--page:#eef1f5;--card:#fff;--ink:#17202b;--soft:#556270;--line:#d8dee6;--go:#12633f;--go-ink:#fff;--note:#fff6dd;--note-ink:#5c4400;--good:#e3f4ea;--good-ink:#0e4d31;--bad:#fde8e6;--bad-ink:#7a1a12}
@media (prefers-color-scheme:dark){:root{--page:#10161d;--card:#19222c;--ink:#e8edf2;--soft:#a5b1be;--line:#34414f;--go:#4cc38a;--go-ink:#07140d;--note:#3a2f0c;--note-ink:#ffe7a3;--good:#12352a;--good-ink:#b9f0d5;--bad:#43191a;--bad-ink:#ffc9c4}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem 1rem;background:var(--page);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",sans-serif}
main{width:100%;max-width:27rem;background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.75rem;box-shadow:0 8px 30px rgb(0 0 0/.07)}
h1{font-size:1.25rem;line-height:1.3;margin:0 0 .25rem}
p{margin:.5rem 0}.soft{color:var(--soft);font-size:.925rem;overflow-wrap:anywhere}
.price{font-size:2.1rem;font-weight:650;letter-spacing:-.01em;margin:1rem 0 0;font-variant-numeric:tabular-nums}
dl{margin:1.25rem 0;border-top:1px solid var(--line)}
dl div{display:flex;justify-content:space-between;gap:1rem;padding:.6rem 0;border-bottom:1px solid var(--line)}
dt{color:var(--soft)}dd{margin:0;text-align:right;overflow-wrap:anywhere}
.note,.good,.bad{border-radius:9px;padding:.65rem .85rem;font-size:.925rem}
.note{background:var(--note);color:var(--note-ink)}.good{background:var(--good);color:var(--good-ink)}.bad{background:var(--bad);color:var(--bad-ink)}
form{display:grid;gap:.6rem;margin-top:1.25rem}
button,.button{font:inherit;font-weight:600;min-height:2.9rem;padding:.6rem 1rem;border-radius:9px;border:1px solid var(--line);background:transparent;color:var(--ink);cursor:pointer;text-align:center;text-decoration:none;display:block}
button.go,.button.go{background:var(--go);border-color:var(--go);color:var(--go-ink)}
button:hover,.button:hover{filter:brightness(.96)}
:focus-visible{outline:3px solid #3b82f6;outline-offset:2px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.6rem}`;

function Page({ title, children }: { title: string; children?: Child }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <style>{style}</style>
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}

/** What a session that can no longer be paid says. */
const closedWords = {
  paid: ['good', 'Thank you. The payment was made, and the site check is confirmed.'],
  failed: [
    'bad',
    'The payment was declined. Nothing was taken. Start another checkout to try again.',
  ],
  cancelled: ['note', 'This checkout was cancelled. Nothing was taken.'],
  expired: [
    'note',
    'This checkout has expired. Nothing was taken. Start another checkout to try again.',
  ],
} as const;

function State({ session, here }: { session: ShownCheckout['session']; here: string }) {
  if (session.state !== 'open') {
    const [kind, words] = closedWords[session.state];
    const refunded = session.refundedAt ? ' Your payment has been refunded.' : '';
    return (
      <p class={kind} role="status">
        {words}
        {refunded} You can close this page.
      </p>
    );
  }
  if (session.provider !== 'sandbox') {
    return (
      <>
        <p class="note" role="status">
          Not paid yet. A payment can take a moment to appear here.
        </p>
        {session.url && (
          <p>
            <a class="button go" href={session.url}>
              Go to checkout
            </a>
          </p>
        )}
      </>
    );
  }
  return (
    <>
      <p class="note">This is a sandbox: no money moves.</p>
      <form method="post" action={here}>
        <button type="submit" class="go" name="outcome" value="paid">
          Pay {formatMoney(session.amountMinor, session.currency)}
        </button>
        <div class="pair">
          <button type="submit" name="outcome" value="declined">
            Decline the card
          </button>
          <button type="submit" name="outcome" value="cancelled">
            Cancel
          </button>
        </div>
      </form>
    </>
  );
}

const minute = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function CheckoutPage({ request, session }: ShownCheckout) {
  const here = `/checkout/${session.sessionId}?key=${session.key}`;
  return (
    <Page title={session.state === 'open' ? 'Pay for your site check' : 'Your site check'}>
      <h1>{request.objective}</h1>
      <p class="soft">{request.address}</p>
      <p class="price">{formatMoney(session.amountMinor, session.currency)}</p>
      <dl>
        <div>
          <dt>Offer</dt>
          <dd>{session.label}</dd>
        </div>
        <div>
          <dt>{session.state === 'open' ? 'Pay until' : 'Opened'}</dt>
          <dd>{minute(session.state === 'open' ? session.expiresAt : session.createdAt)}</dd>
        </div>
      </dl>
      <State session={session} here={here} />
    </Page>
  );
}

function render(
  c: Context<Env>,
  page: Child,
  status: 200 | 404 | 409,
): Response | Promise<Response> {
  c.header('cache-control', 'no-store');
  c.header(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  return c.html(page as string, status);
}

const wantsHtml = (c: Context<Env>) => (c.req.header('accept') ?? '').includes('text/html');

const placeOf = (c: Context<Env>) =>
  [c.req.param('session_id') ?? '', c.req.query('key') ?? ''] as const;

/** Says a refusal to a person; null for whatever is no refusal of a checkout. */
function refusal(c: Context<Env>, error: unknown) {
  const known = error instanceof ApiError && (error.status === 404 || error.status === 409);
  if (!known || !wantsHtml(c)) return null;
  const page = (
    <Page title={error.title}>
      <h1>{error.title}</h1>
      <p class="bad" role="alert">
        {error.message} {error.status === 404 ? 'Check that the address is complete.' : error.hint}
      </p>
    </Page>
  );
  return render(c, page, error.status as 404 | 409);
}

async function showCheckout(c: Context<Env>): Promise<Response> {
  try {
    const shown = await getCheckout(c.get('services'), ...placeOf(c));
    return await render(c, <CheckoutPage {...shown} />, 200);
  } catch (error) {
    const page = refusal(c, error);
    if (page) return page;
    throw error;
  }
}

/** The outcome as a form sends it, or as JSON. */
async function readOutcome(c: Context<Env>) {
  const bytes = await readBody(c.req.raw, jsonBodyBytesMax);
  const contentType = c.req.header('content-type') ?? '';
  if (!contentType.startsWith('application/x-www-form-urlencoded')) {
    return validateJsonBody(checkoutOutcomeInput, { bytes, contentType });
  }
  const form = new URLSearchParams(Buffer.from(bytes).toString('utf8'));
  return validateForm(checkoutOutcomeInput, Object.fromEntries(form));
}

async function endCheckout(c: Context<Env>): Promise<Response> {
  const place = placeOf(c);
  try {
    // Who may not know of the session learns nothing of its form either.
    await getCheckout(c.get('services'), ...place);
    const sent = await readOutcome(c);
    if (sent.outcome === 'unreadable')
      throw new ApiError('bad_request', 'The body is not valid text.');
    if (sent.outcome === 'invalid') return validationResponse(sent.issues);
    const ended = await endSandboxCheckout(c.get('services'), ...place, sent.value.outcome);
    if (wantsHtml(c)) return c.redirect(`/checkout/${place[0]}?key=${place[1]}`, 303);
    const { request, session } = ended;
    return c.json({
      session_id: session.sessionId,
      status: session.state,
      request_id: request._id,
      request_status: request.status,
      payment_status: request.paymentStatus,
    });
  } catch (error) {
    const page = refusal(c, error);
    if (page) return page;
    throw error;
  }
}

/** Puts the pages behind checkout addresses on the app; they work without script. */
export function mountCheckout(app: Hono<Env>): void {
  app.get('/checkout/:session_id', showCheckout);
  app.post('/checkout/:session_id', endCheckout);
}
