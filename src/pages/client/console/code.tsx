/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useState } from 'preact/hooks';
import { messages } from '../../messages/console.en.js';
import { copyText } from '../parts/links.js';

/** A text in a scrollable box, with a button that copies it. */
export function Code({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <figure class="tight" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <p class="actions">
        <button
          type="button"
          class="button"
          aria-label={messages.copyOf(label)}
          onClick={() => void copyText(text).then(setCopied)}
        >
          {messages.copy}
        </button>
        <span role="status">{copied && messages.copied}</span>
      </p>
    </figure>
  );
}
