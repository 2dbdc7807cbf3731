import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { hour } from '../../lib/units.js';
import { accountCatalogue } from '../../messages/account/catalogue.js';
import { fill } from '../../messages/fill.js';
import { confirmCustomerEmail } from '../../modules/customer/confirm-customer-email.js';
import { mailTokenMilliseconds } from '../../modules/customer/customer.js';
import { requestPasswordReset } from '../../modules/customer/request-password-reset.js';
import { resendCustomerConfirmation } from '../../modules/customer/resend-customer-confirmation.js';
import { resetCustomerPassword } from '../../modules/customer/reset-customer-password.js';
import { codeOf, errorMessage, isSignedOut } from '../frame/error-message.js';
import { ActionButton, Field, Form, Problem } from '../frame/form.js';
import { type FormState, freshForm, isInvalid, rejectedForm } from '../frame/form-state.js';
import { frameText, useFrameText, useText } from '../frame/frame-text.js';
import { pageLanguage } from '../frame/language.js';
import { readForm } from '../frame/read-form.js';
import { type PageAnswer, type PageError, runOperation } from '../frame/run-operation.js';
import {
  AccountForm,
  accountText,
  Done,
  passCookies,
  rejectedSecretly,
  renderSmall,
  withoutSecrets,
} from './parts.js';

type Typed = Record<string, string>;

const isDead = (answer: PageAnswer) =>
  codeOf(answer) === 'token_expired' || codeOf(answer) === 'token_invalid';

/** Returns the message for an error of an operation that takes the code of a link. */
function linkError(c: Context<Env>, error: PageError): string {
  const t = accountText(c);
  const own = {
    token_expired: t('account.link.expired'),
    token_invalid: t('account.link.invalid'),
  };
  return errorMessage(error, own, pageLanguage(c));
}

/** Makes the page's script open a link of another mail, regardless of the state shown. */
const takesFragment = { 'data-takes-fragment': '' };

/** The code of a link; the script copies it from the fragment and hides the field. */
function Code({ state }: { state: FormState }) {
  const t = useFrameText();
  return (
    <div data-fragment="">
      <Field state={state} name="token" label={t('frame.access_code')} spellcheck={false} />
    </div>
  );
}

interface ConfirmShown {
  state?: FormState;
  done?: string;
  alert?: string;
  status?: number;
  /** True if the link no longer works, so that a new one is offered. */
  dead?: boolean;
  /** Token that sets the account's new password. */
  setsPassword?: string;
  /** True if a reader who needs a new link is not signed in. */
  signedOut?: boolean;
}

function showConfirm(c: Context<Env>, shown: ConfirmShown) {
  const t = accountText(c);
  const frame = frameText(pageLanguage(c));
  const { state = freshForm('confirm'), done, dead } = shown;
  return renderSmall(c, {
    heading: t('account.confirm.heading'),
    main: takesFragment,
    lead: done || dead ? undefined : t('account.confirm.lead'),
    states: [state],
    status: shown.status,
    alert: shown.alert,
    children: (
      <>
        {done && <Done>{done}</Done>}
        {shown.signedOut && (
          <p>
            <a class="button" href="/sign-in">
              {frame('frame.sign_in')}
            </a>
          </p>
        )}
        <Problem state={state} labels={{ token: frame('frame.access_code') }} />
        {shown.setsPassword !== undefined && (
          <AccountForm
            do="set"
            action="/reset-password"
            state={freshForm('set')}
            inputs={['other_password']}
            button={t('account.reset.set')}
            look="button go large"
          >
            <input type="hidden" name="token" value={shown.setsPassword} />
          </AccountForm>
        )}
        {!done && !dead && (
          <Form do="confirm" action="/confirm-email" class="form">
            <Code state={state} />
            <div class="actions">
              <button type="submit" class="button go large">
                {t('account.confirm.button')}
              </button>
            </div>
          </Form>
        )}
        {dead && (
          <Form do="resend" action="/confirm-email">
            <div class="actions">
              <button type="submit" class="button go">
                {t('account.send_new')}
              </button>
            </div>
          </Form>
        )}
        {done && shown.setsPassword === undefined && (
          <div class="actions">
            <a class="button" href="/account">
              {frame('frame.your_requests')}
            </a>
          </div>
        )}
      </>
    ),
  });
}

async function resend(c: Context<Env>) {
  const t = accountText(c);
  const answer = await runOperation(c, resendCustomerConfirmation);
  if (answer.ok) return showConfirm(c, { done: t('account.sent') });
  const signedOut = isSignedOut(codeOf(answer));
  const alert = signedOut
    ? t('account.confirm.sign_in')
    : errorMessage(answer, {}, pageLanguage(c));
  return showConfirm(c, { status: answer.status, alert, signedOut, dead: true });
}

async function confirm(c: Context<Env>, typed: Typed) {
  const t = accountText(c);
  const token = typed['token']?.trim() ?? '';
  if (token === '') {
    const message = frameText(pageLanguage(c))('frame.fill_in');
    const errors = { token: { message, rule: 'filled' } };
    return showConfirm(c, { status: 422, state: { id: 'confirm', values: { token }, errors } });
  }
  const answer = await runOperation(c, confirmCustomerEmail, { input: { token } });
  if (answer.ok) {
    return answer.result.passwordHash !== undefined
      ? showConfirm(c, { done: t('account.confirm.done') })
      : showConfirm(c, { done: t('account.confirm.choose_password'), setsPassword: token });
  }
  if (isInvalid(answer)) {
    return showConfirm(c, { status: 422, alert: t('account.link.invalid'), dead: true });
  }
  const { status } = answer;
  const state = freshForm('confirm', { token });
  const alert = linkError(c, answer);
  return showConfirm(c, { status, state, alert, dead: isDead(answer) });
}

interface ResetShown {
  requested?: FormState;
  set?: FormState;
  done?: string;
  signedIn?: boolean;
  alert?: string;
  status?: number;
  /** Email to which a link was sent. */
  sentTo?: string;
  /** The form to show: only the new password once a code was sent. */
  only?: 'asked' | 'set';
}

function showReset(c: Context<Env>, shown: ResetShown) {
  const t = accountText(c);
  const {
    requested = freshForm('asked'),
    set = freshForm('set'),
    only,
    done,
    signedIn,
    sentTo,
  } = shown;
  const sendsMail = c.get('services').mails.configured;
  const lead = t(sendsMail ? 'account.reset.lead' : 'account.reset.no_mail');
  return renderSmall(c, {
    heading: t('account.reset.heading'),
    main: takesFragment,
    // With a link, the password is set here.
    lead: only === 'set' || done ? undefined : <span data-without-fragment="">{lead}</span>,
    states: [requested, set],
    status: shown.status,
    alert: shown.alert,
    children: (
      <>
        {done && <Done>{done}</Done>}
        {sentTo !== undefined && <SentLink email={sentTo} />}
        {!done && only !== 'set' && sendsMail && (
          <div data-without-fragment={only === 'asked' ? undefined : ''}>
            <AccountForm
              do="ask"
              action="/reset-password"
              state={requested}
              inputs={['email']}
              button={t('account.reset.button')}
              look="button go large"
            />
          </div>
        )}
        {!done && only !== 'asked' && (
          <div data-with-fragment={only === 'set' ? undefined : ''} class="tight">
            {only !== 'set' && (
              <h2 class="h3" data-fragment="">
                {t('account.reset.have_link')}
              </h2>
            )}
            <AccountForm
              do="set"
              action="/reset-password"
              state={set}
              inputs={['other_password']}
              button={t('account.reset.set')}
              look="button go large"
            >
              <Code state={set} />
            </AccountForm>
          </div>
        )}
        {signedIn && (
          <p>
            <a class="button" href="/account">
              {frameText(pageLanguage(c))('frame.your_requests')}
            </a>
          </p>
        )}
      </>
    ),
  });
}

/** What to expect of a link that was sent, and what to do if it does not arrive. */
function SentLink({ email }: { email: string }) {
  const t = useText(accountCatalogue);
  const hours = mailTokenMilliseconds.reset / hour;
  return (
    <>
      <p>
        {fill(t('account.reset.wait', { hours, email: '{email}' }), { email: <bdi>{email}</bdi> })}
      </p>
      <div class="actions">
        <ActionButton do="ask" action="/reset-password" hidden={{ email, again: 'yes' }}>
          {t('account.reset.again')}
        </ActionButton>
        <a class="button quiet" href="/reset-password">
          {t('account.reset.other_email')}
        </a>
      </div>
    </>
  );
}

async function askForReset(c: Context<Env>, typed: Typed) {
  const { email = '' } = typed;
  const t = accountText(c);
  const language = pageLanguage(c);
  const answer = await runOperation(c, requestPasswordReset, { input: { email } });
  if (answer.ok) {
    const done = t(typed['again'] ? 'account.reset.sent_again' : 'account.reset.sent');
    return showReset(c, { done, sentTo: email });
  }
  const { status } = answer;
  if (isInvalid(answer)) {
    const requested = rejectedForm('asked', typed, answer, {}, language);
    return showReset(c, { requested, only: 'asked', status });
  }
  const requested = freshForm('asked', typed);
  const alert = errorMessage(answer, {}, language);
  return showReset(c, { requested, only: 'asked', alert, status });
}

async function setPassword(c: Context<Env>, typed: Typed) {
  const { password = '' } = typed;
  const token = typed['token']?.trim() ?? '';
  const answer = await runOperation(c, resetCustomerPassword, { input: { token, password } });
  passCookies(c, answer);
  if (answer.ok) {
    const done = accountText(c)('account.reset.done');
    return showReset(c, { done, signedIn: true });
  }
  const { status } = answer;
  if (isInvalid(answer)) {
    const set = rejectedSecretly('set', typed, answer, pageLanguage(c));
    return showReset(c, { set, only: 'set', status });
  }
  const alert = linkError(c, answer);
  // A dead link is useless, so a new one is offered. A valid one is kept for another attempt.
  if (isDead(answer)) return showReset(c, { only: 'asked', alert, status });
  const set = freshForm('set', withoutSecrets(typed));
  return showReset(c, { set, only: 'set', alert, status });
}

/** Mounts the pages behind the links of account mails; the token stays in the fragment and in request bodies. */
export function mountMailLinks(app: Hono<Env>): void {
  app.get('/confirm-email', (c) => showConfirm(c, {}));
  app.post('/confirm-email', async (c) => {
    const typed = await readForm(c);
    return typed['do'] === 'resend' ? resend(c) : confirm(c, typed);
  });
  app.get('/reset-password', (c) => showReset(c, {}));
  app.post('/reset-password', async (c) => {
    const typed = await readForm(c);
    return typed['do'] === 'set' ? setPassword(c, typed) : askForReset(c, typed);
  });
}
