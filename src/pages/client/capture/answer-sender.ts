import { second } from '../../../lib/units.js';
import { needsEvidence } from '../../../modules/question/evaluate.js';
import { pageLanguage } from '../parts/page-texts.js';
import { type Answering, type PhoneAnswer, questionOf, unsentAnswers } from './questions.js';
import type { Task, TaskEvidence } from './task.js';

const patienceMilliseconds = 20 * second;
const retryMilliseconds = 5 * second;
const retryMillisecondsMax = 60 * second;

/** State and callbacks of the page that the sender of answers uses. */
export interface AnswerSenderParts {
  /** Returns the token and the state of its task; null until the task has been read. */
  current(): { token: string; task: Task; answering: Answering; kept: readonly string[] } | null;
  /** Reads the task again, for the ids of its evidence; null if that failed. */
  readTask(): Promise<Task | null>;
  /** The service has stored these answers. */
  onSent(answers: readonly PhoneAnswer[]): void;
  /** The service rejected an answer. */
  onRejected(answer: PhoneAnswer, why: string): void;
  onEnded(end: 'invalid' | 'expired' | 'finished'): void;
}

interface Problem {
  code?: string;
  detail?: { loc: (string | number)[]; msg: string }[];
}

const ends: Partial<Record<string, 'invalid' | 'expired' | 'finished'>> = {
  token_invalid: 'invalid',
  token_expired: 'expired',
  invalid_transition: 'finished',
};

/** The newest evidence of a step that passed. */
const passed = (evidence: readonly TaskEvidence[], step: string | null) =>
  evidence.findLast(({ step_name, validation_passed }) => step_name === step && validation_passed);

/**
 * Sends the answers that wait: each after the photo that shows it, several in one request, again until the
 * service has stored them. The same answer sent twice changes nothing.
 */
export function createAnswerSender(parts: AnswerSenderParts) {
  let running = false;
  let again = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Answers that can be sent now, with the evidence that shows them. */
  async function sendable(): Promise<{ answer: PhoneAnswer; evidenceIds: string[] }[]> {
    const known = parts.current();
    if (!known) return [];
    const { task, answering, kept } = known;
    const waiting = unsentAnswers(task, answering).filter(
      ({ photoOf }) => photoOf === null || !kept.includes(photoOf),
    );
    const needsIds = waiting.some(({ photoOf }) => photoOf !== null);
    const fresh = needsIds ? await parts.readTask() : task;
    if (!fresh) throw new Error('the task could not be read');
    return waiting.flatMap((answer) => {
      const shows = passed(fresh.evidence ?? [], answer.photoOf);
      const wire = task.questions?.find((one) => one.question_key === answer.questionKey);
      // Without its photo the service would reject it: it waits for the photo that replaces a failed one.
      const lacksPhoto = wire && needsEvidence(questionOf(wire), answer.value) && !shows;
      return lacksPhoto ? [] : [{ answer, evidenceIds: shows ? [shows.evidence_id] : [] }];
    });
  }

  async function send(): Promise<void> {
    const known = parts.current();
    const waiting = await sendable();
    if (!known || waiting.length === 0) return;
    const { token, task } = known;
    const response = await fetch(`/v1/${task.kind}/answers`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'accept-language': pageLanguage(),
      },
      body: JSON.stringify({
        answers: waiting.map(({ answer, evidenceIds }) => ({
          question_key: answer.questionKey,
          ...(answer.value === null
            ? { cannot_tell: true, reason: answer.reason }
            : { value: answer.value }),
          comment: answer.comment || null,
          evidence_ids: evidenceIds,
          answered_at: answer.answeredAt,
        })),
      }),
      signal: AbortSignal.timeout?.(patienceMilliseconds),
    });
    if (response.ok) {
      parts.onSent(waiting.map(({ answer }) => answer));
      return;
    }
    const problem: Problem = await response.json().catch(() => ({}));
    const end = ends[problem.code ?? ''];
    if (end) return parts.onEnded(end);
    const issues = Array.isArray(problem.detail) ? problem.detail : [];
    const rejected = new Map(issues.map(({ loc, msg }) => [waiting[Number(loc[2])]?.answer, msg]));
    if (response.status !== 422 || rejected.has(undefined) || rejected.size === 0) {
      throw new Error(`answers: ${response.status}`);
    }
    for (const [answer, why] of rejected) if (answer) parts.onRejected(answer, why);
    // The others are sent without the rejected ones.
    again = true;
  }

  async function run(): Promise<void> {
    do {
      again = false;
      clearTimeout(timer);
      try {
        await send();
        failures = 0;
      } catch {
        failures += 1;
        timer = setTimeout(start, Math.min(retryMilliseconds * failures, retryMillisecondsMax));
      }
    } while (again);
  }

  /** Sends the unsent answers; if a run is in progress, schedules another one after it. */
  function start(): void {
    if (running) {
      again = true;
      return;
    }
    running = true;
    void run().finally(() => {
      running = false;
    });
  }

  return { start };
}
