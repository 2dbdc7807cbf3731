import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { Env } from '../../http/request.js';
import { Alert, Field, Form, Problem } from '../frame/form.js';
import { type FormState, rejectedForm } from '../frame/form-state.js';
import { Frame, type FrameProps, renderPage } from '../frame/frame.js';
import { Icon } from '../frame/icons.js';
import type { PageAnswer, PageError } from '../frame/run-operation.js';
import { messages } from '../messages/account.en.js';
import { messages as frameMessages } from '../messages/frame.en.js';

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
): FormState {
  const entries = Object.entries(typed).map(([name, value]) => [
    name,
    isSecret(name) ? '•'.repeat([...value].length) : value,
  ]);
  const { errors } = rejectedForm(id, Object.fromEntries(entries), answer);
  return { id, values: withoutSecrets(typed), errors };
}

const { fields } = messages;
const newPassword = {
  type: 'password',
  autocomplete: 'new-password',
  hint: messages.passwordHint,
} as const;

/** The controls of the account forms, each defined once. */
const controls = {
  full_name: {
    name: 'full_name',
    label: fields.full_name,
    autocomplete: 'name',
    hint: frameMessages.nameHint,
  },
  email: { name: 'email', label: fields.email, type: 'email', autocomplete: 'username' },
  phone: {
    name: 'phone',
    label: fields.phone,
    type: 'tel',
    autocomplete: 'tel',
    hint: messages.phoneHint,
  },
  password: {
    name: 'password',
    label: fields.password,
    type: 'password',
    autocomplete: 'current-password',
  },
  current_password: {
    name: 'current_password',
    label: fields.current_password,
    type: 'password',
    autocomplete: 'current-password',
  },
  new_password: { name: 'new_password', label: fields.new_password, ...newPassword },
  first_password: { name: 'password', label: fields.password, ...newPassword },
  other_password: { name: 'password', label: fields.new_password, ...newPassword },
} as const;

interface AccountFormProps {
  do: string;
  action: string;
  state: FormState;
  inputs: readonly (keyof typeof controls)[];
  button: string;
  /** Class of the button. */
  look?: string;
  label?: string;
  /** Content before the fields. */
  children?: Child;
}

/** A form of an account: its errors, its fields, its button. */
export function AccountForm(props: AccountFormProps) {
  const { state, inputs, button, look = 'button', children, ...form } = props;
  // An error message names its field as the form does: "password" can be the new one.
  const labels = Object.fromEntries(
    inputs.map((control) => {
      const { name, label } = controls[control];
      return [name, label];
    }),
  );
  return (
    <Form {...form} class="form">
      <Problem state={state} labels={{ ...fields, ...labels }} />
      {children}
      {inputs.map((control) => (
        <Field state={state} {...controls[control]} />
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
    { status, session: true },
  );
}
