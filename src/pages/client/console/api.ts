/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { print, type TypedQuery } from '../parts/graphql.js';

// biome-ignore lint/suspicious/noExplicitAny: responses are shown as received; the used members are checked on use
export type Json = any;

/** A request with its GraphQL equivalent. */
export interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: Json;
  graphql: { query: string; variables?: Json };
}

/** A request with its response. */
export interface Made extends Call {
  /** 0 if no response arrived. */
  status: number;
  ok: boolean;
  requestId: string;
  /** Seconds of `Retry-After`; null without the header. */
  retryAfter: number | null;
  milliseconds: number;
  answer: Json;
  /** Path of the next page of a list. */
  next: string | null;
}

const nextOf = (link: string | null): string | null => {
  const [, url] = /<([^>]+)>; rel="next"/.exec(link ?? '') ?? [];
  if (!url) return null;
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
};

/** Parses a response; a proxy's page that is not JSON stays text. */
function parsed(text: string): { ok: boolean; answer: Json } {
  try {
    return { ok: true, answer: text ? JSON.parse(text) : null };
  } catch {
    return { ok: false, answer: text };
  }
}

/** Sends a request; a connection failure is returned as a response. */
export async function send(call: Call, key: string): Promise<Made> {
  const began = performance.now();
  try {
    const response = await fetch(call.path, {
      method: call.method,
      headers: {
        Accept: 'application/json',
        'X-API-Key': key,
        ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(call.body !== undefined && {
        body: typeof call.body === 'string' ? call.body : JSON.stringify(call.body),
      }),
    });
    const { ok, answer } = parsed(await response.text());
    return {
      ...call,
      status: response.status,
      // A GraphQL response reports errors with the status 200.
      ok: response.ok && ok && !answer?.errors,
      requestId: response.headers.get('request-id') ?? '',
      retryAfter: Number(response.headers.get('retry-after')) || null,
      milliseconds: Math.round(performance.now() - began),
      answer,
      next: nextOf(response.headers.get('link')),
    };
  } catch {
    const milliseconds = Math.round(performance.now() - began);
    const nothing = { requestId: '', retryAfter: null, answer: null, next: null };
    return { ...call, status: 0, ok: false, milliseconds, ...nothing };
  }
}

/** Runs a GraphQL operation that is not shown as a request of the reader. */
export const ask = (key: string, text: string, variables: Json): Promise<Made> =>
  send(
    {
      method: 'POST',
      path: '/graphql',
      body: { query: text, variables },
      graphql: { query: text },
    },
    key,
  );

/** Returns the data of a query. @returns null if it failed */
export const query = async <Data, Variables>(
  key: string,
  text: TypedQuery<Data, Variables>,
  variables: Variables,
): Promise<Data | null> => (await ask(key, print(text), variables)).answer?.data ?? null;

/** State of a stream of changes. A stream rejected because the key is no longer valid is not retried. */
export type Stream = 'live' | 'lost' | 'rejected';

/**
 * Follows a subscription until `stop`; reconnects after 1, 2, 5, 10, 30 s.
 * @param changed called for each message and after each reconnection
 */
export function follow(
  key: string,
  text: string,
  variables: Json,
  { changed, became }: { changed: () => void; became: (stream: Stream) => void },
): () => void {
  const aborted = new AbortController();
  const waits = [1, 2, 5, 10, 30];
  let lost = 0;
  const listen = async (): Promise<Stream> => {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        Accept: 'text/event-stream',
        'Content-Type': 'application/json',
        'X-API-Key': key,
      },
      body: JSON.stringify({ query: text, variables }),
      signal: aborted.signal,
    });
    const reader = response.ok ? response.body?.getReader() : undefined;
    const decoder = new TextDecoder();
    let rest = '';
    while (reader) {
      const { value, done } = await reader.read();
      if (done) break;
      rest += decoder.decode(value, { stream: true });
      const messages = rest.split('\n\n');
      rest = messages.pop() ?? '';
      // An error, such as too many streams, is not a change.
      const isError = (message: string) => /"errors":/.test(message);
      if (messages.some((message) => isError(message) && /"API_KEY_INVALID"/.test(message))) {
        return 'rejected';
      }
      const isChange = (message: string) => /^event: ?next/m.test(message) && !isError(message);
      if (!messages.some(isChange)) continue;
      lost = 0;
      became('live');
      changed();
    }
    return 'lost';
  };
  void (async () => {
    while (!aborted.signal.aborted) {
      const ended = await listen().catch((): Stream => 'lost');
      if (aborted.signal.aborted) return;
      became(ended);
      if (ended === 'rejected') return;
      const seconds = waits[Math.min(lost, waits.length - 1)] ?? 1;
      lost += 1;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  })();
  return () => aborted.abort();
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns the request as a curl command, with the key as `$KEY`. */
export function curlOf({ method, path, body }: Call): string {
  const lines = [`curl -X ${method} ${quoted(location.origin + path)}`, `-H "X-API-Key: $KEY"`];
  if (body !== undefined) {
    const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(text)}`);
  }
  return lines.join(' \\\n  ');
}

/** Returns the GraphQL equivalent: the operation and its variables. */
export const graphqlOf = ({ graphql: { query: text, variables } }: Call): string =>
  variables === undefined ? text : `${text}\n\n# variables\n${JSON.stringify(variables, null, 2)}`;
