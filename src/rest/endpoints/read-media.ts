import { z } from 'zod';
import { anyone } from '../../access.js';
import { mediaResponse } from '../../http/media-response.js';
import { contextOf } from '../../http/request.js';
import { linkHours } from '../../modules/evidence/media-link.js';
import { previewEdge } from '../../modules/evidence/preview-files.js';
import { readMedia, readPreview } from '../../modules/evidence/read-media.js';
import { fileHeaders, partHeaders } from '../openapi/parts.js';
import { validateQuery } from '../pydantic/validate.js';
import { validationResponse } from '../pydantic/validation-response.js';
import { endpoint, file } from './endpoint.js';

const mediaQuery = z.object({
  preview: z
    .enum([String(previewEdge)])
    .optional()
    .meta({
      description: `${previewEdge}: the picture as an upright JPEG without metadata, its longer side at most ${previewEdge} pixels. Appended to media_url; the link remains valid.`,
    }),
});

/** The signed link is all the credential that there is; the use case judges it. */
export const mediaEndpoint = endpoint({
  operationId: 'read_media',
  method: 'GET',
  path: '/media/{job_id}/{evidence_id}',
  summary: 'Download an evidence file by its signed link',
  description: `Use media_url unchanged, query included; it expires after ${linkHours.min} to ${linkHours.max} hours. Supports Range requests.`,
  tag: 'Evidence',
  query: mediaQuery,
  access: { ...anyone, label: 'the signed link' },
  responses: {
    200: { description: 'The file.', headers: fileHeaders, content: { '*/*': file } },
    206: { description: 'The requested range.', headers: partHeaders, content: { '*/*': file } },
    304: { description: 'The file has not changed.', headers: fileHeaders },
  },
  refusals: [
    'not_found',
    'token_expired',
    'erased',
    'unsupported_media_type',
    'range_not_satisfiable',
    'unavailable',
  ],
  async handle(c) {
    const checked = validateQuery(mediaQuery, new URL(c.req.url).searchParams);
    if (checked.outcome !== 'valid') {
      return validationResponse(checked.outcome === 'invalid' ? checked.issues : []);
    }
    const { preview } = checked.value as z.infer<typeof mediaQuery>;
    const item = {
      jobId: c.req.param('job_id') ?? '',
      evidenceId: c.req.param('evidence_id') ?? '',
    };
    const { expires = '', signature = '' } = c.req.query();
    const read = preview ? readPreview : readMedia;
    const file = await read(await contextOf(c), item, { expires, signature });
    return mediaResponse(c.req.raw, file);
  },
});
