import type { z } from 'zod';
import { anyone } from '../access.js';
import { mebibyte } from '../lib/units.js';
import { captureEvidenceForm, providerEvidenceForm } from '../modules/evidence/evidence-input.js';
import { linkHours } from '../modules/evidence/media-link.js';
import { fileBytesMax, videoBytesMax } from '../modules/evidence/media-types.js';
import type { DocumentedRoute } from './documented.js';
import { fileHeaders, partHeaders, replayedHeader } from './openapi-parts.js';
import { jsonSchemaOf } from './validation/json-schema.js';

const filePart = {
  type: 'string',
  format: 'binary',
  description: `JPEG, PNG, WebP, HEIC or PDF of at most ${fileBytesMax / mebibyte} MiB, MP4 or MOV of at most ${videoBytesMax / mebibyte} MiB; the declared type of the part decides the limit.`,
};

/** A form's text fields and the part with the file. */
function multipartBody(form: z.ZodObject): object {
  const { properties, required, ...schema } = jsonSchemaOf(form);
  return {
    ...schema,
    properties: { ...(properties as object), file: filePart },
    required: [...(required as string[]), 'file'],
  };
}

function upload(door: {
  operationId: string;
  path: string;
  summary: string;
  tokenField: string;
  label: string;
  form: z.ZodObject;
}): DocumentedRoute {
  const { operationId, path, summary, tokenField, label, form } = door;
  return {
    operationId,
    method: 'POST',
    path,
    summary,
    description:
      'The file is stored while it arrives and judged when it is complete. Repeating an upload of the same bytes with the same captured_at answers as the first time. Fields may come in any order; the token first is best.',
    tag: 'Evidence',
    access: { ...anyone, label },
    deferred: true,
    example: {
      [tokenField]: 'eyJhbGciOiJFZERTQSJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl',
      latitude: 52.5219,
      longitude: 13.4132,
      captured_at: '2026-01-31T12:00:00Z',
      notes: 'Seen from the square.',
      step_name: 'arrival_overview',
      file: 'photo.jpg',
    },
    body: () => multipartBody(form),
    responses: {
      201: {
        description: 'Stored and judged, whether or not it passed.',
        headers: replayedHeader,
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/EvidenceSubmitOut' } },
        },
      },
    },
    refusals: [
      'bad_request',
      'token_invalid',
      'step_not_found',
      'request_timeout',
      'invalid_transition',
      'evidence_limit',
      'token_expired',
      'payload_too_large',
      'unsupported_media_type',
      'internal_error',
      'unavailable',
    ],
  };
}

const file = { schema: { type: 'string', format: 'binary' } };

/** The uploads and the media links, as the interface description shows them. */
export const evidenceRoutes: readonly DocumentedRoute[] = [
  upload({
    operationId: 'upload_provider_evidence',
    path: '/v1/provider/evidence',
    summary: 'Upload evidence with a task token',
    tokenField: 'provider_task_token',
    label: 'task token in the form',
    form: providerEvidenceForm,
  }),
  upload({
    operationId: 'upload_capture_evidence',
    path: '/v1/capture/evidence',
    summary: 'Upload evidence with a capture token',
    tokenField: 'capture_token',
    label: 'capture token in the form',
    form: captureEvidenceForm,
  }),
  {
    operationId: 'read_media',
    method: 'GET',
    path: '/media/{job_id}/{evidence_id}',
    summary: 'Read an evidence file by its signed link',
    description: `Follow media_url as it stands, its query included; it works for ${linkHours.min} to ${linkHours.max} hours. Answers Range requests.`,
    tag: 'Evidence',
    access: { ...anyone, label: 'the signed link' },
    responses: {
      200: { description: 'The file.', headers: fileHeaders, content: { '*/*': file } },
      206: { description: 'The part asked for.', headers: partHeaders, content: { '*/*': file } },
      304: { description: 'The file that the client has.', headers: fileHeaders },
    },
    refusals: ['not_found', 'token_expired', 'range_not_satisfiable', 'unavailable'],
  },
];
