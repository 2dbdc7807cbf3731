import { type Json, pilotKey, type TestApp } from '../../support/app.js';

interface Credentials {
  key?: string | null;
  headers?: Record<string, string>;
}

/** Opens a subscription like a client, for reading result by result. */
export async function subscribe(
  app: Pick<TestApp, 'fetch'>,
  query: string,
  variables: Record<string, unknown> = {},
  { key = pilotKey, headers = {} }: Credentials = {},
) {
  const response = await app.fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(key !== null && { 'x-api-key': key }),
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
  });
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const decoder = new TextDecoder();
  let text = '';

  /** Returns the next message that is not a comment. */
  async function message(): Promise<{ event: string; data: string }> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const event = /^event: (.*)$/m.exec(block)?.[1];
        if (event) return { event, data: /^data: ?(.*)$/m.exec(block)?.[1] ?? '' };
        continue;
      }
      const { value, done } = await reader.read();
      if (done) return { event: 'cut off', data: '' };
      text += decoder.decode(value, { stream: true });
    }
  }

  return {
    response,
    /** Returns the next result; at the end of the stream, the name of the event received instead. */
    async next(): Promise<Json> {
      const { event, data } = await message();
      return event === 'next' ? JSON.parse(data) : event;
    },
    close: () => reader.cancel(),
  };
}
