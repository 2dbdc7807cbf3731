import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { Env } from '../../http/request.js';
import { accountCatalogue } from '../../messages/account/catalogue.js';
import type { AccountEnglish } from '../../messages/account/en.js';
import { createTranslator, type Translate } from '../../messages/create-translator.js';
import type { Language } from '../../messages/language.js';
import { Alert, Field, type FieldProps, Form, Problem } from '../frame/form.js';
import { type FormState, rejectedForm } from '../frame/form-state.js';
import { Frame, type FrameProps, renderPage } from '../frame/frame.js';
import { useFrameText, useText } from '../frame/frame-text.js';
import { Icon } from '../frame/icons.js';
import { pageLanguage } from '../frame/language.js';
import type { PageAnswer, PageError } from '../frame/run-operation.js';

/** Returns the messages of the account pages in the language of the reader. */
export const accountText = (c: Context<Env>): Translate<AccountEnglish> =>
  createTranslator(accountCatalogue, pageLanguage(c));

const isSecret = (name: string) => /password/.test(name);

/** Returns the typed values without secrets, which pages never send back. */
export function withoutSecrets(typed: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !isSecret(name)));
}

/** Returns the form after a 422 response; a secret is only checked for its length, and not sent back. */
export function rejectedSecretly(
  id: string,
  typed: Record<string, string>,
  answer: Pick<PageError, 'issues'>,
  language: Language,
): FormState {
  const entries = Object.entries(typed).map(([name, value]) => [
    name,
    isSecret(name) ? '•'.repeat([...value].length) : value,
  ]);
  const { errors } = rejectedForm(id, Object.fromEntries(entries), answer, {}, language);
  const t = createTranslator(accountCatalogue, language);
  const own = Object.entries(errors).map(([name, error]) => {
    // Besides its length, a password has a single rule.
    const isEmail = isSecret(name) && error.rule === 'any';
    return [name, isEmail ? { ...error, message: t('account.password_is_email') } : error];
  });
  return { id, values: withoutSecrets(typed), errors: Object.fromEntries(own) };
}

const newPassword = {
  type: 'password',
  autocomplete: 'new-password',
  hint: 'account.password_hint',
} as const;

interface Control extends Pick<FieldProps, 'name' | 'type' | 'autocomplete'> {
  label: keyof AccountEnglish;
  hint?: keyof AccountEnglish;
}

/** The controls of the account forms, each defined once. */
const controls = {
  full_name: { name: 'full_name', label: 'account.full_name', autocomplete: 'name' },
  email: { name: 'email', label: 'account.email', type: 'email', autocomplete: 'username' },
  phone: {
    name: 'phone',
    label: 'account.phone',
    type: 'tel',
    autocomplete: 'tel',
    hint: 'account.phone_hint',
  },
  language: { name: 'language', label: 'account.language', hint: 'account.language_hint' },
  password: {
    name: 'password',
    label: 'account.password',
    type: 'password',
    autocomplete: 'current-password',
  },
  current_password: {
    name: 'current_password',
    label: 'account.current_password',
    type: 'password',
    autocomplete: 'current-password',
  },
  new_password: { name: 'new_password', label: 'account.new_password', ...newPassword },
  first_password: { name: 'password', label: 'account.password', ...newPassword },
  other_password: { name: 'password', label: 'account.new_password', ...newPassword },
} as const satisfies Record<string, Control>;

interface AccountFormProps {
  do: string;
  action: string;
  state: FormState;
  inputs: readonly (keyof typeof controls)[];
  button: string;
  /** Class of the button. */
  look?: string;
  label?: string;
  /** Choices of the selects, by name. */
  options?: Readonly<Record<string, FieldProps['options']>>;
  /** Content before the fields. */
  children?: Child;
}

/** A form of an account: its errors, its fields, its button. */
export function AccountForm(props: AccountFormProps) {
  const { state, inputs, options = {}, button, look = 'button', children, ...form } = props;
  const t = useText(accountCatalogue);
  const frame = useFrameText();
  const shown = inputs.map((name): Control => controls[name]);
  const labels = Object.fromEntries(shown.map(({ name, label }) => [name, t(label)]));
  return (
    <Form {...form} class="form">
      <Problem state={state} labels={{ token: frame('frame.access_code'), ...labels }} />
      {children}
      {shown.map(({ label, hint, ...control }) => (
        <Field
          state={state}
          {...control}
          label={t(label)}
          hint={control.name === 'full_name' ? frame('frame.name_hint') : hint && t(hint)}
          options={options[control.name]}
        />
      ))}
      <div class="actions">
        <button type="submit" class={look}>
          {button}
        </button>
      </div>
    </Form>
  );
}

/** Puts the cookies of an answer of the interface on the page's. */
export function passCookies(c: Context<Env>, { cookies }: PageAnswer): void {
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true });
}

/** A message about a completed action. */
export function Done({ children }: { children?: Child }) {
  return (
    <div class="notice good" role="status">
      <Icon name="good" />
      <p>{children}</p>
    </div>
  );
}

interface SmallPage {
  heading: string;
  lead?: Child | undefined;
  states?: readonly FormState[];
  alert?: string | undefined;
  status?: number | undefined;
  /** Attributes of `main`. */
  main?: FrameProps['main'];
  children?: Child;
}

/** Renders a page with a single form. */
export function renderSmall(
  c: Context<Env>,
  { heading, lead, states = [], alert, status = 200, main, children }: SmallPage,
): Response | Promise<Response> {
  const wrong = states.some(({ errors }) => Object.keys(errors).length > 0);
  return renderPage(
    c,
    <Frame
      heading={heading}
      wrong={wrong}
      operator={c.get('services').config.operatorName}
      main={main}
    >
      <div class="slim sheet stack">
        <div class="head">
          <h1>{heading}</h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        {alert && <Alert>{alert}</Alert>}
        {children}
      </div>
    </Frame>,
    { status, language: pageLanguage(c), session: true },
  );
}
