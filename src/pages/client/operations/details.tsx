/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useState } from 'preact/hooks';
import { messages, threadStateNames } from '../../messages/operations.en.js';
import { query } from '../console/api.js';
import { type Mail, mailQuery, type Run } from './queries.js';

/** The number of candidates asked; on request each with its state, and the link of an open offer to pass on. */
export function RunDetails({ run }: { run: Run }) {
  return (
    <details>
      <summary>
        {run.offeredThreadCount} / {run.threadCount}
      </summary>
      <ul class="bullets small">
        {run.threads.map(({ threadId, label, state, deliveryError, offerUrl }) => (
          <li key={threadId}>
            <bdi>{label}</bdi>: {threadStateNames[state] ?? state}
            {deliveryError !== null && `. ${messages.notSent(deliveryError)}`}{' '}
            {offerUrl !== null && <a href={offerUrl}>{messages.offerLink}</a>}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The subject of a message; on request its text, and a link that replies to it. */
export function MailDetails({ apiKey, mail }: { apiKey: string; mail: Mail }) {
  const { id, subject, fromEmail, founderPrivate } = mail;
  const [text, setText] = useState<string | null>(null);
  const load = async () => {
    if (text !== null) return;
    const found = (await query(apiKey, mailQuery, { id }))?.emailMessage;
    setText(found ? found.bodyText || messages.noText : messages.notRead);
  };
  const shownSubject = subject || (founderPrivate ? messages.privateSubject : messages.noSubject);
  const address = /<([^<>]+)>\s*$/.exec(fromEmail)?.[1] ?? fromEmail;
  const to = encodeURIComponent(address.trim()).replaceAll('%40', '@');
  const reply = `mailto:${to}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
  return (
    <details onToggle={() => void load()}>
      <summary dir="auto">{shownSubject}</summary>
      <p class="small mail-text" dir="auto">
        {text ?? messages.loading}
      </p>
      <p>
        <a href={reply}>{messages.reply}</a>
      </p>
    </details>
  );
}
