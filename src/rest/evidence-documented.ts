import type { z } from 'zod';
import { anyone } from '../access.js';
import { captureEvidenceForm, providerEvidenceForm } from '../modules/evidence/evidence-input.js';
import { fileBytesMax, mebibytes, videoBytesMax } from '../modules/evidence/media-types.js';
import type { DocumentedRoute } from './documented.js';
import { fileHeaders, partHeaders, replayedHeader } from './openapi-parts.js';
import { jsonSchemaOf } from './validation/json-schema.js';

const filePart = {
  type: 'string',
  format: 'binary',
  description: `JPEG, PNG, WebP, HEIC or PDF of at most ${mebibytes(fileBytesMax)}, MP4 or MOV of at most ${mebibytes(videoBytesMax)}. The declared type of the part determines the limit.`,
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
      'Stores the file while it arrives and checks it once it is complete. A repeated upload of the same bytes with the same captured_at returns the first result. Fields may be in any order; send the token first for the best performance.',
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
        description: 'The item is stored, whether or not it passed its checks.',
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
    summary: 'Download an evidence file by its signed link',
    description:
      'Use media_url unchanged, query included; it expires after one to two hours. Supports Range requests.',
    tag: 'Evidence',
    access: { ...anyone, label: 'the signed link' },
    responses: {
      200: { description: 'The file.', headers: fileHeaders, content: { '*/*': file } },
      206: { description: 'The requested range.', headers: partHeaders, content: { '*/*': file } },
      304: { description: 'The file has not changed.', headers: fileHeaders },
    },
    refusals: ['not_found', 'token_expired', 'range_not_satisfiable', 'unavailable'],
  },
];
