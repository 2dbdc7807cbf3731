/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useState } from 'preact/hooks';
import { messages as common } from '../../messages/console.en.js';
import { messages } from '../../messages/webhooks.en.js';
import { copyText } from '../parts/links.js';

/** A secret that was just created; only this view keeps it. */
export function Secret({ secret }: { secret: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div class="notice good">
      <div>
        <p>{messages.secretOnce}</p>
        <p>
          <code>{secret}</code>
        </p>
        <p class="actions">
          <button
            type="button"
            class="button"
            onClick={() => void copyText(secret).then(setCopied)}
          >
            {messages.copySecret}
          </button>
          <span role="status">{copied && common.copied}</span>
        </p>
      </div>
    </div>
  );
}
