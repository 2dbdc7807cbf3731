/**
 * Evaluates which questions of a job are shown, required, missing and flagged. The functions are pure: the server, the
 * capture page and MCP share them.
 */
import { type FieldPolicies, kept } from '../../lib/field-policy.js';

export type QuestionKind = 'yes_no' | 'choice' | 'choices' | 'number' | 'text' | 'date_time';

/** `yes` or `no`, the key of an option, keys of options, a number, a text, or an RFC 3339 date and time in UTC. */
export type AnswerValue = string | number | string[];

/** Matches numbers below or above the limits, which are exclusive. */
export interface FlagRange {
  below?: number | null | undefined;
  above?: number | null | undefined;
}

/** Matching values, or every value. An answer to a `choices` question matches if it contains one of the keys. */
export type Condition = 'always' | (string | number)[];

export type FlagCondition = FlagRange | (string | number | FlagRange)[];

export interface Question {
  questionKey: string;
  label: string;
  help: string | null;
  kind: QuestionKind;
  /** Empty unless the kind is `choice` or `choices`. */
  options: { key: string; label: string }[];
  unit: string | null;
  minimum: number | null;
  maximum: number | null;
  /** Digits after the decimal point; null for any number. */
  decimals: number | null;
  required: boolean;
  stepName: string | null;
  /** The question is shown only if an earlier question's answer has one of these values; null for always. */
  showWhen: { questionKey: string; values: (string | number)[] } | null;
  evidenceWhen: Condition | null;
  commentWhen: Condition | null;
  flagWhen: FlagCondition | null;
}

/** The texts of a question can name people and places. */
export const questionPolicies = {
  questionKey: { erase: 'keep', export: true },
  label: { erase: 'text', export: true },
  help: { erase: 'text', export: true },
  kind: { erase: 'keep', export: true },
  options: {
    fields: { key: { erase: 'keep', export: true }, label: { erase: 'text', export: true } },
    export: true,
  },
  unit: kept,
  minimum: kept,
  maximum: kept,
  decimals: kept,
  required: { erase: 'keep', export: true },
  stepName: kept,
  showWhen: { erase: 'null', fields: { questionKey: kept, values: kept }, export: false },
  evidenceWhen: { erase: 'null', export: false },
  commentWhen: { erase: 'null', export: false },
  flagWhen: { erase: 'null', export: false },
} satisfies FieldPolicies<Question>;

/** The parts of an answer that the evaluation needs. */
export interface Answered {
  questionKey: string;
  /** Null for the answer `cannot_tell`. */
  value: AnswerValue | null;
}

/** Value in `flagWhen` that matches an answer without a value. */
export const cannotTell = 'cannot_tell';

const codePoints = (text: string) => [...text].length;
export const textLengthMax = 2000;

function numberFlaw(question: Question, value: unknown): string | null {
  const { minimum, maximum, decimals } = question;
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  if (minimum !== null && value < minimum) return `must be at least ${minimum}`;
  if (maximum !== null && value > maximum) return `must be at most ${maximum}`;
  if (decimals !== null && Number(value.toFixed(decimals)) !== value) {
    return decimals === 0
      ? 'must be a whole number'
      : `must have at most ${decimals} digits after the decimal point`;
  }
  return null;
}

const rfc3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

function isMoment(value: unknown): value is string {
  const day = typeof value === 'string' ? rfc3339.exec(value)?.[1] : undefined;
  if (day === undefined || Number.isNaN(Date.parse((value as string).toUpperCase()))) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** Returns the reason why a value is not valid for a question; null if it is valid. */
export function valueFlaw(question: Question, value: unknown): string | null {
  const keys = question.options.map(({ key }) => key);
  switch (question.kind) {
    case 'yes_no':
      return value === 'yes' || value === 'no' ? null : 'must be "yes" or "no"';
    case 'choice':
      return keys.includes(value as string) ? null : `must be one of ${keys.join(', ')}`;
    case 'choices': {
      if (!Array.isArray(value) || value.length === 0) return 'must be a list of 1 or more keys';
      if (value.some((key) => !keys.includes(key))) {
        return `must contain only ${keys.join(', ')}`;
      }
      return new Set(value).size === value.length ? null : 'must not contain a key twice';
    }
    case 'number':
      return numberFlaw(question, value);
    case 'text':
      return typeof value === 'string' && value !== '' && codePoints(value) <= textLengthMax
        ? null
        : `must be a text of 1 to ${textLengthMax} characters`;
    case 'date_time':
      return isMoment(value) ? null : 'must be a date and time as in RFC 3339, with its offset';
  }
}

/** Normalizes a valid value for storage: date and time in UTC, choices in the order of the options. */
export function storedValue(question: Question, value: AnswerValue): AnswerValue {
  if (typeof value === 'number') return value + 0;
  if (question.kind === 'date_time') {
    return new Date(String(value).toUpperCase()).toISOString();
  }
  if (!Array.isArray(value)) return value;
  return question.options.flatMap(({ key }) => (value.includes(key) ? [key] : []));
}

function equals(question: Question, value: AnswerValue, wanted: string | number): boolean {
  if (Array.isArray(value)) return value.includes(String(wanted));
  if (question.kind === 'date_time')
    return Date.parse(String(value)) === Date.parse(String(wanted));
  return value === wanted;
}

const isOneOf = (question: Question, value: AnswerValue, wanted: readonly (string | number)[]) =>
  wanted.some((one) => equals(question, value, one));

const holds = (question: Question, value: AnswerValue, condition: Condition | null) =>
  condition === 'always' || (condition !== null && isOneOf(question, value, condition));

/** Returns true if the answer needs a photo; `cannot_tell` never does. */
export const needsEvidence = (question: Question, value: AnswerValue | null): boolean =>
  value !== null && holds(question, value, question.evidenceWhen);

/** Returns true if the answer needs a comment; `cannot_tell` never does. */
export const needsComment = (question: Question, value: AnswerValue | null): boolean =>
  value !== null && holds(question, value, question.commentWhen);

const isInRange = (value: AnswerValue, { below, above }: FlagRange) =>
  typeof value === 'number' &&
  ((below != null && value < below) || (above != null && value > above));

/** Returns true if the requester wants to be alerted to this answer. */
export function isFlagged(question: Question, value: AnswerValue | null): boolean {
  const { flagWhen } = question;
  if (flagWhen === null) return false;
  if (!Array.isArray(flagWhen)) return value !== null && isInRange(value, flagWhen);
  if (value === null) return flagWhen.includes(cannotTell);
  return flagWhen.some((one) =>
    typeof one === 'object' ? isInRange(value, one) : equals(question, value, one),
  );
}

/** Returns the keys of the questions shown for the given answers. */
export function shownKeys(
  questions: readonly Question[],
  answers: readonly Answered[],
): Set<string> {
  const shown = new Set<string>();
  for (const question of questions) {
    const { showWhen } = question;
    if (showWhen === null) {
      shown.add(question.questionKey);
      continue;
    }
    const on = questions.find((one) => one.questionKey === showWhen.questionKey);
    const value = answers.find((one) => one.questionKey === showWhen.questionKey)?.value ?? null;
    if (on && shown.has(on.questionKey) && value !== null && isOneOf(on, value, showWhen.values)) {
      shown.add(question.questionKey);
    }
  }
  return shown;
}

/** Returns the keys of the shown, required questions without an answer, in the order of the questions. */
export function missingKeys(
  questions: readonly Question[],
  answers: readonly Answered[],
): string[] {
  const shown = shownKeys(questions, answers);
  const answered = new Set(answers.map((one) => one.questionKey));
  return questions
    .filter(({ questionKey: key, required }) => required && shown.has(key) && !answered.has(key))
    .map(({ questionKey }) => questionKey);
}

/** Returns the answers to shown questions, in the order of the questions. */
export function currentAnswers<T extends Answered>(
  questions: readonly Question[],
  answers: readonly T[],
): T[] {
  const shown = shownKeys(questions, answers);
  return questions.flatMap(({ questionKey }) =>
    shown.has(questionKey) ? answers.filter((one) => one.questionKey === questionKey) : [],
  );
}
