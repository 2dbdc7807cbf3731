import type { Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { routerPath } from '../routes.js';
import type { RestApi } from '../sofa.js';
import type { Endpoint } from './endpoint.js';

/** Paths whose handlers read the body themselves, piece by piece. */
export const streamedPaths = (endpoints: readonly Endpoint[]): string[] =>
  endpoints.flatMap(({ body, path }) => (body ? [path] : []));

// No dot: it would not match a line break.
const anyOf = ({ path, routed }: Endpoint) =>
  new RegExp(
    `^${path
      .split(/\{\w+\}/)
      .map((text) => text.replaceAll('.', '\\.'))
      .join(routed ? '[^]+' : '[^/]+')}$`,
  );

/** Returns a function that is true for the path of an endpoint, where errors are JSON for every client. */
export function endpointPaths(endpoints: readonly Endpoint[]): (path: string) => boolean {
  const forms = endpoints.map(anyOf);
  return (path) => forms.some((form) => form.test(path));
}

/** Registers the endpoints with the app. */
export function mountEndpoints(app: Hono<Env>, api: RestApi, endpoints: readonly Endpoint[]): void {
  for (const { method, path, routed, handle } of endpoints) {
    app.on(method, routed ?? routerPath(path), (c) => handle(c, api));
  }
}
