import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

// biome-ignore lint/suspicious/noExplicitAny: OTLP is looked into as the JSON that it is
type Json = any;

export interface CollectedSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, Json>;
  /** 2 means failure. */
  status: number;
  resource: Record<string, Json>;
}

const plain = ({ stringValue, intValue, boolValue, arrayValue }: Json): Json =>
  arrayValue?.values.map(plain) ?? stringValue ?? boolValue ?? Number(intValue);

const attributesOf = (list: Json[] = []): Record<string, Json> =>
  Object.fromEntries(list.map(({ key, value }) => [key, plain(value)]));

/** Starts a collector that receives spans by OTLP over HTTP in JSON. */
export async function startCollector() {
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url === '/v1/traces') {
      bodies.push(body);
      headers.push(request.headers);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  const spans = (): CollectedSpan[] =>
    bodies
      .flatMap((body) => JSON.parse(body).resourceSpans as Json[])
      .flatMap(({ resource, scopeSpans }) =>
        scopeSpans.flatMap(({ spans: list }: Json) =>
          list.map((span: Json) => ({
            ...span,
            parentSpanId: span.parentSpanId || undefined,
            attributes: attributesOf(span.attributes),
            status: span.status?.code ?? 0,
            resource: attributesOf(resource.attributes),
          })),
        ),
      );
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    spans,
    /** Returns all received bodies unchanged. */
    text: () => bodies.join('\n'),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Collector = Awaited<ReturnType<typeof startCollector>>;
