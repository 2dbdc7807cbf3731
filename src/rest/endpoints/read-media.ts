import type { Context } from 'hono';
import { anyone } from '../../access.js';
import { ApiError } from '../../errors.js';
import { mediaResponse } from '../../http/media-response.js';
import { contextOf, type Env } from '../../http/request.js';
import { linkHours } from '../../modules/evidence/media-link.js';
import { readMedia } from '../../modules/evidence/read-media.js';
import { fileHeaders, partHeaders } from '../openapi/parts.js';
import { endpoint, file } from './endpoint.js';

const itemOf = (c: Context<Env>) => ({
  jobId: c.req.param('job_id') ?? '',
  evidenceId: c.req.param('evidence_id') ?? '',
});

const linkOf = (c: Context<Env>) => {
  const { expires = '', signature = '' } = c.req.query();
  return { expires, signature };
};

const ofFile = {
  method: 'GET',
  access: { ...anyone, label: 'the signed link' },
  responses: {
    200: { description: 'The file.', headers: fileHeaders, content: { '*/*': file } },
    206: { description: 'The requested range.', headers: partHeaders, content: { '*/*': file } },
    304: { description: 'The file has not changed.', headers: fileHeaders },
  },
  refusals: ['not_found', 'token_expired', 'erased', 'range_not_satisfiable', 'unavailable'],
} as const;

/** The signed link is all the credential that there is; the use case judges it. */
export const mediaEndpoint = endpoint({
  ...ofFile,
  operationId: 'read_media',
  path: '/media/{job_id}/{evidence_id}',
  summary: 'Download an evidence file by its signed link',
  description: `Use media_url unchanged, query included; it expires after ${linkHours.min} to ${linkHours.max} hours. Supports Range requests.`,
  tag: 'Evidence',
  async handle(c) {
    return mediaResponse(c.req.raw, await readMedia(await contextOf(c), itemOf(c), linkOf(c)));
  },
});

/** The same for files of the sandbox, on the clock of the integrator whose job it is. */
export const sandboxMediaEndpoint = endpoint({
  ...ofFile,
  operationId: 'read_sandbox_media',
  path: '/sandbox/media/{job_id}/{evidence_id}',
  summary: 'Download an evidence file of a test job by its signed link',
  description: `Use media_url unchanged, query included; it expires after ${linkHours.min} to ${linkHours.max} hours of the sandbox's clock. Supports Range requests.`,
  tag: 'Sandbox',
  async handle(c) {
    const item = itemOf(c);
    const services = await c.get('services').sandbox.servicesOfJob(item.jobId);
    if (!services) throw new ApiError('not_found', 'This file does not exist.');
    const ctx = { ...(await contextOf(c)), services };
    return mediaResponse(c.req.raw, await readMedia(ctx, item, linkOf(c)));
  },
});
