import type { Context } from 'hono';
import { jsonBodyBytesMax, readBody } from '../../http/body.js';
import type { Env } from '../../http/request.js';

/**
 * The fields of a form that a page sends, each once. A line ends by one character, as it does where a
 * script sends the text: a form's own encoding makes two of it.
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

/** A name without the spaces around it: spaces alone are no name, though the API accepts them. */
export const nameOf = (value: string | undefined): string => value?.trim() ?? '';

/** What a form left empty is sent as null. */
export const orNull = (value: string | undefined): string | null => value?.trim() || null;
