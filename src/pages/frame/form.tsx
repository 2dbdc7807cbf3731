import type { Child } from 'hono/jsx';
import { messages } from '../messages/frame.en.js';
import type { FormState } from './form-state.js';
import { Icon } from './icons.js';

interface FormProps {
  /** Action that the page's POST handler runs. */
  do: string;
  /** Address; the page's own when left out. */
  action?: string;
  /** Name of the form for those who cannot see it. */
  label?: string;
  /** Access token of the reader, sent in the body. */
  token?: string | undefined;
  class?: string;
  /** The answer is a file: the browser itself sends the form and stores it. */
  file?: boolean;
  /** More that is sent, by name. */
  hidden?: Record<string, string>;
  /** Attributes that the page's script reads. */
  data?: Record<`data-${string}`, string | undefined>;
  children?: Child;
}

/** A form that works without script; the service alone judges what is typed. */
export function Form(props: FormProps) {
  const { token, hidden = {} } = props;
  return (
    <form
      method="post"
      action={props.action}
      class={props.class}
      aria-label={props.label}
      novalidate
      data-file={props.file ? '' : undefined}
      {...props.data}
    >
      <input type="hidden" name="do" value={props.do} />
      {token && <input type="hidden" name="access_token" value={token} />}
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {props.children}
    </form>
  );
}

/** A form that is one button. */
export function ActionButton(props: FormProps & { button?: string }) {
  const { button = 'button', children, ...form } = props;
  return (
    <Form {...form}>
      <button type="submit" class={button} data-key={props.do}>
        {children}
      </button>
    </Form>
  );
}

interface FieldProps {
  state: FormState;
  name: string;
  label: string;
  hint?: string;
  type?: 'text' | 'email' | 'tel' | 'password';
  inputmode?: 'decimal' | 'numeric' | 'email' | 'tel';
  autocomplete?: string;
  /** Lines of a long text. */
  rows?: number;
  /** Value and words of each choice; the first is chosen when nothing was. */
  options?: readonly (readonly [value: string, label: string])[];
  spellcheck?: boolean;
}

export const fieldId = (state: FormState, name: string) => `${state.id}-${name}`;

/** A labelled control with its hint and, after a refusal, what is wrong with it. */
export function Field(props: FieldProps) {
  const { state, name, label, hint, options, rows } = props;
  const id = fieldId(state, name);
  const error = state.errors[name];
  const value = state.values[name] ?? '';
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const common = {
    id,
    name,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? ('true' as const) : undefined,
    'data-rule': error?.rule,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {options ? (
        <select {...common}>
          {options.map(([option, text]) => (
            <option value={option} selected={name in state.values && option === value}>
              {text}
            </option>
          ))}
        </select>
      ) : rows ? (
        <textarea {...common} rows={rows}>
          {value}
        </textarea>
      ) : (
        <input
          {...common}
          type={props.type ?? 'text'}
          value={value}
          inputmode={props.inputmode}
          autocomplete={props.autocomplete ?? 'off'}
          spellcheck={props.spellcheck}
        />
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          <Icon name="bad" />
          <span>{error.message}</span>
        </p>
      )}
    </div>
  );
}

/**
 * The fields of a form that are wrong, each a link to it; nothing where none is.
 * @param labels words of the fields, by name
 */
export function Problem({ state, labels }: { state: FormState; labels: Record<string, string> }) {
  const wrong = Object.entries(state.errors);
  if (wrong.length === 0) return null;
  return (
    <div role="alert" class="notice bad" tabindex={-1}>
      <Icon name="warn" />
      <div>
        <h2>{messages.problem}</h2>
        <ul>
          {wrong.map(([name, { message }]) => (
            <li>
              {labels[name] ? (
                <a href={`#${fieldId(state, name)}`}>
                  {labels[name]}: {message}
                </a>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** What went wrong with an action. */
export function Alert({ children }: { children?: Child }) {
  return (
    <div role="alert" class="notice bad" tabindex={-1}>
      <Icon name="warn" />
      <p>{children}</p>
    </div>
  );
}

/**
 * The access code of a page whose address has none; script sends what the fragment holds.
 * @param props.ofCustomer whether a session opens the page too, so that its customer may sign in instead
 */
export function CodeForm(props: { action: string; id: string; ofCustomer?: boolean }) {
  const { action, id, ofCustomer } = props;
  return (
    <Form do="open" action={action} class="form" data={{ 'data-code': id }}>
      <div class="field">
        <label for="code">{messages.accessCode}</label>
        <p class="hint" id="code-hint">
          {messages.codeHint}
        </p>
        <input
          id="code"
          name="access_token"
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-describedby="code-hint"
        />
      </div>
      <div class="actions">
        <button type="submit" class="button go">
          {messages.open}
        </button>
      </div>
      {ofCustomer && (
        <p class="links">
          <a href="/sign-in">{messages.signInInstead}</a>
        </p>
      )}
    </Form>
  );
}
