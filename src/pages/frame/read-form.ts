import type { Context } from 'hono';
import { jsonBodyBytesMax, readBody } from '../../http/body.js';
import type { Env } from '../../http/request.js';

/**
 * The fields of a form that a page sends, each once.
 * @throws ApiError `payload_too_large`, `request_timeout`, `bad_request`
 */
export async function readForm(c: Context<Env>): Promise<Record<string, string>> {
  const bytes = await readBody(c.req.raw, jsonBodyBytesMax);
  return Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString('utf8')));
}

/** What a form left empty is sent as null. */
export const orNull = (value: string | undefined): string | null => value?.trim() || null;
