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
 * Records each file that is fetched for a request, using the channels on which undici reports its requests. Path and
 * query are omitted, because a URL from a third party can be a secret.
 *
 * @returns a function that stops recording
 */
export function watchFetches(tracing: Tracing): () => void {
  const underWay = new WeakMap<Outgoing, WorkSpan>();

  const channels: Record<string, (message: Message) => void> = {
    'undici:request:create'({ request }) {
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
    'undici:request:headers'({ request, response }) {
      const span = underWay.get(request);
      if (!span || !response) return;
      span.set({ 'http.response.status_code': response.statusCode });
      if (response.statusCode >= 400) span.fail(String(response.statusCode));
    },
    'undici:request:trailers'({ request }) {
      underWay.get(request)?.end();
    },
    'undici:request:error'({ request, error }) {
      const span = underWay.get(request);
      span?.fail(String((error as { code?: unknown } | undefined)?.code ?? 'error'));
      span?.end();
    },
  };
  const entries = Object.entries(channels) as [string, (message: unknown) => void][];
  for (const [name, listener] of entries) subscribe(name, listener);
  return () => {
    for (const [name, listener] of entries) unsubscribe(name, listener);
  };
}
