import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { codingFor } from './accepts.js';
import { plainAnswer } from './answer.js';
import { type Answer, answerOf, type Fields, varyOn } from './plain-answer.js';
import type { Env } from './request.js';

/** Below this, compressing costs more than it saves. */
const compressedBytesMin = 1024;
const compressible =
  /^(application\/([\w.-]+\+)?json|application\/javascript|text\/(?!event-stream))/;
const zip = promisify(gzip);
const squeeze = promisify(brotliCompress);

/** Codings by preference, at a quality that is quick enough for answers made on the spot. */
const codings: Record<string, (plain: Uint8Array) => Promise<Buffer>> = {
  br: (plain) => squeeze(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (plain) => zip(plain, { level: 4 }),
};

/** The coding that an answer may be sent in, which Vary then names; null: as it is. */
export function codingOf(c: Context<Env>, fields: Fields): string | null {
  // A 304 stands for an answer that would have said so (RFC 9110, 15.4.5): a text, where its tag is weak.
  if (c.res.status === 304 && fields.get('etag')?.startsWith('W/')) {
    varyOn(fields, 'Accept-Encoding');
  }
  if (!compressible.test(fields.get('content-type') ?? '')) return null;
  varyOn(fields, 'Accept-Encoding');
  const accepted = c.req.header('accept-encoding');
  if (!accepted || c.req.method === 'HEAD' || fields.has('content-encoding')) return null;
  if (!(plainAnswer(c, c.res) ?? c.res).body) return null;
  return codingFor(accepted, Object.keys(codings));
}

/** The answer in a coding, where that saves anything; a strong entity tag becomes a weak one by it. */
export async function encoded(c: Context<Env>, coding: string): Promise<Answer> {
  const answer = plainAnswer(c, c.res) ?? (await answerOf(c.res));
  const { body, fields } = answer;
  const encode = codings[coding];
  if (!encode || !body || body.byteLength < compressedBytesMin) return answer;
  fields.set('content-encoding', coding);
  fields.delete('content-length');
  const etag = fields.get('etag');
  if (etag && !etag.startsWith('W/')) fields.set('etag', `W/${etag}`);
  return { ...answer, body: new Uint8Array(await encode(body)) };
}
