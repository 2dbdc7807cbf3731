import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { createContext, type RequestContext, type Viewer } from '../context.js';
import { authenticate } from '../modules/integrator/authenticate.js';
import type { Services } from '../services.js';
import { clientAddress } from './address.js';
import type { Tally } from './rate-limit.js';

/** What the app's middleware knows of a request before any route looks at it. */
export interface Env {
  Variables: {
    services: Services;
    requestId: string;
    viewer?: Promise<Viewer>;
    /** The body of a POST to a documented path other than an upload. */
    body?: Uint8Array;
    tally?: Tally;
  };
}

/** The id that a client gave its request, where it is one that is safe to log, else a new one. */
export function requestIdOf(header: string | undefined): string {
  return header && /^[\w.-]{8,128}$/.test(header) ? header : randomUUID();
}

/** Token of an `Authorization: Bearer` header. */
export const bearerOf = (header: string | undefined) =>
  header ? (/^Bearer +([^\s]+) *$/i.exec(header)?.[1] ?? null) : null;

/** Who asks; the key is looked up once a request. */
export function viewerOf(c: Context<Env>): Promise<Viewer> {
  const known = c.get('viewer');
  if (known) return known;
  const { integrators, clock } = c.get('services');
  const viewer = authenticate(integrators, c.req.header('x-api-key'), clock.now());
  c.set('viewer', viewer);
  return viewer;
}

/** The address that a request is counted under. */
export function addressOf(c: Context<Env>): string {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  const { trustProxy } = c.get('services').config;
  const forwarded = c.req.header('x-forwarded-for');
  return clientAddress(incoming?.socket.remoteAddress, forwarded, trustProxy);
}

/** Reads the credentials of a request. */
export async function contextOf(c: Context<Env>): Promise<RequestContext> {
  const services = c.get('services');
  const viewer = await viewerOf(c);
  return createContext(services, {
    viewer,
    requestId: c.get('requestId'),
    method: c.req.method,
    ifNoneMatch: c.req.path.startsWith('/v1/') ? (c.req.header('if-none-match') ?? null) : null,
    bearer: bearerOf(c.req.header('authorization')),
  });
}
