import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { loginCustomer } from '../../modules/customer/login-customer.js';
import { registerCustomer } from '../../modules/customer/register-customer.js';
import { codeOf, errorMessage } from '../frame/error-message.js';
import { Alert } from '../frame/form.js';
import { type FormState, freshForm, isInvalid, rejectedForm } from '../frame/form-state.js';
import { nameOf, readForm } from '../frame/read-form.js';
import { runOperation } from '../frame/run-operation.js';
import { messages } from '../messages/account.en.js';
import {
  AccountForm,
  passCookies,
  rejectedSecretly,
  renderSmall,
  withoutSecrets,
} from './parts.js';

interface Shown {
  state: FormState;
  alert?: string;
  status?: number;
}

/** Shows the sign-in form, with any message that the reader needs first. */
export function showSignIn(c: Context<Env>, { state, alert, status }: Shown) {
  const { signIn } = messages;
  return renderSmall(c, {
    heading: signIn.heading,
    lead: signIn.lead,
    states: [state],
    status,
    alert,
    children: (
      <>
        <AccountForm
          do="sign-in"
          action="/sign-in"
          state={state}
          inputs={['email', 'password']}
          button={signIn.button}
          look="button go large"
        />
        <p class="links">
          <a href="/register">{signIn.create}</a>
          <a href="/reset-password">{signIn.forgotten}</a>
        </p>
      </>
    ),
  });
}

function showRegister(
  c: Context<Env>,
  { state, alert, status, taken }: Shown & { taken?: boolean },
) {
  const { register } = messages;
  return renderSmall(c, {
    heading: register.heading,
    lead: register.lead,
    states: [state],
    status,
    alert,
    children: (
      <>
        {taken && (
          <Alert>
            <a href="/sign-in">{register.have}</a>
          </Alert>
        )}
        <AccountForm
          do="register"
          action="/register"
          state={state}
          inputs={['full_name', 'email', 'phone', 'first_password']}
          button={register.button}
          look="button go large"
        />
        <p class="links">
          <a href="/sign-in">{register.already}</a>
        </p>
      </>
    ),
  });
}

async function signIn(c: Context<Env>) {
  const typed = await readForm(c);
  const { email = '', password = '' } = typed;
  const answer = await runOperation(c, loginCustomer, { input: { email, password } });
  passCookies(c, answer);
  if (answer.ok) return c.redirect('/account', 303);
  const { status } = answer;
  const kept = withoutSecrets(typed);
  // A password that is too short is reported like any wrong one.
  const isWrong = isInvalid(answer) && email !== '' && password !== '';
  if (isInvalid(answer) && !isWrong) {
    return showSignIn(c, { state: rejectedForm('sign-in', kept, answer), status });
  }
  const alert = isWrong
    ? messages.signIn.wrong
    : errorMessage(answer, { login_failed: messages.signIn.wrong });
  return showSignIn(c, { state: freshForm('sign-in', kept), alert, status });
}

async function register(c: Context<Env>) {
  const typed = await readForm(c);
  const { email = '', phone = '', password = '' } = typed;
  const answer = await runOperation(c, registerCustomer, {
    input: { full_name: nameOf(typed['full_name']), email, phone, password },
  });
  passCookies(c, answer);
  if (answer.ok) return c.redirect('/account', 303);
  const { status } = answer;
  if (isInvalid(answer)) {
    return showRegister(c, { state: rejectedSecretly('register', typed, answer), status });
  }
  const state = freshForm('register', withoutSecrets(typed));
  if (codeOf(answer) === 'email_taken') return showRegister(c, { state, status, taken: true });
  return showRegister(c, { state, status, alert: errorMessage(answer) });
}

/** Mounts the pages that open a session. */
export function mountSignIn(app: Hono<Env>): void {
  app.get('/sign-in', (c) => showSignIn(c, { state: freshForm('sign-in') }));
  app.post('/sign-in', (c) => signIn(c));
  app.get('/register', (c) => showRegister(c, { state: freshForm('register') }));
  app.post('/register', (c) => register(c));
}
