import { anyone } from '../../access.js';
import { mediaResponse } from '../../http/media-response.js';
import { contextOf } from '../../http/request.js';
import { linkHours } from '../../modules/evidence/media-link.js';
import { readMedia } from '../../modules/evidence/read-media.js';
import { fileHeaders, partHeaders } from '../openapi/parts.js';
import { endpoint, file } from './endpoint.js';

/** The signed link is all the credential that there is; the use case judges it. */
export const mediaEndpoint = endpoint({
  operationId: 'read_media',
  method: 'GET',
  path: '/media/{job_id}/{evidence_id}',
  summary: 'Download an evidence file by its signed link',
  description: `Use media_url unchanged, query included; it expires after ${linkHours.min} to ${linkHours.max} hours. Supports Range requests.`,
  tag: 'Evidence',
  access: { ...anyone, label: 'the signed link' },
  responses: {
    200: { description: 'The file.', headers: fileHeaders, content: { '*/*': file } },
    206: { description: 'The requested range.', headers: partHeaders, content: { '*/*': file } },
    304: { description: 'The file has not changed.', headers: fileHeaders },
  },
  refusals: ['not_found', 'token_expired', 'erased', 'range_not_satisfiable', 'unavailable'],
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
