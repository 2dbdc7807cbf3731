import { pageLanguage } from '../parts/page-texts.js';
import { clockAhead } from './clock.js';
import type { Task } from './task.js';

/** The service's response for a token. */
export type TaskRead =
  | { kind: 'task'; task: Task; ahead: number | null }
  | { kind: 'dead'; end: 'invalid' | 'expired' }
  | { kind: 'trouble'; retryAfter: number | null; requestId: string }
  | { kind: 'none' };

const patienceMilliseconds = 20_000;

/** Reads the task of a token; `none` if no response arrived. */
export async function readTask(token: string): Promise<TaskRead> {
  const requested = Date.now();
  try {
    const response = await fetch('/v1/capture/task', {
      headers: { authorization: `Bearer ${token}`, 'accept-language': pageLanguage() },
      cache: 'no-store',
      signal: AbortSignal.timeout?.(patienceMilliseconds),
    });
    const ahead = clockAhead(response.headers.get('date'), requested, Date.now());
    const body = await response.json();
    if (response.ok && Array.isArray(body.steps)) {
      const language = response.headers.get('content-language') ?? 'en';
      return { kind: 'task', task: { ...body, language }, ahead };
    }
    if (body.code === 'token_expired') return { kind: 'dead', end: 'expired' };
    if (body.code === 'token_invalid') return { kind: 'dead', end: 'invalid' };
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return {
      kind: 'trouble',
      retryAfter: Number.isNaN(seconds) ? null : seconds,
      requestId: String(body.request_id ?? response.status),
    };
  } catch {
    return { kind: 'none' };
  }
}
