import { anyone } from '../../access.js';
import { mediaResponse } from '../../http/media-response.js';
import { contextOf } from '../../http/request.js';
import { readMedia } from '../../modules/evidence/read-media.js';
import { fileHeaders, partHeaders } from '../openapi/parts.js';
import { endpoint, file } from './endpoint.js';

/** The signed link is all the credential that there is; the use case judges it. */
export const mediaEndpoint = endpoint({
  operationId: 'read_media',
  method: 'GET',
  path: '/media/{job_id}/{evidence_id}',
  summary: 'Read an evidence file by its signed link',
  description:
    'Follow media_url as it stands, its query included; it works for one to two hours. Answers Range requests.',
  tag: 'Evidence',
  access: { ...anyone, label: 'the signed link' },
  responses: {
    200: { description: 'The file.', headers: fileHeaders, content: { '*/*': file } },
    206: { description: 'The part asked for.', headers: partHeaders, content: { '*/*': file } },
    304: { description: 'The file that the client has.', headers: fileHeaders },
  },
  refusals: ['not_found', 'token_expired', 'range_not_satisfiable', 'unavailable'],
  async handle(c) {
    const ctx = await contextOf(c);
    const item = {
      jobId: c.req.param('job_id') ?? '',
      evidenceId: c.req.param('evidence_id') ?? '',
    };
    const { expires = '', signature = '' } = c.req.query();
    return mediaResponse(c.req.raw, await readMedia(ctx, item, { expires, signature }));
  },
});
