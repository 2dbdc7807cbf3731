import { errorOf, type FieldError, type Issue, type Ranges } from './issue-text.js';
import type { PageAnswer } from './page-request.js';

/** A form as it was typed and judged. */
export interface FormState {
  /** Prefix of the ids of its fields, unique on the page. */
  id: string;
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, FieldError>>;
}

/** A form that nobody has sent yet. */
export const freshForm = (id: string, values: Record<string, string> = {}): FormState => ({
  id,
  values,
  errors: {},
});

/** Whether the interface refused what was typed. */
export const isInvalid = ({ status }: PageAnswer) => status === 422;

/**
 * The form after a 422 answer: what was typed, and words for each field that is wrong.
 * @param typed values by field name, secrets left out
 * @param ranges bounds of its numbers
 */
export function rejectedForm(
  id: string,
  typed: Record<string, string>,
  { body }: PageAnswer,
  ranges: Ranges = {},
): FormState {
  const { detail } = (body ?? {}) as { detail?: Issue[] };
  const errors: Record<string, FieldError> = {};
  for (const issue of Array.isArray(detail) ? detail : []) {
    const name = String(issue.loc.at(-1));
    errors[name] ??= errorOf(issue, typed[name] ?? '', ranges[name]);
  }
  return { id, values: typed, errors };
}
