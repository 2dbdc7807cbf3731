/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { messages } from '../../messages/console.en.js';
import { copyText } from '../parts/links.js';
import { curlOf, graphqlOf, type Made } from './api.js';
import { fieldOf, Tabs } from './parts.js';

const tabs = Object.entries(messages.tabs);

/** An error in one field, as reported by the service. */
interface Issue {
  loc: (string | number)[];
  msg: string;
}

/** Returns the field errors of a response; empty if it has none. */
const issuesOf = ({ answer }: Made): Issue[] =>
  Array.isArray(answer?.detail) ? answer.detail : [];

/** Returns the problem details of a response, for GraphQL those of its first error. */
function problemOf({ answer }: Made) {
  const [error] = answer?.errors ?? [];
  if (!error) return answer ?? {};
  const { code, hint } = error.extensions ?? {};
  return { title: error.message, code: code?.toLowerCase(), hint };
}

/** The complete message of an error response. */
function Rejection({ made }: { made: Made }) {
  if (made.ok) return null;
  if (made.status === 0) return <p class="notice bad">{messages.noAnswer}</p>;
  const { code, title, detail, hint } = problemOf(made);
  const issues = issuesOf(made);
  return (
    <div class="notice bad">
      <div>
        <p>
          <strong>{title ?? messages.rejected}</strong>
          {typeof detail === 'string' && ` ${detail}`}
        </p>
        {issues.length > 0 && (
          <ul>
            {issues.map(({ loc, msg }) => (
              <li key={loc.join('.')}>
                <code>{loc.join('.')}</code>: {msg}
              </li>
            ))}
          </ul>
        )}
        {hint && (
          <p>
            {messages.hint}: {hint}
          </p>
        )}
        {code && (
          <p>
            <a href={`/errors/${code}`}>{messages.aboutError(code)}</a>
          </p>
        )}
      </div>
    </div>
  );
}

/** The last request with its response, as curl and as GraphQL. */
export function LastRequest({ made }: { made: Made | null }) {
  const [shown, setShown] = useState('answer');
  const [copied, setCopied] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  // On a phone this is below the form; for field errors the form itself takes the focus.
  const isSeen = !made || made.ok || made.method === 'GET' || issuesOf(made).some(fieldOf);
  useLayoutEffect(() => {
    setCopied(false);
    if (!isSeen) alert.current?.focus();
  }, [made, isSeen]);
  if (!made) {
    return (
      <section class="part last" aria-labelledby="last">
        <h2 id="last">{messages.lastRequest}</h2>
        <p class="soft">{messages.noRequest}</p>
      </section>
    );
  }
  const texts: Record<string, string> = {
    answer: JSON.stringify(made.answer, null, 2),
    curl: curlOf(made),
    graphql: graphqlOf(made),
  };
  const text = texts[shown] ?? '';
  const copy = async () => setCopied(await copyText(text));
  return (
    <section class="part last" aria-labelledby="last">
      <h2 id="last">{messages.lastRequest}</h2>
      <p class="line">
        <span class={made.ok ? 'badge good' : 'badge bad'}>{made.status || '–'}</span>
        <code>
          {made.method} {made.path}
        </code>
        <span class="soft small">
          {made.milliseconds} ms{made.requestId && ` · ${made.requestId}`}
        </span>
      </p>
      <div role="alert" ref={alert} tabIndex={-1}>
        <Rejection made={made} />
      </div>
      <Tabs
        label={messages.howShown}
        tabs={tabs}
        chosen={shown}
        onChoose={(id) => {
          setShown(id);
          setCopied(false);
        }}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
        <pre tabIndex={0}>{text}</pre>
      </Tabs>
      <p class="actions">
        <button type="button" class="button" onClick={() => void copy()}>
          {messages.copy}
        </button>
        <span role="status">{copied && messages.copied}</span>
      </p>
    </section>
  );
}
