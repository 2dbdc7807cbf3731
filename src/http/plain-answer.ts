/** The header fields of an answer, as those see them who complete it: those of a response, or a plain answer's. */
export interface Fields {
  get(name: string): string | null | undefined;
  has(name: string): boolean;
  set(name: string, value: string): unknown;
  delete(name: string): unknown;
}

/**
 * What a handler answers. Its header fields are no Headers, which would check each name and value, and copy
 * all of them on the way out.
 */
export interface Answer {
  status: number;
  body: Uint8Array<ArrayBuffer> | null;
  /** Header fields by lower-case name. */
  fields: Map<string, string>;
  /** Values of Set-Cookie. */
  cookies: readonly string[];
}

/** The response that sends an answer. */
export function responseOf({ status, body, fields, cookies }: Answer): Response {
  const response = new Response(body, { status, headers: Object.fromEntries(fields) });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}

/** A response that was made elsewhere, read to its end. */
export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const fields = new Map(headers);
  fields.delete('set-cookie');
  const cookies = headers.getSetCookie();
  return { status, fields, cookies, body: new Uint8Array(await response.arrayBuffer()) };
}

/** Adds a name to Vary. */
export function varyOn(fields: Fields, name: string): void {
  const vary = fields.get('vary');
  const names = vary?.toLowerCase().split(/\s*,\s*/) ?? [];
  if (!names.includes(name.toLowerCase())) fields.set('vary', vary ? `${vary}, ${name}` : name);
}
