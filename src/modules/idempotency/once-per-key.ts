import { createHash } from 'node:crypto';
import { ApiError, errorText } from '../../errors.js';
import { newId } from '../../lib/ids.js';
import { minute } from '../../lib/units.js';
import { keptMilliseconds } from '../../limits.js';
import type { Services } from '../../services.js';
import type { IdempotencyRecord } from './idempotency.store.js';
import { seal, unseal } from './seal.js';

/** Longer than any request takes: an older claim was left by a killed process. */
const claimMilliseconds = minute;

/** A response in its stored form. */
export interface KeptAnswer {
  status: number;
  headers: [string, string][];
  body: string;
}

/** The identity of a request: its caller, its path and its Idempotency-Key. */
export interface IdempotentRequest {
  /** Id of the API key or of the customer. */
  owner: string;
  path: string;
  idempotencyKey: string;
  body: Uint8Array;
  /** True for an operation that erases: its response contains nothing to erase, and can still be replayed. */
  erases: boolean;
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** Returns the ids that a response is about: the owner's, and all in its path and body. */
function idsIn({ owner, path, erases }: IdempotentRequest, { body }: KeptAnswer): string[] {
  if (erases) return [];
  const found = `${path} ${body}`.match(uuid) ?? [];
  return [...new Set([owner, ...found.map((id) => id.toLowerCase())])];
}

const hash = (...parts: (string | Uint8Array)[]) => {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\0');
  return sum.digest('hex');
};

/**
 * Processes a request once: a repetition within 24 hours gets the first response unchanged. Only 2xx responses are
 * stored, so that a rejected request can be corrected and sent again. A claim left by a killed process is valid for a
 * minute.
 *
 * @param act processes the request
 * @throws ApiError `idempotency_key_reused` for another body, `idempotency_in_progress` while the first request runs,
 * `erased` if something that the response is about was erased
 */
export async function oncePerKey(
  { idempotency, serverKeys, clock }: Pick<Services, 'idempotency' | 'serverKeys' | 'clock'>,
  request: IdempotentRequest,
  act: () => Promise<KeptAnswer>,
): Promise<{ answer: KeptAnswer; replayed: boolean }> {
  const now = clock.now();
  const record: IdempotencyRecord = {
    _id: hash(request.owner, request.path, request.idempotencyKey),
    fingerprint: hash(request.body),
    claim: newId(),
    claimedAt: now,
    answer: null,
    about: [],
    erased: false,
    expiresAt: new Date(now.getTime() + keptMilliseconds),
  };
  const held = await idempotency.claim(record);
  if (held) {
    const expired = held.expiresAt <= now;
    if (!expired && held.erased) {
      throw new ApiError('erased', errorText('error.answer_erased'), {
        hint: errorText('error.hint_answer_erased'),
      });
    }
    if (!expired && held.fingerprint !== record.fingerprint) {
      throw new ApiError('idempotency_key_reused');
    }
    if (!expired && held.answer) {
      const text = await unseal(serverKeys.accessTokens, held.answer.buffer);
      return { answer: JSON.parse(text) as KeptAnswer, replayed: true };
    }
    const abandoned = now.getTime() - held.claimedAt.getTime() > claimMilliseconds;
    const free = expired || abandoned;
    if (!free || !(await idempotency.takeOver(held, record))) {
      throw new ApiError('idempotency_in_progress', undefined, { headers: { 'retry-after': '1' } });
    }
  }
  let answer: KeptAnswer;
  try {
    answer = await act();
  } catch (error) {
    // If the database is unavailable, the claim expires after a minute.
    await idempotency.release(record).catch(() => {});
    throw error;
  }
  if (answer.status >= 200 && answer.status < 300) {
    const sealed = await seal(serverKeys.accessTokens, JSON.stringify(answer));
    await idempotency.finish(record, sealed, idsIn(request, answer));
  } else {
    await idempotency.release(record);
  }
  return { answer, replayed: false };
}
