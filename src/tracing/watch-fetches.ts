import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Tracing, WorkSpan } from './tracing.js';

interface Outgoing {
  origin: string | URL;
  method: string;
}
interface Message {
  request: Outgoing;
  response?: { statusCode: number };
  error?: unknown;
}

/**
 * Records each file that is fetched for a request, using the channels on which undici and `guardedFetch` report their requests. Path and
 * query are omitted, because a URL from a third party can be a secret.
 *
 * @returns a function that stops recording
 */
export function watchFetches(tracing: Tracing): () => void {
  const underWay = new WeakMap<Outgoing, WorkSpan>();

  const on: Record<'create' | 'headers' | 'end' | 'error', (message: Message) => void> = {
    create({ request }) {
      const { protocol, hostname, port } = new URL(request.origin);
      const span = tracing.begin(request.method, {
        kind: 'client',
        attributes: {
          'http.request.method': request.method,
          'url.scheme': protocol.slice(0, -1),
          'server.address': hostname,
          'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
        },
      });
      if (span) underWay.set(request, span);
    },
    headers({ request, response }) {
      const span = underWay.get(request);
      if (!span || !response) return;
      span.set({ 'http.response.status_code': response.statusCode });
      if (response.statusCode >= 400) span.fail(String(response.statusCode));
    },
    end({ request }) {
      underWay.get(request)?.end();
    },
    error({ request, error }) {
      const span = underWay.get(request);
      underWay.delete(request);
      span?.fail(String((error as { code?: unknown } | undefined)?.code ?? 'error'));
      span?.end();
    },
  };
  const channels = {
    'undici:request:create': on.create,
    'undici:request:headers': on.headers,
    'undici:request:trailers': on.end,
    'undici:request:error': on.error,
    'guarded-fetch:create': on.create,
    'guarded-fetch:headers': on.headers,
    'guarded-fetch:end': on.end,
    'guarded-fetch:error': on.error,
  };
  const entries = Object.entries(channels) as [string, (message: unknown) => void][];
  for (const [name, listener] of entries) subscribe(name, listener);
  return () => {
    for (const [name, listener] of entries) unsubscribe(name, listener);
  };
}
