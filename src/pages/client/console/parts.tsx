/** @jsxImportSource preact */
/// <reference lib="dom" />
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { iconPath } from '../../frame/icon-paths.js';
import { errorOf, type Issue, type Ranges } from '../../frame/issue-text.js';
import { capitalized, momentText, utcText } from '../../frame/moment-text.js';
import { messages } from '../../messages/console.en.js';
import { messages as frame } from '../../messages/frame.en.js';
import type { Made } from './api.js';
import { parsed } from './calls.js';

interface TimeProps {
  at: string;
  /** Time zone of the place, for what happens on site; by default the reader's. */
  zone?: string | null;
  /** True if the time continues a sentence: "today 12:00". */
  inner?: boolean;
}

/** A time, with UTC in its title. */
export function Time({ at, zone, inner = false }: TimeProps) {
  const text = momentText(at, { now: new Date(), timeZone: zone ?? undefined });
  return (
    <time dateTime={at} title={utcText(at)}>
      {inner ? text : capitalized(text)}
    </time>
  );
}

/** The field errors that the service reported for a form, by name, and how a field clears its error. */
interface ValidatedForm {
  id: string;
  issues: Readonly<Record<string, string>>;
  clear: (name: string) => void;
}

const FormContext = createContext<ValidatedForm>({ id: '', issues: {}, clear: () => {} });

/** Returns the id of a field of the surrounding form, its error, and the function that clears it. */
export function useFormField(name: string) {
  const { id, issues, clear } = useContext(FormContext);
  return { id: `${id}-${name}`, problem: issues[name], clear: () => clear(name) };
}

export function FieldProblem({ id, problem }: { id: string; problem: string | undefined }) {
  if (!problem) return null;
  return (
    <p class="error" id={`${id}-error`}>
      <svg width="18" height="18" viewBox="0 0 20 20" aria-hidden="true">
        <path {...iconPath('bad')} />
      </svg>
      <span>{problem}</span>
    </p>
  );
}

interface FieldProps {
  label: string;
  /** Distinguishes fields with the same label for screen readers and in the list of errors. */
  about?: string;
  name: string;
  value?: string;
  /** An example, which is not sent. */
  placeholder?: string;
  hint?: string;
  rows?: number;
  type?: 'password' | 'date' | 'datetime-local' | 'search';
  inputMode?: 'decimal';
  /** Id of a list of suggestions. */
  list?: string;
  mono?: boolean;
  options?: readonly (readonly [value: string, label: string])[];
  onInput?: (value: string) => void;
}

/** A labeled control. */
export function Field({
  label,
  about,
  name,
  value,
  hint,
  rows,
  options,
  onInput,
  ...rest
}: FieldProps) {
  const own = useId();
  const { id: form, issues, clear } = useContext(FormContext);
  const id = form ? `${form}-${name}` : own;
  const problem = issues[name];
  const described = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(' ');
  const common = {
    id,
    name,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': described || undefined,
    onInput: (event: Event) => {
      clear(name);
      onInput?.((event.currentTarget as HTMLInputElement).value);
    },
  };
  return (
    <div class="field">
      <label for={id}>
        {label}
        {about && <span class="away"> ({about})</span>}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {options ? (
        <select {...common} value={value}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      ) : rows ? (
        <textarea
          {...common}
          rows={rows}
          placeholder={rest.placeholder}
          dir={rest.mono ? undefined : 'auto'}
          spellcheck={!rest.mono}
          class={rest.mono ? 'mono' : ''}
          {...(value !== undefined && { defaultValue: value })}
        />
      ) : (
        <input
          {...common}
          type={(rest.type ?? 'text') as 'text'}
          inputMode={rest.inputMode}
          list={rest.list}
          placeholder={rest.placeholder}
          dir={rest.type || rest.inputMode ? undefined : 'auto'}
          autoComplete="off"
          {...(value !== undefined && { defaultValue: value })}
        />
      )}
      <FieldProblem id={id} problem={problem} />
    </div>
  );
}

const ranges: Ranges = { latitude: [-90, 90], longitude: [-180, 180], rating: [1, 5] };

/** Returns the name of the field with an issue; empty if it concerns the whole body. */
export const fieldOf = ({ loc: [, name] }: Pick<Issue, 'loc'>) =>
  typeof name === 'string' ? name : '';

/** Returns the issues of a 422 response by field. */
function issuesOf(sent: unknown, typed: Record<string, string>): Record<string, string> {
  const made = sent as Made | undefined;
  const detail = made?.status === 422 ? made.answer?.detail : null;
  if (!Array.isArray(detail)) return {};
  return Object.fromEntries(
    (detail as Issue[]).flatMap((issue) => {
      const name = fieldOf(issue);
      // A body typed as JSON has no field; a long input is not echoed, so the sent body is read.
      const body = parsed(made?.body) as Record<string, unknown> | undefined;
      const given = issue.input ?? body?.[name];
      const value = typeof given === 'string' ? given : (typed[name] ?? '-');
      return name ? [[name, errorOf(issue, value, ranges[name]).message]] : [];
    }),
  );
}

/** A list of links to the invalid fields, which takes the focus. */
function Problem({ id, issues }: Pick<ValidatedForm, 'id' | 'issues'>) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.focus();
    document.title = frame.title(document.querySelector('h1')?.textContent ?? '', true);
  }, []);
  return (
    <div ref={box} role="alert" class="notice bad" tabIndex={-1}>
      <div>
        <h2>{frame.problem}</h2>
        <ul>
          {Object.entries(issues).map(([name, msg]) => {
            const label = document.querySelector(`label[for="${id}-${name}"]`)?.textContent;
            const text = `${label ?? name}: ${msg}`;
            return <li key={name}>{label ? <a href={`#${id}-${name}`}>{text}</a> : text}</li>;
          })}
        </ul>
      </div>
    </div>
  );
}

interface FormProps {
  label: string;
  /**
   * Called with the typed values and the value of the pressed button.
   * @returns the request, whose errors the fields show; any other value shows nothing
   */
  onSend: (fields: Record<string, string>, pressed: string) => Promise<unknown>;
  children: ComponentChildren;
}

/** A form that runs one submission at a time. */
export function Form({ label, onSend, children }: FormProps) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [issues, setIssues] = useState<Record<string, string>>({});
  const [sent, setSent] = useState(0);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget as HTMLFormElement;
    const button = event.submitter as HTMLButtonElement | null;
    const fields = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, String(value)]),
    );
    setBusy(true);
    button?.setAttribute('aria-busy', 'true');
    try {
      setIssues(issuesOf(await onSend(fields, button?.value ?? ''), fields));
    } finally {
      setSent(sent + 1);
      button?.removeAttribute('aria-busy');
      setBusy(false);
    }
  };
  const clear = (name: string) => {
    const { [name]: gone, ...left } = issues;
    if (gone) setIssues(left);
  };
  return (
    <form class="form" aria-label={label} noValidate onSubmit={submit}>
      {Object.keys(issues).length > 0 && <Problem key={sent} id={id} issues={issues} />}
      <FormContext.Provider value={{ id, issues, clear }}>{children}</FormContext.Provider>
    </form>
  );
}

interface ActProps {
  onAct: () => Promise<unknown>;
  look?: string;
  /** Accessible name, if the text of the button does not distinguish it from others. */
  label?: string;
  children: string;
}

/** A button that runs one action at a time. */
export function Act({ onAct, look = 'button', label, children }: ActProps) {
  const [busy, setBusy] = useState(false);
  const act = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await onAct();
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      class={look}
      aria-label={label}
      aria-busy={busy || undefined}
      onClick={() => void act()}
    >
      {children}
    </button>
  );
}

/**
 * Moves the focus to the heading when the view changes.
 * @param shown the current view; null while it is unknown
 * @param heading finds the heading
 */
export function useHeadingFocus(shown: string | null, heading: () => HTMLElement | null): void {
  const seen = useRef(shown);
  // Before the browser paints: a key pressed in between would be lost.
  useLayoutEffect(() => {
    if (seen.current !== null && seen.current !== shown) heading()?.focus();
    seen.current = shown;
  });
}

/** A message that the key lacks the scope for the content below. */
export function NeedsScope({ scope, scopes }: { scope: string; scopes: readonly string[] }) {
  if (scopes.includes(scope)) return null;
  return <p class="notice warn">{messages.missingScope(scope)}</p>;
}

interface TabsProps {
  label: string;
  tabs: readonly (readonly [id: string, name: string])[];
  chosen: string;
  onChoose: (id: string) => void;
  children: ComponentChildren;
}

/** Tabs according to the ARIA pattern: arrow keys move between them. */
export function Tabs({ label, tabs, chosen, onChoose, children }: TabsProps) {
  const id = useId();
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    const index = tabs.findIndex(([name]) => name === chosen);
    const [next = ''] = tabs[(index + step + tabs.length) % tabs.length] ?? [];
    onChoose(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(([name, text]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  );
}
