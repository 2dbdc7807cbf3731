/** @jsxImportSource preact */
/// <reference lib="dom" />
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { localTimeText } from '../../frame/text.js';
import { words } from '../../words/console.en.js';

export function Time({ at }: { at: string }) {
  return <time dateTime={at}>{localTimeText(at)}</time>;
}

interface FieldProps {
  label: string;
  name: string;
  value?: string;
  hint?: string;
  rows?: number;
  type?: 'password';
  inputMode?: 'decimal';
  mono?: boolean;
  options?: readonly (readonly [value: string, label: string])[];
  onInput?: (value: string) => void;
}

/** A labelled control. */
export function Field({ label, name, value, hint, rows, options, onInput, ...rest }: FieldProps) {
  const id = useId();
  const common = {
    id,
    name,
    'aria-describedby': hint ? `${id}-hint` : undefined,
    onInput: (event: Event) => onInput?.((event.currentTarget as HTMLInputElement).value),
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
          spellcheck={!rest.mono}
          class={rest.mono ? 'mono' : ''}
          {...(value !== undefined && { defaultValue: value })}
        />
      ) : (
        <input
          {...common}
          type={(rest.type ?? 'text') as 'text'}
          inputMode={rest.inputMode}
          autoComplete="off"
          {...(value !== undefined && { defaultValue: value })}
        />
      )}
    </div>
  );
}

interface FormProps {
  label: string;
  /** Called with what was typed and the value of the button that was pressed. */
  onSend: (fields: Record<string, string>, pressed: string) => Promise<void>;
  children: ComponentChildren;
}

/** A form that acts once at a time. */
export function Form({ label, onSend, children }: FormProps) {
  const [busy, setBusy] = useState(false);
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
    await onSend(fields, button?.value ?? '').finally(() => {
      button?.removeAttribute('aria-busy');
      setBusy(false);
    });
  };
  return (
    <form class="form" aria-label={label} noValidate onSubmit={submit}>
      {children}
    </form>
  );
}

/** Says that the key may not do what stands below. */
export function NeedsScope({ scope, scopes }: { scope: string; scopes: readonly string[] }) {
  if (scopes.includes(scope)) return null;
  return <p class="notice warn">{words.missingScope(scope)}</p>;
}

interface TabsProps {
  label: string;
  tabs: readonly (readonly [id: string, name: string])[];
  chosen: string;
  onChoose: (id: string) => void;
  children: ComponentChildren;
}

/** Tabs by the pattern of ARIA: arrows move between them. */
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
