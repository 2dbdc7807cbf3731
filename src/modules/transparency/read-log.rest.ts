import type { Context } from 'hono';
import { anyone } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import type { Env } from '../../http/request.js';
import { type Endpoint, endpoint } from '../../rest/endpoints/endpoint.js';
import { tileFile } from './tile-file.js';
import type { TransparencyLog } from './transparency-log.js';

const text = 'text/plain';
const utf8 = `${text}; charset=utf-8`;
const bytes = 'application/octet-stream';
const immutable = 'public, max-age=31536000, immutable';

const answers = (type: string, description: string) => ({
  200: { description, content: { [type]: { schema: { type: 'string' } } } },
});

type LogOf = (c: Context<Env>) => Promise<TransparencyLog>;

/**
 * Returns the endpoints that publish a log.
 *
 * @param prefix prefix of its paths and operation ids
 */
function publishedBy(
  of: LogOf,
  { prefix, id, about, tag }: { prefix: string; id: string; about: string; tag: Endpoint['tag'] },
): Endpoint[] {
  return [
    endpoint({
      operationId: `get_${id}log_checkpoint`,
      method: 'GET',
      path: `${prefix}/log/checkpoint`,
      summary: `Get the newest checkpoint of ${about}`,
      description:
        'Return a signed note (C2SP tlog-checkpoint): origin, size and root of the tree.',
      tag,
      access: anyone,
      responses: answers(text, 'The checkpoint.'),
      errors: prefix ? ['not_found', 'unavailable'] : [],
      async handle(c) {
        const { text: note } = await (await of(c)).checkpoint();
        const headers = { 'content-type': utf8, 'cache-control': 'no-cache' };
        return new Response(note, { headers });
      },
    }),
    endpoint({
      operationId: `get_${id}log_key`,
      method: 'GET',
      path: `${prefix}/log/key`,
      summary: `Get the verifier key of ${about}`,
      description: 'Return the vkey (C2SP signed-note) that checkpoints are verified with.',
      tag,
      access: anyone,
      responses: answers(text, 'The verifier key.'),
      errors: prefix ? ['not_found', 'unavailable'] : [],
      async handle(c) {
        const headers = { 'content-type': utf8, 'cache-control': 'public, max-age=300' };
        return new Response(`${(await of(c)).verifierKey}\n`, { headers });
      },
    }),
    endpoint({
      operationId: `get_${id}log_tile`,
      method: 'GET',
      path: `${prefix}/log/tile/{level}/{number}`,
      // A dot would not match a line break, and the path would be rejected with 405.
      routed: `${prefix}/log/tile/:level/:number{[^]+}`,
      summary: `Get a tile of ${about}`,
      description: `Return the SHA-256 hashes of a tile one after another, or with the level \`entries\` its entries, each behind its length in 16 bits (C2SP tlog-tiles). A full tile is \`${prefix}/log/tile/0/000\`; one that is not full names its width, \`${prefix}/log/tile/0/000.p/7\`.`,
      tag,
      access: anyone,
      responses: answers(bytes, 'The tile.'),
      errors: prefix ? ['not_found', 'unavailable'] : ['not_found'],
      async handle(c) {
        const [, level = '', path = ''] = /\/log\/tile\/([^/]+)\/(.+)$/.exec(c.req.path) ?? [];
        const content = await tileFile(await of(c), level, path);
        if (!content) throw new ApiError('not_found', errorText('error.log_tile'));
        // A published tile never changes, full or partial.
        const headers = { 'content-type': bytes, 'cache-control': immutable };
        return new Response(new Uint8Array(content), { headers });
      },
    }),
  ];
}

export const logEndpoints = publishedBy(async (c) => c.get('services').transparency, {
  prefix: '',
  id: '',
  about: 'the transparency log',
  tag: 'Transparency',
});

/** The endpoints of the log of test reports. */
export const sandboxLogEndpoints = publishedBy(
  async (c) => {
    const proofs = await c.get('services').sandbox.proofs();
    if (!proofs) throw new ApiError('not_found', errorText('error.no_test_log'));
    return proofs.transparency;
  },
  {
    prefix: '/sandbox',
    id: 'sandbox_',
    about: 'the transparency log of the sandbox',
    tag: 'Sandbox',
  },
);
