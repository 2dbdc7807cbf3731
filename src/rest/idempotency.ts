import type { Context } from 'hono';
import type { RequestContext } from '../context.js';
import { codePointLength } from '../lib/schema.js';
import { oncePerKey } from '../modules/idempotency/once-per-key.js';
import { validationResponse } from './problem.js';
import type { Env } from './request.js';
import type { ValidationIssue } from './validation/issue.js';

const keyLengthMax = 255;

function badKey(input: string): ValidationIssue | null {
  const loc = ['header', 'idempotency-key'];
  const length = codePointLength(input);
  if (length === 0) {
    const msg = 'String should have at least 1 character';
    return { type: 'string_too_short', loc, msg, input, ctx: { min_length: 1 } };
  }
  if (length <= keyLengthMax) return null;
  const msg = `String should have at most ${keyLengthMax} characters`;
  return { type: 'string_too_long', loc, msg, input, ctx: { max_length: keyLengthMax } };
}

/** Answers a POST with an API key and an Idempotency-Key once, and every other request as it comes. */
export async function idempotent(
  c: Context<Env>,
  ctx: RequestContext,
  body: Uint8Array | null,
  act: () => Promise<Response>,
): Promise<Response> {
  const idempotencyKey = c.req.header('idempotency-key');
  if (idempotencyKey === undefined || body === null || ctx.viewer.kind === 'anonymous') {
    return act();
  }
  const issue = badKey(idempotencyKey);
  if (issue) return validationResponse([issue]);
  const request = { apiKeyId: ctx.viewer.keyId, path: c.req.path, idempotencyKey, body };
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
