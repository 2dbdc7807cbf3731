import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { createContext, type RequestContext, type Viewer } from '../context.js';
import { authenticate } from '../modules/integrator/authenticate.js';
import type { Services } from '../services.js';

/** What the app's middleware knows of a request before any route looks at it. */
export interface Env {
  Variables: { services: Services; requestId: string };
}

/** The id that a client gave its request, where it is one that is safe to log, else a new one. */
export function requestIdOf(header: string | undefined): string {
  return header && /^[\w.-]{8,128}$/.test(header) ? header : randomUUID();
}

const bearerOf = (header: string | undefined) =>
  header ? (/^Bearer +([^\s]+) *$/i.exec(header)?.[1] ?? null) : null;

/** Reads the credentials of a request; the key is looked up once, here. */
export async function contextOf(c: Context<Env>): Promise<RequestContext> {
  const services = c.get('services');
  const viewer: Viewer = await authenticate(services.integrators, c.req.header('x-api-key'));
  return createContext(services, {
    viewer,
    requestId: c.get('requestId'),
    method: c.req.method,
    ifNoneMatch: c.req.path.startsWith('/v1/') ? (c.req.header('if-none-match') ?? null) : null,
    bearer: bearerOf(c.req.header('authorization')),
  });
}
