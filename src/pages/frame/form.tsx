import type { Child } from 'hono/jsx';
import type { Language } from '../../messages/language.js';
import type { FormState } from './form-state.js';
import { useFrameText } from './frame-text.js';
import { Icon } from './icons.js';

interface FormProps {
  /** Action that the page's POST handler runs. */
  do: string;
  /** URL; by default the page's own. */
  action?: string;
  /** Accessible name of the form. */
  label?: string;
  /** Access token of the reader, sent in the body. */
  token?: string | undefined;
  class?: string;
  /** The response is a file: the browser sends the form itself and saves the response. */
  file?: boolean;
  /** Additional hidden fields, by name. */
  hidden?: Record<string, string>;
  /** Attributes for the page's script. */
  data?: Record<`data-${string}`, string | undefined>;
  children?: Child;
}

/** A form that works without script; only the service validates the values. */
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

/**
 * A form with a single button.
 * @param props.name accessible name of the button, if its text alone is not clear
 */
export function ActionButton(props: FormProps & { button?: string; name?: string }) {
  const { button = 'button', name, children, ...form } = props;
  return (
    <Form {...form}>
      <button type="submit" class={button} data-key={props.do} aria-label={name}>
        {children}
      </button>
    </Form>
  );
}

export interface FieldProps {
  state: FormState;
  name: string;
  label: string;
  hint?: string;
  type?: 'text' | 'email' | 'tel' | 'password';
  inputmode?: 'decimal' | 'numeric' | 'email' | 'tel';
  autocomplete?: string;
  /** Number of lines for a long text. */
  rows?: number;
  /** Value and label of each choice, and the language of a label that is not in the page's; the first is selected by default. */
  options?: readonly (readonly [value: string, label: string, lang?: Language])[];
  spellcheck?: boolean;
}

export const fieldId = (state: FormState, name: string) => `${state.id}-${name}`;

/** A labeled control with its hint and, after a rejection, its error. */
export function Field(props: FieldProps) {
  const { state, name, label, hint, options, rows } = props;
  const t = useFrameText();
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
  // Numbers, addresses of mail and secrets are always written from left to right.
  const dir = props.inputmode || (props.type && props.type !== 'text') ? undefined : 'auto';
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
          {options.map(([option, text, lang]) => (
            <option value={option} lang={lang} selected={name in state.values && option === value}>
              {text}
            </option>
          ))}
        </select>
      ) : rows ? (
        <textarea {...common} rows={rows} dir={dir}>
          {value}
        </textarea>
      ) : (
        <input
          {...common}
          type={props.type ?? 'text'}
          dir={dir}
          value={value}
          inputmode={props.inputmode}
          autocomplete={props.autocomplete ?? 'off'}
          spellcheck={props.spellcheck}
        />
      )}
      {props.type === 'password' && (
        <button
          type="button"
          class="button quiet reveal"
          hidden
          data-script=""
          data-reveals={id}
          aria-pressed="false"
        >
          {t('frame.show_password')}
          <span class="away"> {label}</span>
        </button>
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
 * A list of links to the invalid fields of a form; renders nothing for a valid form.
 * @param labels labels of the fields, by name
 */
export function Problem({ state, labels }: { state: FormState; labels: Record<string, string> }) {
  const t = useFrameText();
  const wrong = Object.entries(state.errors);
  if (wrong.length === 0) return null;
  return (
    <div role="alert" class="notice bad" tabindex={-1}>
      <Icon name="warn" />
      <div>
        <h2>{t('frame.problem')}</h2>
        <ul>
          {wrong.map(([name, { message }]) => (
            <li>
              {labels[name] ? (
                <a href={`#${fieldId(state, name)}`}>
                  {t('frame.field_problem', { label: labels[name], message })}
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

/** An error message about an action. */
export function Alert({ children }: { children?: Child }) {
  return (
    <div role="alert" class="notice bad" tabindex={-1}>
      <Icon name="warn" />
      <p>{children}</p>
    </div>
  );
}

/**
 * A form for the access code of a page whose URL has none; the script submits the fragment.
 * @param props.ofCustomer true if a session also opens the page, so that its customer can sign in instead
 */
export function CodeForm(props: { action: string; id: string; ofCustomer?: boolean }) {
  const { action, id, ofCustomer } = props;
  const t = useFrameText();
  return (
    <Form do="open" action={action} class="form" data={{ 'data-code': id }}>
      <div class="field">
        <label for="code">{t('frame.access_code')}</label>
        <p class="hint" id="code-hint">
          {t('frame.code_hint')}
        </p>
        <input
          id="code"
          name="access_token"
          type="text"
          dir="ltr"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-describedby="code-hint"
        />
      </div>
      <div class="actions">
        <button type="submit" class="button go">
          {t('frame.open')}
        </button>
      </div>
      {ofCustomer && (
        <p class="links">
          <a href="/sign-in">{t('frame.sign_in_instead')}</a>
        </p>
      )}
    </Form>
  );
}
