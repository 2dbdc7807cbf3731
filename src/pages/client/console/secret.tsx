/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useState } from 'preact/hooks';
import { messages as common } from '../../messages/console.en.js';
import { copyText } from '../parts/links.js';

interface SecretProps {
  secret: string;
  /** Purpose of the secret. */
  text: string;
  /** Name of the button that copies it. */
  copyName: string;
}

/** A secret that was just created; only this view keeps it. */
export function Secret({ secret, text, copyName }: SecretProps) {
  const [copied, setCopied] = useState(false);
  return (
    <div class="notice good">
      <div>
        <p>{text}</p>
        <p>
          <code>{secret}</code>
        </p>
        <p class="actions">
          <button
            type="button"
            class="button"
            onClick={() => void copyText(secret).then(setCopied)}
          >
            {copyName}
          </button>
          <span role="status">{copied && common.copied}</span>
        </p>
      </div>
    </div>
  );
}
