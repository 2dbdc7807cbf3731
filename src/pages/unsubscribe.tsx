import type { Context, Hono } from 'hono';
import type { Env } from '../http/request.js';
import { ActionButton, Alert } from './frame/form.js';
import { Frame, renderPage } from './frame/frame.js';
import { readForm } from './frame/read-form.js';
import { messages } from './messages/unsubscribe.en.js';

const path = '/unsubscribe/:token';

interface Shown {
  /** The choice that was stored. */
  done?: 'subscribed' | 'unsubscribed';
}

function show(c: Context<Env>, { done }: Shown = {}) {
  const { mailPreferences, config } = c.get('services');
  const isValid = mailPreferences.isValidToken(c.req.param('token') ?? '');
  const next = done === 'unsubscribed' ? 'subscribe' : 'unsubscribe';
  return renderPage(
    c,
    <Frame heading={messages.heading} width="narrow" bare operator={config.operatorName}>
      <div class="stack">
        <div class="head">
          <h1>{messages.heading}</h1>
          {isValid && <p class="lead">{messages.lead}</p>}
        </div>
        {!isValid && <Alert>{messages.invalid}</Alert>}
        {done && (
          <p role="status" class="notice good">
            {messages[done]}
          </p>
        )}
        {isValid && (
          <ActionButton do={next} action={c.req.path} button={done ? 'button' : 'button go large'}>
            {messages[next]}
          </ActionButton>
        )}
      </div>
    </Frame>,
    { status: isValid ? 200 : 404 },
  );
}

/** Stores the choice; a POST without one is the one-click request of a mail client (RFC 8058). */
async function post(c: Context<Env>) {
  const typed = await readForm(c);
  const wantsOptional = typed['do'] === 'subscribe';
  const { mailPreferences } = c.get('services');
  const stored = await mailPreferences.choose(c.req.param('token') ?? '', wantsOptional);
  return show(c, stored ? { done: wantsOptional ? 'subscribed' : 'unsubscribed' } : {});
}

/** Mounts the page behind the unsubscribe link; only a POST unsubscribes, because scanners of mail open links. */
export function mountUnsubscribe(app: Hono<Env>): void {
  app.get(path, (c) => show(c));
  app.post(path, (c) => post(c));
}
