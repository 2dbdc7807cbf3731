import type { Context } from 'hono';
import { z } from 'zod';
import type { Call, RequestContext } from '../context.js';
import { text } from '../lib/schema.js';
import { oncePerKey } from '../modules/idempotency/once-per-key.js';
import { takesBody } from './methods.js';
import type { Env } from './request.js';

/** The header field of a request that supports it. */
export const idempotencyHeader = z.object({ idempotencyKey: text(1, 255) });

/**
 * Returns the owner of the Idempotency-Key: the authorized viewer, else the API key or the session; null without any.
 */
function ownerOf(ctx: RequestContext | Call): string | null {
  const { viewer, session } = ctx.caller;
  if ('viewer' in ctx && ctx.viewer.kind === 'customer') return ctx.viewer.customerId;
  if (viewer.kind === 'api_key') return viewer.keyId;
  return session.kind === 'customer' ? session.customerId : null;
}

/** Returns the Idempotency-Key of a POST or PATCH with an API key or a session; undefined if it is missing or ignored. */
export function idempotencyKeyOf(c: Context<Env>, ctx: RequestContext | Call): string | undefined {
  if (!takesBody(c.req.method) || ownerOf(ctx) === null) return undefined;
  return c.req.header('idempotency-key');
}

/**
 * Handles a POST or PATCH with an Idempotency-Key and an API key or a session once, and every other request each time. Invalid
 * requests are rejected earlier. Cookies are neither stored nor replayed: a session is issued once.
 *
 * @param erases whether the operation erases data
 */
export async function idempotent(
  c: Context<Env>,
  ctx: RequestContext | Call,
  body: Uint8Array | null,
  erases: boolean,
  act: () => Promise<Response>,
): Promise<Response> {
  const idempotencyKey = idempotencyKeyOf(c, ctx);
  const owner = ownerOf(ctx);
  if (idempotencyKey === undefined || body === null || owner === null) return act();
  const request = { owner, path: c.req.path, idempotencyKey, body, erases };
  let cookies: string[] = [];
  const { answer, replayed } = await oncePerKey(c.get('services'), request, async () => {
    const first = await act();
    cookies = first.headers.getSetCookie();
    const headers = [...first.headers].filter(([name]) => name !== 'set-cookie');
    return { status: first.status, headers, body: await first.text() };
  });
  const headers = new Headers(answer.headers);
  if (replayed) headers.set('idempotent-replayed', 'true');
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(answer.body, { status: answer.status, headers });
}
