import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { loginCustomer } from '../../modules/customer/login-customer.js';
import { registerCustomer } from '../../modules/customer/register-customer.js';
import { codeOf, errorMessage } from '../frame/error-message.js';
import { Alert } from '../frame/form.js';
import { type FormState, freshForm, isInvalid, rejectedForm } from '../frame/form-state.js';
import { frameText } from '../frame/frame-text.js';
import { pageLanguage } from '../frame/language.js';
import { nameOf, readForm } from '../frame/read-form.js';
import { runOperation } from '../frame/run-operation.js';
import {
  AccountForm,
  accountText,
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
  const t = accountText(c);
  const heading = frameText(pageLanguage(c))('frame.sign_in');
  return renderSmall(c, {
    heading,
    lead: t('account.sign_in.lead'),
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
          button={heading}
          look="button go large"
        />
        <p class="links">
          <a href="/register">{t('account.register.heading')}</a>
          <a href="/reset-password">{t('account.sign_in.forgotten')}</a>
        </p>
      </>
    ),
  });
}

function showRegister(
  c: Context<Env>,
  { state, alert, status, taken }: Shown & { taken?: boolean },
) {
  const t = accountText(c);
  return renderSmall(c, {
    heading: t('account.register.heading'),
    lead: t('account.register.lead'),
    states: [state],
    status,
    alert,
    children: (
      <>
        {taken && (
          <Alert>
            <a href="/sign-in">{t('account.register.taken')}</a>
          </Alert>
        )}
        <AccountForm
          do="register"
          action="/register"
          state={state}
          inputs={['full_name', 'email', 'phone', 'first_password']}
          button={t('account.register.button')}
          look="button go large"
        />
        <p class="links">
          <a href="/sign-in">{t('account.register.already')}</a>
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
  const language = pageLanguage(c);
  // A password that is too short is reported like any wrong one.
  const isWrong = isInvalid(answer) && email !== '' && password !== '';
  if (isInvalid(answer) && !isWrong) {
    const state = rejectedForm('sign-in', kept, answer, {}, language);
    return showSignIn(c, { state, status });
  }
  const wrong = accountText(c)('account.sign_in.wrong');
  const alert = isWrong ? wrong : errorMessage(answer, { login_failed: wrong }, language);
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
  const language = pageLanguage(c);
  if (isInvalid(answer)) {
    const state = rejectedSecretly('register', typed, answer, language);
    return showRegister(c, { state, status });
  }
  const state = freshForm('register', withoutSecrets(typed));
  if (codeOf(answer) === 'email_taken') return showRegister(c, { state, status, taken: true });
  return showRegister(c, { state, status, alert: errorMessage(answer, {}, language) });
}

/** Mounts the pages that open a session. */
export function mountSignIn(app: Hono<Env>): void {
  app.get('/sign-in', (c) => showSignIn(c, { state: freshForm('sign-in') }));
  app.post('/sign-in', (c) => signIn(c));
  app.get('/register', (c) => showRegister(c, { state: freshForm('register') }));
  app.post('/register', (c) => register(c));
}
