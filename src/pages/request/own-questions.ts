import type { RequestEnglish } from '../../messages/request/en.js';
import { objectiveKindOf } from '../../modules/question/objective.js';
import type { WireValue } from '../../rest/pydantic/wire-json.js';
import type { PageError } from '../frame/run-operation.js';

/** Numbers of the rows of the form in which customers type questions; also part of the keys. */
export const ownRows = [1, 2, 3, 4, 5] as const;

/** Kinds of answers that a row offers, with their messages; without one, the kind follows from the wording. */
export const ownKinds = {
  '': 'request.own.kind.guessed',
  yes_no: 'request.own.kind.yes_no',
  text: 'request.own.kind.text',
  number: 'request.own.kind.number',
  date_time: 'request.own.kind.date_time',
} as const satisfies Readonly<Record<string, keyof RequestEnglish>>;

/** Name of the text field of a row, and key of its question. */
export const ownName = (row: number): string => `own_${row}`;
/** Name of the field for the kind of answer of a row. */
export const ownKindName = (row: number): string => `own_${row}_kind`;

type Typed = Readonly<Record<string, string>>;

/** Returns the rows with text, in their order. */
export const filledRows = (typed: Typed): number[] =>
  ownRows.filter((row) => (typed[ownName(row)] ?? '').trim() !== '');

/** Returns the typed questions as the operation takes them; null for none. */
export function ownQuestionsOf(typed: Typed): WireValue {
  const questions = filledRows(typed).map((row) => {
    const label = (typed[ownName(row)] ?? '').trim();
    const kind = typed[ownKindName(row)] || objectiveKindOf(label);
    return { question_key: ownName(row), label, kind };
  });
  return questions.length > 0 ? questions : null;
}

/** Returns the issues with those of questions assigned to the fields of their rows. */
export function issuesByField(typed: Typed, issues: PageError['issues']): PageError['issues'] {
  const rows = filledRows(typed);
  return issues.map((issue) => {
    const at = issue.loc.indexOf('questions');
    if (at < 0) return issue;
    const row = rows[Number(issue.loc[at + 1])] ?? rows.at(-1) ?? 1;
    const name = issue.loc[at + 2] === 'kind' ? ownKindName(row) : ownName(row);
    return { ...issue, loc: [name] };
  });
}
