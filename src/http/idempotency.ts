import type { Context } from 'hono';
import { z } from 'zod';
import type { RequestContext } from '../context.js';
import { text } from '../lib/schema.js';
import { oncePerKey } from '../modules/idempotency/once-per-key.js';
import type { Env } from './request.js';

/** The header field of a POST, where it is heeded. */
export const idempotencyHeader = z.object({ idempotencyKey: text(1, 255) });

/** The Idempotency-Key of a POST with an API key; undefined where there is none to heed. */
export function idempotencyKeyOf(c: Context<Env>, ctx: RequestContext): string | undefined {
  if (c.req.method !== 'POST' || ctx.caller.viewer.kind === 'anonymous') return undefined;
  return c.req.header('idempotency-key');
}

/**
 * Answers a POST with an API key and an Idempotency-Key once, and every other request as it comes.
 * A key that is none by its length is refused by `act`, with all else that is wrong.
 */
export async function idempotent(
  c: Context<Env>,
  ctx: RequestContext,
  body: Uint8Array | null,
  act: () => Promise<Response>,
): Promise<Response> {
  const idempotencyKey = idempotencyKeyOf(c, ctx);
  const { viewer } = ctx.caller;
  if (idempotencyKey === undefined || body === null || viewer.kind === 'anonymous') {
    return act();
  }
  if (!idempotencyHeader.safeParse({ idempotencyKey }).success) return act();
  const request = { apiKeyId: viewer.keyId, path: c.req.path, idempotencyKey, body };
  const { answer, replayed } = await oncePerKey(ctx.services, request, async () => {
    const response = await act();
    return {
      status: response.status,
      headers: [...response.headers],
      body: await response.text(),
    };
  });
  const headers = new Headers(answer.headers);
  if (replayed) headers.set('idempotent-replayed', 'true');
  return new Response(answer.body, { status: answer.status, headers });
}
