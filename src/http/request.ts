import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { createContext, type RequestContext } from '../context.js';
import type { Services } from '../services.js';
import { clientAddress } from './address.js';
import { callerOf } from './authenticate.js';
import type { Usage } from './usage.js';

/** Variables that the app's middleware sets before a route runs. */
export interface Env {
  Variables: {
    services: Services;
    requestId: string;
    context?: Promise<RequestContext>;
    /** The body of a POST other than an upload, once it is read. */
    body?: Uint8Array;
    usage?: Usage;
    /** Rejects a caller who leaves too many responses unread. */
    unsent: { check(caller: string): void };
    /** The address that the request is counted under, once determined. */
    address?: string;
    /** The Retry-After that the API returned to a page. */
    retryAfter?: string;
  };
}

/** Returns the client's request id if it is safe to log, else a new one. */
export function requestIdOf(header: string | undefined): string {
  return header && /^[\w.-]{8,128}$/.test(header) ? header : randomUUID();
}

/** Returns the address that a request is counted under. */
export function addressOf(c: Context<Env>): string {
  const known = c.get('address');
  if (known !== undefined) return known;
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  const { trustProxy } = c.get('services').config;
  const forwarded = c.req.header('x-forwarded-for');
  const address = clientAddress(incoming?.socket.remoteAddress, forwarded, trustProxy);
  c.set('address', address);
  return address;
}

/** Paths whose operations receive the client's entity tag. */
const taggedPaths = /^\/(v1|reports)\//;

/**
 * Reads the request with other headers than its own, for a page whose form carries the credential.
 * @param header the header fields by lower-case name
 */
export async function readContext(
  c: Context<Env>,
  header: (name: string) => string | undefined = (name) => c.req.header(name),
): Promise<RequestContext> {
  const live = c.get('services');
  const { method, path } = c.req;
  const caller = await callerOf(live, { method, path, header });
  const { viewer } = caller;
  c.get('unsent').check(caller.bucket?.key ?? addressOf(c));
  // A test key sees only the sandbox; later code does not check the mode.
  const isTest = viewer.kind === 'api_key' && viewer.mode === 'test';
  const services = isTest ? await live.sandbox.servicesFor(viewer.integratorId) : live;
  return createContext(services, {
    caller,
    requestId: c.get('requestId'),
    address: addressOf(c),
    recordsReads: method !== 'HEAD',
    acceptLanguage: header('accept-language') ?? null,
    ifNoneMatch: taggedPaths.test(path) ? (header('if-none-match') ?? null) : null,
  });
}

/** Returns the request's context for operations; its credentials are read once. */
export function contextOf(c: Context<Env>): Promise<RequestContext> {
  const known = c.get('context');
  if (known) return known;
  const context = readContext(c);
  c.set('context', context);
  return context;
}
