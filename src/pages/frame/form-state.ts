import type { Language } from '../../messages/language.js';
import { frameText } from './frame-text.js';
import { errorOf, type FieldError, type Ranges } from './issue-text.js';
import type { PageAnswer, PageError } from './run-operation.js';

/** A form with its typed values and errors. */
export interface FormState {
  /** Prefix of the ids of its fields, unique on the page. */
  id: string;
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, FieldError>>;
}

/** Returns a form before its first submission. */
export const freshForm = (id: string, values: Record<string, string> = {}): FormState => ({
  id,
  values,
  errors: {},
});

/** Returns true if the operation rejected the input as invalid. */
export const isInvalid = (answer: PageAnswer): answer is PageError & { status: 422 } =>
  answer.status === 422;

/**
 * Returns the form after a 422 response: the typed values, and a message for each invalid field.
 * @param typed values by field name, without secrets
 * @param ranges bounds of its numbers
 */
export function rejectedForm(
  id: string,
  typed: Record<string, string>,
  { issues }: Pick<PageError, 'issues'>,
  ranges: Ranges,
  language: Language,
): FormState {
  const errors: Record<string, FieldError> = {};
  const translated = language === 'en' ? null : frameText(language);
  for (const issue of issues) {
    const name = String(issue.loc.at(-1));
    errors[name] ??= errorOf(issue, typed[name] ?? '', ranges[name], translated);
  }
  return { id, values: typed, errors };
}
