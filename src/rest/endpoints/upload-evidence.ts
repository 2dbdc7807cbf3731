import type { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { z } from 'zod';
import { anyone } from '../../access.js';
import type { RequestContext } from '../../context.js';
import { checkDeclaredLength } from '../../http/body.js';
import { type FileTaker, receiveUpload, uploadBody, uploadLimits } from '../../http/multipart.js';
import { countAddress, countUpload } from '../../http/rate-limit.js';
import { addressOf, contextOf, type Env } from '../../http/request.js';
import { codePointLength } from '../../lib/schema.js';
import {
  captureEvidenceForm,
  providerEvidenceForm,
  tokenLength,
  type UploadFields,
} from '../../modules/evidence/evidence-input.js';
import type { SubmittedEvidence } from '../../modules/evidence/store-evidence.js';
import { presentedTaskToken } from '../../modules/evidence/task-token-access.js';
import {
  type TakenFile,
  takeUploadedFile,
  uploadEvidence,
} from '../../modules/evidence/upload-evidence.js';
import type { UploadPass } from '../../modules/evidence/upload-gate.js';
import type { TaskToken } from '../../modules/job/job.js';
import { readTaskToken } from '../../modules/job/task-token.js';
import { multipartBody, replayedHeader } from '../openapi/parts.js';
import { Fault, Issues, missing, type ValidationIssue } from '../pydantic/issue.js';
import { snakeCase } from '../pydantic/names.js';
import { validateForm } from '../pydantic/validate.js';
import { validationResponse } from '../pydantic/validation-response.js';
import { type Endpoint, endpoint, json } from './endpoint.js';

/** One of the two multipart bodies of the interface. */
interface UploadForm {
  operationId: string;
  path: string;
  summary: string;
  /** The credential, in the README's table of paths. */
  label: string;
  kind: TaskToken['kind'];
  tokenField: string;
  form: z.ZodObject;
}

/** The token as far as it is one by its length; the form's own rule refuses the others. */
function tokenOf(fields: ReadonlyMap<string, string>, form: UploadForm): string | null {
  const token = fields.get(form.tokenField) ?? '';
  const length = codePointLength(token);
  return length >= tokenLength.min && length <= tokenLength.max ? token : null;
}

/**
 * Judges the token of an upload; a good one has a bucket of its own.
 * @throws ApiError `token_invalid`, `token_expired`, `rate_limited`
 */
async function checkToken(c: Context<Env>, ctx: RequestContext, value: string, form: UploadForm) {
  const token = presentedTaskToken(value, [form.kind]);
  await countUpload(c, ctx.caller, token);
  return ctx.caller.prove(token);
}

function fileTaker(c: Context<Env>, ctx: RequestContext, form: UploadForm): FileTaker<TakenFile> {
  return {
    ready(fields) {
      if (tokenOf(fields, form) !== null) return true;
      countAddress(c);
      return false;
    },
    async take(file, fields) {
      const token = tokenOf(fields, form) ?? '';
      await checkToken(c, ctx, token, form);
      const claims = await readTaskToken(ctx.services.serverKeys.tokens, token, [form.kind]);
      return takeUploadedFile(ctx, file, token, claims);
    },
    discard: (taken) => ctx.services.evidenceFiles.discard(taken.fileId),
  };
}

/** FastAPI's issue for a form without a file, or with text instead of one. */
function fileIssues(text: string | undefined): ValidationIssue[] {
  const issues = new Issues([]);
  const error = "Expected UploadFile, received: <class 'str'>";
  const fault = text ? new Fault('value_error', `Value error, ${error}`, { error: {} }) : missing;
  issues.add(fault, ['body', 'file'], text || null);
  return issues.list;
}

function answer(ctx: RequestContext, submitted: SubmittedEvidence): Response {
  const body = Object.fromEntries(
    Object.entries(submitted).map(([name, value]) => [snakeCase(name), value]),
  );
  const headers = new Headers({ 'content-type': 'application/json' });
  if (ctx.notes.replayed) headers.set('idempotent-replayed', 'true');
  return new Response(JSON.stringify(body), { status: 201, headers });
}

async function receive(c: Context<Env>, form: UploadForm, pass: UploadPass): Promise<Response> {
  const ctx = await contextOf(c);
  const incoming = (c.env as { incoming?: Readable } | undefined)?.incoming;
  const taker = fileTaker(c, ctx, form);
  const body = uploadBody(c.req.raw, incoming);
  const { fields, hasFile, taken } = await receiveUpload(body, taker, {
    onBytes: (bytes) => pass.count(bytes),
  });
  const token = tokenOf(fields, form);
  if (token === null) countAddress(c);
  else if (!taken) await checkToken(c, ctx, token, form);
  const checked = validateForm(form.form, Object.fromEntries(fields));
  if (checked.outcome === 'valid' && taken) {
    return answer(ctx, await uploadEvidence(ctx, taken, checked.value as UploadFields));
  }
  if (taken) await taker.discard(taken);
  const issues = checked.outcome === 'invalid' ? checked.issues : [];
  return validationResponse(hasFile ? issues : [...issues, ...fileIssues(fields.get('file'))]);
}

async function upload(c: Context<Env>, form: UploadForm): Promise<Response> {
  checkDeclaredLength(c.req.raw, uploadLimits.bodyBytes);
  const pass = c.get('services').uploads.enter(addressOf(c));
  try {
    return await receive(c, form, pass);
  } finally {
    pass.leave();
  }
}

/** The path of a form; it calls its use case and translates. */
function uploadEndpoint(form: UploadForm): Endpoint {
  const { operationId, path, summary, label, tokenField } = form;
  return endpoint({
    operationId,
    method: 'POST',
    path,
    summary,
    description:
      'Store the file while it arrives and check it once it is complete. A repeated upload of the same bytes with the same captured_at returns the first result. Fields may be in any order; send the token first for the best performance.',
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
    body: () => multipartBody(form.form),
    responses: {
      201: {
        description: 'The item is stored, whether or not it passed its checks.',
        headers: replayedHeader,
        content: json({ $ref: '#/components/schemas/EvidenceSubmitOut' }),
      },
    },
    errors: [
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
    handle: (c) => upload(c, form),
  });
}

export const providerUploadEndpoint = uploadEndpoint({
  operationId: 'upload_provider_evidence',
  path: '/v1/provider/evidence',
  summary: 'Upload evidence with a task token',
  label: 'task token in the form',
  kind: 'provider',
  tokenField: 'provider_task_token',
  form: providerEvidenceForm,
});

export const captureUploadEndpoint = uploadEndpoint({
  operationId: 'upload_capture_evidence',
  path: '/v1/capture/evidence',
  summary: 'Upload evidence with a capture token',
  label: 'capture token in the form',
  kind: 'capture',
  tokenField: 'capture_token',
  form: captureEvidenceForm,
});
