import type { Context } from 'hono';
import { z } from 'zod';
import { anyone } from '../../access.js';
import type { RequestContext } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import { mediaResponse } from '../../http/media-response.js';
import { contextOf, type Env } from '../../http/request.js';
import { endpoint, file } from '../../rest/endpoints/endpoint.js';
import { fileHeaders, headerRef, partHeaders } from '../../rest/openapi/parts.js';
import { validateQuery } from '../../rest/pydantic/validate.js';
import { validationResponse } from '../../rest/pydantic/validation-response.js';
import { linkHours } from './media-link.js';
import { previewEdge } from './preview-files.js';
import { readMedia, readPreview } from './read-media.js';

const mediaQuery = z.object({
  preview: z
    .enum([String(previewEdge)])
    .optional()
    .meta({
      description: `${previewEdge}: the picture as an upright JPEG without metadata, its longer side at most ${previewEdge} pixels. Appended to media_url; the link remains valid.`,
    }),
});

const itemOf = (c: Context<Env>) => ({
  jobId: c.req.param('job_id') ?? '',
  evidenceId: c.req.param('evidence_id') ?? '',
});

/** @param contextFor returns the request's context for the file's mode; called once the query is valid */
async function serveMedia(
  c: Context<Env>,
  contextFor: () => Promise<RequestContext>,
): Promise<Response> {
  const checked = validateQuery(mediaQuery, new URL(c.req.url).searchParams);
  if (checked.outcome !== 'valid') {
    return validationResponse(checked.outcome === 'invalid' ? checked.issues : []);
  }
  const { preview } = checked.value as z.infer<typeof mediaQuery>;
  const { expires = '', signature = '' } = c.req.query();
  const read = preview ? readPreview : readMedia;
  const served = await read(await contextFor(), itemOf(c), { expires, signature });
  return mediaResponse(c.req.raw, served);
}

const ofFile = {
  method: 'GET',
  query: mediaQuery,
  access: { ...anyone, label: 'the signed link' },
  responses: {
    200: { description: 'The file.', headers: fileHeaders, content: { '*/*': file } },
    302: {
      description:
        'A link to the same file, valid for at most an hour. Only with FILES_REDIRECT=on, and not for preview or for a fetch by a script.',
      headers: { Location: headerRef('FileLocation') },
    },
    206: { description: 'The requested range.', headers: partHeaders, content: { '*/*': file } },
    304: { description: 'The file has not changed.', headers: fileHeaders },
  },
  errors: [
    'not_found',
    'token_expired',
    'erased',
    'unsupported_media_type',
    'range_not_satisfiable',
    'unavailable',
  ],
} as const;

/** The signed link is the only credential; the use case checks it. */
export const mediaEndpoint = endpoint({
  ...ofFile,
  operationId: 'read_media',
  path: '/media/{job_id}/{evidence_id}',
  summary: 'Download an evidence file by its signed link',
  description: `Use media_url unchanged, query included; it expires after ${linkHours.min} to ${linkHours.max} hours. Supports Range requests.`,
  tag: 'Evidence',
  handle: (c) => serveMedia(c, () => contextOf(c)),
});

/** Serves files of the sandbox, with the clock of the integrator that owns the job. */
export const sandboxMediaEndpoint = endpoint({
  ...ofFile,
  operationId: 'read_sandbox_media',
  path: '/sandbox/media/{job_id}/{evidence_id}',
  summary: 'Download an evidence file of a test job by its signed link',
  description: `Use media_url unchanged, query included; it expires after ${linkHours.min} to ${linkHours.max} hours of the sandbox's clock. Supports Range requests.`,
  tag: 'Sandbox',
  handle: (c) =>
    serveMedia(c, async () => {
      const services = await c.get('services').sandbox.servicesOfJob(itemOf(c).jobId);
      if (!services) throw new ApiError('not_found', errorText('error.file'));
      return { ...(await contextOf(c)), services };
    }),
});
