import type { Context } from 'hono';
import { z } from 'zod';
import type { Call, RequestContext } from '../context.js';
import { text } from '../lib/schema.js';
import { oncePerKey } from '../modules/idempotency/once-per-key.js';
import type { Answer } from './plain-answer.js';
import type { Env } from './request.js';

/** The header field of a POST, where it is heeded. */
export const idempotencyHeader = z.object({ idempotencyKey: text(1, 255) });

/** Owner of the Idempotency-Key: the admitted viewer, else the API key or the session; null without any. */
function ownerOf(ctx: RequestContext | Call): string | null {
  const { viewer, session } = ctx.caller;
  if ('viewer' in ctx && ctx.viewer.kind === 'customer') return ctx.viewer.customerId;
  if (viewer.kind === 'api_key') return viewer.keyId;
  return session.kind === 'customer' ? session.customerId : null;
}

/** The Idempotency-Key of a POST with an API key or a session; undefined if there is none or it is ignored. */
export function idempotencyKeyOf(c: Context<Env>, ctx: RequestContext | Call): string | undefined {
  if (c.req.method !== 'POST' || ownerOf(ctx) === null) return undefined;
  return c.req.header('idempotency-key');
}

/**
 * Answers a POST with an Idempotency-Key and an API key or a session once, and every other request each
 * time. Invalid requests are rejected before. Cookies are neither stored nor replayed: a session is given
 * once.
 *
 * @param erases whether the operation erases
 */
export async function idempotent(
  c: Context<Env>,
  ctx: RequestContext | Call,
  body: Uint8Array | null,
  erases: boolean,
  act: () => Promise<Answer>,
): Promise<Answer> {
  const idempotencyKey = idempotencyKeyOf(c, ctx);
  const owner = ownerOf(ctx);
  if (idempotencyKey === undefined || body === null || owner === null) return act();
  const request = { owner, path: c.req.path, idempotencyKey, body, erases };
  let cookies: readonly string[] = [];
  const { answer, replayed } = await oncePerKey(c.get('services'), request, async () => {
    const first = await act();
    cookies = first.cookies;
    const text = Buffer.from(first.body ?? []).toString();
    return { status: first.status, headers: [...first.fields], body: text };
  });
  const fields = new Map(answer.headers);
  if (replayed) fields.set('idempotent-replayed', 'true');
  return { status: answer.status, body: Buffer.from(answer.body), fields, cookies };
}
