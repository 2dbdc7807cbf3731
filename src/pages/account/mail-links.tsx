import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { hour } from '../../lib/units.js';
import { fill } from '../../messages/fill.js';
import { confirmCustomerEmail } from '../../modules/customer/confirm-customer-email.js';
import { mailTokenMilliseconds } from '../../modules/customer/customer.js';
import { requestPasswordReset } from '../../modules/customer/request-password-reset.js';
import { resendCustomerConfirmation } from '../../modules/customer/resend-customer-confirmation.js';
import { resetCustomerPassword } from '../../modules/customer/reset-customer-password.js';
import { codeOf, errorMessage, isSignedOut } from '../frame/error-message.js';
import { ActionButton, Field, Form, Problem } from '../frame/form.js';
import { type FormState, freshForm, isInvalid, rejectedForm } from '../frame/form-state.js';
import { readForm } from '../frame/read-form.js';
import { type PageAnswer, runOperation } from '../frame/run-operation.js';
import { messages } from '../messages/account.en.js';
import { messages as frameMessages } from '../messages/frame.en.js';
import {
  AccountForm,
  Done,
  passCookies,
  rejectedSecretly,
  renderSmall,
  withoutSecrets,
} from './parts.js';

type Typed = Record<string, string>;

/** Messages for errors of a link, by code. */
const linkMessages = { token_expired: messages.link.expired, token_invalid: messages.link.invalid };
const isDead = (answer: PageAnswer) => Object.hasOwn(linkMessages, codeOf(answer) ?? '');

/** Makes the page's script open a link of another mail, regardless of the state shown. */
const takesFragment = { 'data-takes-fragment': '' };

/** The code of a link; the script copies it from the fragment and hides the field. */
function Code({ state }: { state: FormState }) {
  return (
    <div data-fragment="">
      <Field state={state} name="token" label={messages.fields.token} spellcheck={false} />
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
  const { confirm, fields } = messages;
  const { state = freshForm('confirm'), done, dead } = shown;
  return renderSmall(c, {
    heading: confirm.heading,
    main: takesFragment,
    lead: done || dead ? undefined : confirm.lead,
    states: [state],
    status: shown.status,
    alert: shown.alert,
    children: (
      <>
        {done && <Done>{done}</Done>}
        {shown.signedOut && (
          <p>
            <a class="button" href="/sign-in">
              {messages.signIn.button}
            </a>
          </p>
        )}
        <Problem state={state} labels={fields} />
        {shown.setsPassword !== undefined && (
          <AccountForm
            do="set"
            action="/reset-password"
            state={freshForm('set')}
            inputs={['other_password']}
            button={messages.reset.set}
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
                {confirm.button}
              </button>
            </div>
          </Form>
        )}
        {dead && (
          <Form do="resend" action="/confirm-email">
            <div class="actions">
              <button type="submit" class="button go">
                {confirm.sendNew}
              </button>
            </div>
          </Form>
        )}
        {done && shown.setsPassword === undefined && (
          <div class="actions">
            <a class="button" href="/account">
              {confirm.toRequests}
            </a>
          </div>
        )}
      </>
    ),
  });
}

async function resend(c: Context<Env>) {
  const answer = await runOperation(c, resendCustomerConfirmation);
  if (answer.ok) return showConfirm(c, { done: messages.confirm.sent });
  const signedOut = isSignedOut(codeOf(answer));
  const alert = signedOut ? messages.confirm.signIn : errorMessage(answer);
  return showConfirm(c, { status: answer.status, alert, signedOut, dead: true });
}

async function confirm(c: Context<Env>, typed: Typed) {
  const token = typed['token']?.trim() ?? '';
  if (token === '') {
    const errors = { token: { message: frameMessages.fillIn, rule: 'filled' } };
    return showConfirm(c, { status: 422, state: { id: 'confirm', values: { token }, errors } });
  }
  const answer = await runOperation(c, confirmCustomerEmail, { input: { token } });
  if (answer.ok) {
    return answer.result.passwordHash !== undefined
      ? showConfirm(c, { done: messages.confirm.done })
      : showConfirm(c, { done: messages.confirm.choosePassword, setsPassword: token });
  }
  if (isInvalid(answer)) {
    return showConfirm(c, { status: 422, alert: messages.link.invalid, dead: true });
  }
  const { status } = answer;
  const state = freshForm('confirm', { token });
  const alert = errorMessage(answer, linkMessages);
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
  const { reset } = messages;
  const {
    requested = freshForm('asked'),
    set = freshForm('set'),
    only,
    done,
    signedIn,
    sentTo,
  } = shown;
  const sendsMail = c.get('services').mails.configured;
  const lead = sendsMail ? reset.lead : reset.noMail;
  return renderSmall(c, {
    heading: reset.heading,
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
              button={reset.button}
              look="button go large"
            />
          </div>
        )}
        {!done && only !== 'asked' && (
          <div data-with-fragment={only === 'set' ? undefined : ''} class="tight">
            {only !== 'set' && (
              <h2 class="h3" data-fragment="">
                {reset.haveLink}
              </h2>
            )}
            <AccountForm
              do="set"
              action="/reset-password"
              state={set}
              inputs={['other_password']}
              button={reset.set}
              look="button go large"
            >
              <Code state={set} />
            </AccountForm>
          </div>
        )}
        {signedIn && (
          <p>
            <a class="button" href="/account">
              {reset.toRequests}
            </a>
          </p>
        )}
      </>
    ),
  });
}

/** What to expect of a link that was sent, and what to do if it does not arrive. */
function SentLink({ email }: { email: string }) {
  const { reset } = messages;
  const hours = mailTokenMilliseconds.reset / hour;
  return (
    <>
      <p>{fill(reset.wait(hours), { email: <bdi>{email}</bdi> })}</p>
      <div class="actions">
        <ActionButton do="ask" action="/reset-password" hidden={{ email, again: 'yes' }}>
          {reset.again}
        </ActionButton>
        <a class="button quiet" href="/reset-password">
          {reset.otherEmail}
        </a>
      </div>
    </>
  );
}

async function askForReset(c: Context<Env>, typed: Typed) {
  const { email = '' } = typed;
  const answer = await runOperation(c, requestPasswordReset, { input: { email } });
  if (answer.ok) {
    const done = typed['again'] ? messages.reset.sentAgain : messages.reset.sent;
    return showReset(c, { done, sentTo: email });
  }
  const { status } = answer;
  if (isInvalid(answer)) {
    return showReset(c, { requested: rejectedForm('asked', typed, answer), only: 'asked', status });
  }
  const requested = freshForm('asked', typed);
  return showReset(c, { requested, only: 'asked', alert: errorMessage(answer), status });
}

async function setPassword(c: Context<Env>, typed: Typed) {
  const { password = '' } = typed;
  const token = typed['token']?.trim() ?? '';
  const answer = await runOperation(c, resetCustomerPassword, { input: { token, password } });
  passCookies(c, answer);
  if (answer.ok) return showReset(c, { done: messages.reset.done, signedIn: true });
  const { status } = answer;
  if (isInvalid(answer)) {
    return showReset(c, { set: rejectedSecretly('set', typed, answer), only: 'set', status });
  }
  const alert = errorMessage(answer, linkMessages);
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
