import type { Context } from 'hono';
import { jsonBodyBytesMax, readBody } from '../../http/body.js';
import type { Env } from '../../http/request.js';

/**
 * Reads the fields of a page's form, each once. Normalizes line breaks to one character, as when a script sends the
 * text: the encoding of forms uses two.
 * @throws ApiError `payload_too_large`, `request_timeout`, `bad_request`
 */
export async function readForm(c: Context<Env>): Promise<Record<string, string>> {
  const bytes = await readBody(c.req.raw, jsonBodyBytesMax);
  // A long body counts as several requests.
  c.set('body', bytes);
  const fields = new URLSearchParams(Buffer.from(bytes).toString('utf8'));
  return Object.fromEntries(
    Array.from(fields, ([name, text]) => [name, text.replaceAll('\r\n', '\n')]),
  );
}

/** Trims a name: spaces alone are not a name, though the API accepts them. */
export const nameOf = (value: string | undefined): string => value?.trim() ?? '';

/** Converts an empty field to null. */
export const orNull = (value: string | undefined): string | null => value?.trim() || null;
