/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useRef, useState } from 'preact/hooks';
import { words } from '../../words/console.en.js';
import { query } from './api.js';
import { viewerQuery } from './calls.js';
import { consoleKey } from './key.js';
import { Field, Form } from './parts.js';
import { type Session, scopeText } from './session.js';

/** A key that the interface knows. */
export type Proved = Omit<Session, 'send'>;

/** Whose key it is, and what it may do; null for a key that is not valid. */
export async function prove(key: string): Promise<Proved | null> {
  const viewer = (await query(key, viewerQuery, {}))?.viewer;
  if (!viewer) return null;
  return { key, integrator: viewer.integrator.name, scopes: viewer.scopes.map(scopeText) };
}

interface KeyFormProps {
  title: string;
  lead: string;
  onProved: (proved: Proved) => void;
}

/** Asks for a key, which stays in this tab once it is proved. */
export function KeyForm({ title, lead, onProved }: KeyFormProps) {
  const [wrong, setWrong] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  const use = async ({ key = '' }: Record<string, string>) => {
    const proved = key.trim() ? await prove(key.trim()) : null;
    setWrong(!proved);
    if (!proved) {
      alert.current?.focus();
      return undefined;
    }
    consoleKey.use(proved.key);
    onProved(proved);
    return undefined;
  };
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
      <div role="alert" ref={alert} tabIndex={-1}>
        {wrong && <p class="notice bad">{words.badKey}</p>}
      </div>
      <div class="slim">
        <Form label={words.keyLabel} onSend={use}>
          <Field label={words.keyLabel} name="key" type="password" hint={words.keyHint} />
          <div class="actions">
            <button type="submit" class="button go">
              {words.useKey}
            </button>
          </div>
        </Form>
      </div>
    </>
  );
}

/** Whose key is used, and the button that forgets it. */
export function KeyBar({ proved, onForget }: { proved: Proved; onForget: () => void }) {
  return (
    <div class="bar key">
      <p>
        <strong>{words.keyOf(proved.integrator)}</strong>
        <span class="soft small">
          {' '}
          {words.scopes}: {proved.scopes.join(', ')}
        </span>
      </p>
      <button type="button" class="button" onClick={onForget}>
        {words.forgetKey}
      </button>
    </div>
  );
}
