import type { Context, Hono } from 'hono';
import type { Env } from '../http/request.js';
import { createTranslator } from '../messages/create-translator.js';
import { unsubscribeCatalogue } from '../messages/unsubscribe/catalogue.js';
import type { UnsubscribeEnglish } from '../messages/unsubscribe/en.js';
import { ActionButton, Alert } from './frame/form.js';
import { Frame, renderPage } from './frame/frame.js';
import { pageLanguage } from './frame/language.js';
import { readForm } from './frame/read-form.js';

const path = '/unsubscribe/:token';

const choices = {
  subscribe: 'unsubscribe.subscribe',
  unsubscribe: 'unsubscribe.unsubscribe',
} as const satisfies Record<string, keyof UnsubscribeEnglish>;

const outcomes = {
  subscribed: 'unsubscribe.subscribed',
  unsubscribed: 'unsubscribe.unsubscribed',
} as const satisfies Record<string, keyof UnsubscribeEnglish>;

interface Shown {
  /** The choice that was stored. */
  done?: keyof typeof outcomes;
}

function show(c: Context<Env>, { done }: Shown = {}) {
  const language = pageLanguage(c);
  const t = createTranslator(unsubscribeCatalogue, language);
  const { mailPreferences, config } = c.get('services');
  const isValid = mailPreferences.isValidToken(c.req.param('token') ?? '');
  const next = done === 'unsubscribed' ? 'subscribe' : 'unsubscribe';
  return renderPage(
    c,
    <Frame heading={t('unsubscribe.heading')} width="narrow" bare operator={config.operatorName}>
      <div class="stack">
        <div class="head">
          <h1>{t('unsubscribe.heading')}</h1>
          {isValid && <p class="lead">{t('unsubscribe.lead')}</p>}
        </div>
        {!isValid && <Alert>{t('unsubscribe.invalid')}</Alert>}
        {done && (
          <p role="status" class="notice good">
            {t(outcomes[done])}
          </p>
        )}
        {isValid && (
          <ActionButton do={next} action={c.req.path} button={done ? 'button' : 'button go large'}>
            {t(choices[next])}
          </ActionButton>
        )}
      </div>
    </Frame>,
    { status: isValid ? 200 : 404, language },
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
