import { createServer, type Server } from 'node:http';
import { ConfigError } from '../config.js';

/** A scrape queries the database, so scrapes within this time share one result. */
const sharedMilliseconds = 1_000;

/**
 * Serves the Prometheus metrics of the process at `/metrics` on a separate listener, so that they are never public.
 *
 * @throws ConfigError if the address is taken or invalid
 */
export async function listenForMetrics(
  registry: { metrics(): Promise<string>; contentType: string },
  address: { host: string; port: number },
): Promise<Server> {
  let collected = Promise.resolve('');
  let collectedAt = Number.NEGATIVE_INFINITY;
  const collect = (): Promise<string> => {
    const now = performance.now();
    if (now - collectedAt >= sharedMilliseconds) {
      collectedAt = now;
      collected = registry.metrics();
    }
    return collected;
  };
  const server = createServer(async ({ method, url }, response) => {
    if (url !== '/metrics') return void response.writeHead(404).end();
    if (method !== 'GET' && method !== 'HEAD') {
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    }
    try {
      const text = await collect();
      response.writeHead(200, { 'content-type': registry.contentType });
      response.end(method === 'HEAD' ? undefined : text);
    } catch {
      response.writeHead(503, { 'retry-after': '1' }).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    const failed = ({ message }: Error) =>
      reject(new ConfigError(`METRICS_HOST and METRICS_PORT: ${message}`));
    server.once('error', failed);
    server.listen(address.port, address.host, resolve);
  });
  return server;
}
