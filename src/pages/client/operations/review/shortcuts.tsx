/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useRef, useState } from 'preact/hooks';
import { messages } from '../../../messages/review.en.js';
import { deviceStorage } from '../../parts/browser-storage.js';

const stored = 'review shortcuts';
const off = 'off';

/** Actions of keys, by `KeyboardEvent.key` in lower case. */
type Keys = Readonly<Record<string, () => void>>;

interface Bindings {
  /** Keys without a modifier, which a reader can turn off. */
  single: Keys;
  /** Control or Command with Enter. */
  onSend: () => void;
  /** Escape in a field. */
  onLeaveField: () => void;
}

const isField = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable]') !== null;

/** Handles the keys of the page. @returns if single keys are on, and the function that turns them on and off */
export function useShortcuts(bindings: Bindings): [boolean, (on: boolean) => void] {
  const [isOn, setOn] = useState(deviceStorage.get(stored) !== off);
  const latest = useRef(bindings);
  latest.current = bindings;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (event.isComposing || document.querySelector('dialog[open]')) return;
      const { single, onSend, onLeaveField } = latest.current;
      if (key === 'Enter' && (ctrlKey || metaKey)) {
        event.preventDefault();
        return onSend();
      }
      if (ctrlKey || metaKey || altKey) return;
      if (isField(target)) {
        if (key === 'Escape') onLeaveField();
        // Otherwise Enter in a field would send the review.
        if (key === 'Enter' && target instanceof HTMLInputElement) event.preventDefault();
        return;
      }
      const act = isOn ? single[key.toLowerCase()] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
  const turn = (on: boolean) => {
    if (on) deviceStorage.remove(stored);
    else deviceStorage.set(stored, off);
    setOn(on);
  };
  return [isOn, turn];
}

type Listed = readonly (readonly [keys: readonly string[], action: string])[];

function Table({ rows }: { rows: Listed }) {
  return (
    <>
      {rows.map(([keys, action]) => (
        <div key={action}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{action}</dd>
        </div>
      ))}
    </>
  );
}

interface HelpProps {
  isOpen: boolean;
  isOn: boolean;
  onTurn: (on: boolean) => void;
  onClose: () => void;
}

/** A dialog that lists the shortcuts and turns single keys off. */
export function ShortcutHelp({ isOpen, isOn, onTurn, onClose }: HelpProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} class="shortcuts" aria-labelledby="shortcuts" onClose={onClose}>
      <h2 id="shortcuts">{messages.shortcuts}</h2>
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby="shortcuts-hint"
          onChange={({ currentTarget: { checked } }) => onTurn(checked)}
        />
        {messages.shortcutsOn}
      </label>
      <p class="soft small" id="shortcuts-hint">
        {messages.shortcutsHint}
      </p>
      <dl class="keys">
        {isOn && <Table rows={messages.keys} />}
        <Table rows={messages.keysAlways} />
      </dl>
      <div class="actions">
        <button type="button" class="button go" onClick={onClose}>
          {messages.close}
        </button>
      </div>
    </dialog>
  );
}
