import { second } from '../../../lib/units.js';
import { pageLanguage } from '../parts/page-texts.js';
import type { Answer } from './answer.js';
import type { StoredPhoto } from './photo.js';
import { sha256 } from './sha256.js';
import type { Task } from './task.js';

/** Time without a byte in either direction after which the connection is aborted. */
const silenceMilliseconds = 45 * second;

const routes = {
  provider: { path: '/v1/provider/evidence', tokenField: 'provider_task_token' },
  capture: { path: '/v1/capture/evidence', tokenField: 'capture_token' },
} as const;

/** A note in the report, which is in English whatever the language of the page. */
const enteredByHand = 'Position entered by hand.';

function noteOf({ note, position }: StoredPhoto): string {
  const byHand = position?.accuracy === null ? enteredByHand : '';
  return [note, byHand].filter(Boolean).join(' ');
}

async function formOf(photo: StoredPhoto, bytes: ArrayBuffer, tokenField: string, token: string) {
  const form = new FormData();
  const notes = noteOf(photo);
  form.set(tokenField, token);
  form.set('latitude', String(photo.position?.latitude));
  form.set('longitude', String(photo.position?.longitude));
  form.set('captured_at', photo.capturedAt);
  if (photo.position?.accuracy != null) form.set('accuracy_m', String(photo.position.accuracy));
  if (photo.resizedFrom) form.set('resized_from', photo.resizedFrom);
  form.set('step_name', photo.stepName);
  form.set('nonce', photo.nonce);
  form.set('media_sha256', photo.sha256 ?? (await sha256(bytes)));
  if (notes) form.set('notes', notes);
  form.set('file', new Blob([bytes], { type: photo.type }), photo.name);
  return form;
}

function answerOf(request: XMLHttpRequest): Answer | null {
  if (request.status === 0) return null;
  const seconds = Number(request.getResponseHeader('retry-after') ?? Number.NaN);
  let body: unknown = null;
  try {
    body = JSON.parse(request.responseText);
  } catch {
    // A body that is not JSON is from a proxy between the phone and the service.
  }
  return { status: request.status, body, retryAfter: Number.isNaN(seconds) ? null : seconds };
}

/**
 * Sends one photo to the path for the token's kind, with XMLHttpRequest because fetch does not report progress.
 * @param onProgress share of the bytes sent, 0 to 1
 * @returns null if no response arrived
 */
export async function upload(
  link: { token: string; kind: Task['kind'] },
  photo: StoredPhoto,
  bytes: ArrayBuffer,
  onProgress: (share: number) => void,
): Promise<Answer | null> {
  const { path, tokenField } = routes[link.kind];
  let form: FormData;
  try {
    form = await formOf(photo, bytes, tokenField, link.token);
  } catch {
    return null;
  }
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout>;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), silenceMilliseconds);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      heard();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onloadend = () => {
      clearTimeout(silence);
      resolve(answerOf(request));
    };
    request.open('POST', path);
    request.setRequestHeader('accept-language', pageLanguage());
    heard();
    request.send(form);
  });
}
