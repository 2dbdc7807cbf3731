import type { Context } from 'hono';
import { type Answer, type Fields, responseOf } from './plain-answer.js';
import type { Env } from './request.js';

/**
 * Answers a request. The response stands for the answer, of which it says the status alone, until `send` makes
 * the one that is sent.
 */
export function reply(c: Context<Env>, answer: Answer): Response {
  const response = new Response(null, { status: answer.status });
  c.set('answer', { response, answer });
  return response;
}

/**
 * The answer that a response stands for; null for one that stands for itself.
 * @throws Error where another response has taken the place of the one that stands for the answer, without an error
 */
export function plainAnswer(c: Context<Env>, response: Response): Answer | null {
  const kept = c.get('answer');
  if (kept?.response === response) return kept.answer;
  if (kept && !c.error) throw new Error('a middleware has replaced the response of an answer');
  return null;
}

/** The fields of a response that answers this request. */
export const fieldsOf = (c: Context<Env>, response: Response): Fields =>
  plainAnswer(c, response)?.fields ?? response.headers;

/** Makes the response that is sent of an answer. */
export function send(c: Context<Env>, answer: Answer): void {
  // A response that replaces another would take over its fields.
  c.res = undefined;
  c.res = responseOf(answer);
  c.set('answer', undefined);
}
