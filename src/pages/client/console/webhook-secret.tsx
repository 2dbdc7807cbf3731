/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useState } from 'preact/hooks';
import { words as common } from '../../words/console.en.js';
import { words } from '../../words/webhooks.en.js';
import { copyText } from '../parts/links.js';

/** A secret that was just made; it is kept by nobody but this view. */
export function Secret({ secret }: { secret: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div class="notice good">
      <div>
        <p>{words.secretOnce}</p>
        <p>
          <code>{secret}</code>
        </p>
        <p class="actions">
          <button
            type="button"
            class="button"
            onClick={() => void copyText(secret).then(setCopied)}
          >
            {words.copySecret}
          </button>
          <span role="status">{copied && common.copied}</span>
        </p>
      </div>
    </div>
  );
}
