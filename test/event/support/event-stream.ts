import { type Json, pilotKey, type TestApp } from '../../support/app.js';

/** Opens GET /v1/events as an event stream, for reading message by message. */
export async function openEvents(
  app: Pick<TestApp, 'fetch'>,
  query = '',
  { key = pilotKey, lastEventId = '' }: { key?: string; lastEventId?: string } = {},
) {
  const response = await app.fetch(`/v1/events${query}`, {
    headers: {
      accept: 'text/event-stream',
      'x-api-key': key,
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
  });
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const decoder = new TextDecoder();
  let text = '';
  return {
    response,
    /** Returns the next message, ignoring comments; null at the end of the stream. */
    async next(): Promise<{ id?: string; event: string; data: Json } | null> {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end < 0) {
          const { value, done } = await reader.read();
          if (done) return null;
          text += decoder.decode(value, { stream: true });
          continue;
        }
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const fields = Object.fromEntries(
          block.split('\n').map((line) => {
            const colon = line.indexOf(': ');
            return [line.slice(0, colon), line.slice(colon + 2)];
          }),
        );
        const { id, event, data } = fields;
        if (event && data) return { ...(id && { id }), event, data: JSON.parse(data) };
      }
    },
    close: () => reader.cancel(),
  };
}
