import { anyone } from '../../access.js';
import { ApiError } from '../../errors.js';
import { tileFile } from '../../modules/transparency/tile-file.js';
import { endpoint } from './endpoint.js';

const text = 'text/plain';
const utf8 = `${text}; charset=utf-8`;
const bytes = 'application/octet-stream';
const immutable = 'public, max-age=31536000, immutable';

const answers = (type: string, description: string) => ({
  200: { description, content: { [type]: { schema: { type: 'string' } } } },
});

export const checkpointEndpoint = endpoint({
  operationId: 'get_log_checkpoint',
  method: 'GET',
  path: '/log/checkpoint',
  summary: 'Get the newest checkpoint of the transparency log',
  description: 'Returns a signed note (C2SP tlog-checkpoint): origin, size and root of the tree.',
  tag: 'Transparency',
  access: anyone,
  responses: answers(text, 'The checkpoint.'),
  refusals: [],
  async handle(c) {
    const { text: note } = await c.get('services').transparency.checkpoint();
    return new Response(note, { headers: { 'content-type': utf8, 'cache-control': 'no-cache' } });
  },
});

export const logKeyEndpoint = endpoint({
  operationId: 'get_log_key',
  method: 'GET',
  path: '/log/key',
  summary: 'Get the verifier key of the transparency log',
  description: 'Returns the vkey (C2SP signed-note) that checkpoints are verified with.',
  tag: 'Transparency',
  access: anyone,
  responses: answers(text, 'The verifier key.'),
  refusals: [],
  handle(c) {
    const headers = { 'content-type': utf8, 'cache-control': 'public, max-age=300' };
    return new Response(`${c.get('services').transparency.verifierKey}\n`, { headers });
  },
});

export const logTileEndpoint = endpoint({
  operationId: 'get_log_tile',
  method: 'GET',
  path: '/log/tile/{level}/{number}',
  // A dot would not match a line break, and the path would be refused as one of another method.
  routed: '/log/tile/:level/:number{[^]+}',
  summary: 'Get a tile of the transparency log',
  description:
    'Returns the SHA-256 hashes of a tile one after another, or with the level `entries` its entries, each behind its length in 16 bits (C2SP tlog-tiles). A full tile is `/log/tile/0/000`; one that is not full names its width, `/log/tile/0/000.p/7`.',
  tag: 'Transparency',
  access: anyone,
  responses: answers(bytes, 'The tile.'),
  refusals: ['not_found'],
  async handle(c) {
    const { transparency: log } = c.get('services');
    const [, level = '', path = ''] = /^\/log\/tile\/([^/]+)\/(.+)$/.exec(c.req.path) ?? [];
    const content = await tileFile(log, level, path);
    if (!content) throw new ApiError('not_found', 'The log has no such tile.');
    // What is published of a place never changes, full or not.
    const headers = { 'content-type': bytes, 'cache-control': immutable };
    return new Response(new Uint8Array(content), { headers });
  },
});
