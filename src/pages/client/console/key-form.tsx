/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useRef, useState } from 'preact/hooks';
import { messages } from '../../messages/console.en.js';
import { messages as frame } from '../../messages/frame.en.js';
import { ask } from './api.js';
import { viewerQuery } from './calls.js';
import { consoleKey } from './key.js';
import { Field, Form } from './parts.js';
import { type Session, scopeText } from './session.js';

/** A key that the API accepted. */
type Proved = Omit<Session, 'send'>;

/** Returns the owner and permissions of a key, or a message why they are not known. */
async function prove(key: string): Promise<Proved | string> {
  const { status, answer, requestId, retryAfter } = await ask(key, viewerQuery, {});
  const viewer = answer?.data?.viewer;
  if (viewer) {
    const { integrator, scopes, apiKey } = viewer;
    return {
      key,
      keyId: apiKey.id,
      integrator: integrator.name,
      scopes: scopes.map(scopeText),
      actors: apiKey.actors,
      mode: apiKey.mode === 'TEST' ? 'test' : 'live',
    };
  }
  if (status === 0) return frame.noConnection;
  if (status === 429) return frame.tooMany(retryAfter ?? 1);
  return status >= 500 ? frame.ourFault(requestId || null) : messages.badKey;
}

/** The key that this tab keeps: its owner once validated, or why it was rejected. */
export function useKey() {
  const [proved, setProved] = useState<Proved | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  const [opening, setOpening] = useState(consoleKey.get() !== null);
  useEffect(() => {
    const key = consoleKey.get();
    if (!key) return;
    void prove(key).then((found) => {
      if (typeof found === 'string') setWhy(found);
      else setProved(found);
      setOpening(false);
    });
  }, []);
  const forget = () => {
    consoleKey.forget();
    setProved(null);
    setWhy(null);
  };
  return { proved, why, opening, use: setProved, forget };
}

interface KeyFormProps {
  title: string;
  lead: string;
  /** Reason for which the key that this tab keeps was rejected. */
  why?: string | null;
  onProved: (proved: Proved) => void;
}

/** Asks for a key, which stays in this tab once it is validated. */
export function KeyForm({ title, lead, why = null, onProved }: KeyFormProps) {
  const [problem, setProblem] = useState(why);
  const alert = useRef<HTMLDivElement>(null);
  const use = async ({ key = '' }: Record<string, string>) => {
    const proved = key.trim() ? await prove(key.trim()) : messages.badKey;
    if (typeof proved === 'string') {
      setProblem(proved);
      alert.current?.focus();
      return undefined;
    }
    consoleKey.use(proved.key);
    onProved(proved);
    return undefined;
  };
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p class="lead">{lead}</p>
      <div role="alert" ref={alert} tabIndex={-1}>
        {problem && <p class="notice bad">{problem}</p>}
      </div>
      <div class="slim">
        <Form label={messages.keyLabel} onSend={use}>
          <Field
            label={messages.keyLabel}
            name="key"
            type="password"
            hint={messages.keyHint}
            value={consoleKey.get() ?? ''}
          />
          <div class="actions">
            <button type="submit" class="button go">
              {messages.useKey}
            </button>
          </div>
        </Form>
      </div>
    </>
  );
}

/** The owner of the key, and the button that forgets it. */
export function KeyBar({ proved, onForget }: { proved: Proved; onForget: () => void }) {
  return (
    <div class="bar key">
      <p>
        <strong>{messages.keyOf(proved.integrator)}</strong>{' '}
        <span class={proved.mode === 'live' ? 'badge warn' : 'badge'}>
          {messages.modes[proved.mode]}
        </span>
        <span class="soft small">
          {' '}
          {messages.scopes}: {proved.scopes.join(', ')}
          {proved.actors.length > 0 && ` · ${messages.actors}: ${proved.actors.join(', ')}`}
        </span>
      </p>
      <button type="button" class="button" onClick={onForget}>
        {messages.forgetKey}
      </button>
    </div>
  );
}
