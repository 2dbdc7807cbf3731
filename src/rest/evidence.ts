import type { Readable } from 'node:stream';
import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import type { RequestContext } from '../context.js';
import { codePointLength } from '../lib/schema.js';
import {
  captureEvidenceForm,
  providerEvidenceForm,
  tokenLength,
  type UploadFields,
} from '../modules/evidence/evidence-input.js';
import { mediaResponse } from '../modules/evidence/media-response.js';
import {
  type FileTaker,
  receiveUpload,
  uploadBody,
  uploadLimits,
} from '../modules/evidence/multipart.js';
import { readMedia } from '../modules/evidence/read-media.js';
import type { SubmittedEvidence } from '../modules/evidence/store-evidence.js';
import { presentedTaskToken } from '../modules/evidence/task-token-access.js';
import {
  type TakenFile,
  takeUploadedFile,
  uploadEvidence,
} from '../modules/evidence/upload-evidence.js';
import type { UploadPass } from '../modules/evidence/upload-gate.js';
import type { TaskToken } from '../modules/job/job.js';
import { readTaskToken } from '../modules/job/task-token.js';
import { checkDeclaredLength } from './body.js';
import { validationResponse } from './problem.js';
import { chargeAddress, chargeUpload } from './rate-limit.js';
import { addressOf, contextOf, type Env } from './request.js';
import type { ValidationIssue } from './validation/issue.js';
import { snakeCase } from './validation/names.js';
import { validateForm } from './validation/validate.js';

interface UploadDoor {
  path: string;
  kind: TaskToken['kind'];
  tokenField: string;
  form: z.ZodObject;
}

/** The two multipart bodies of the interface. */
export const uploadDoors: readonly UploadDoor[] = [
  {
    path: '/v1/provider/evidence',
    kind: 'provider',
    tokenField: 'provider_task_token',
    form: providerEvidenceForm,
  },
  {
    path: '/v1/capture/evidence',
    kind: 'capture',
    tokenField: 'capture_token',
    form: captureEvidenceForm,
  },
];

/** The token as far as it is one by its length; the form's own rule refuses the others. */
function tokenOf(fields: ReadonlyMap<string, string>, door: UploadDoor): string | null {
  const token = fields.get(door.tokenField) ?? '';
  const length = codePointLength(token);
  return length >= tokenLength.min && length <= tokenLength.max ? token : null;
}

/**
 * Judges the token of an upload; a good one has a bucket of its own.
 * @throws ApiError `token_invalid`, `token_expired`, `rate_limited`
 */
async function judgeToken(c: Context<Env>, ctx: RequestContext, value: string, door: UploadDoor) {
  const token = presentedTaskToken(value, [door.kind]);
  await chargeUpload(c, ctx.caller, token);
  return ctx.caller.prove(token);
}

function fileTaker(c: Context<Env>, ctx: RequestContext, door: UploadDoor): FileTaker<TakenFile> {
  return {
    ready(fields) {
      if (tokenOf(fields, door) !== null) return true;
      chargeAddress(c);
      return false;
    },
    async take(file, fields) {
      const token = tokenOf(fields, door) ?? '';
      await judgeToken(c, ctx, token, door);
      const claims = await readTaskToken(ctx.services.serverKeys.tokens, token, [door.kind]);
      return takeUploadedFile(ctx, file, token, claims);
    },
    discard: (taken) => ctx.services.evidenceFiles.discard(taken.fileId),
  };
}

/** What FastAPI says where the form has no file, or a text in its place. */
function fileIssue(text: string | undefined): ValidationIssue {
  const loc = ['body', 'file'];
  if (!text) return { type: 'missing', loc, msg: 'Field required', input: null };
  const error = "Expected UploadFile, received: <class 'str'>";
  return {
    type: 'value_error',
    loc,
    msg: `Value error, ${error}`,
    input: text,
    ctx: { error: {} },
  };
}

function answer(ctx: RequestContext, submitted: SubmittedEvidence): Response {
  const body = Object.fromEntries(
    Object.entries(submitted).map(([name, value]) => [snakeCase(name), value]),
  );
  const headers = new Headers({ 'content-type': 'application/json' });
  if (ctx.notes.replayed) headers.set('idempotent-replayed', 'true');
  return new Response(JSON.stringify(body), { status: 201, headers });
}

async function receive(c: Context<Env>, door: UploadDoor, pass: UploadPass): Promise<Response> {
  const ctx = await contextOf(c);
  const incoming = (c.env as { incoming?: Readable } | undefined)?.incoming;
  const taker = fileTaker(c, ctx, door);
  const body = uploadBody(c.req.raw, incoming);
  const { fields, hasFile, taken } = await receiveUpload(body, taker, {
    onBytes: (bytes) => pass.count(bytes),
  });
  const token = tokenOf(fields, door);
  if (token === null) chargeAddress(c);
  else if (!taken) await judgeToken(c, ctx, token, door);
  const form = validateForm(door.form, Object.fromEntries(fields));
  if (form.outcome === 'valid' && taken) {
    return answer(ctx, await uploadEvidence(ctx, taken, form.value as UploadFields));
  }
  if (taken) await taker.discard(taken);
  const issues = form.outcome === 'invalid' ? form.issues : [];
  return validationResponse(hasFile ? issues : [...issues, fileIssue(fields.get('file'))]);
}

async function upload(c: Context<Env>, door: UploadDoor): Promise<Response> {
  checkDeclaredLength(c.req.raw, uploadLimits.bodyBytes);
  const pass = c.get('services').uploads.enter(addressOf(c));
  try {
    return await receive(c, door, pass);
  } finally {
    pass.leave();
  }
}

/** Puts the uploads and the media links on the app; each calls its use case and translates. */
export function mountEvidence(app: Hono<Env>): void {
  for (const door of uploadDoors) app.post(door.path, (c) => upload(c, door));
  app.get('/media/:jobId/:evidenceId', async (c) => {
    const ctx = await contextOf(c);
    const { expires = '', signature = '' } = c.req.query();
    const file = await readMedia(ctx, c.req.param(), { expires, signature });
    return mediaResponse(c.req.raw, file);
  });
}
