import type { AnswerValue, Question } from '../question/evaluate.js';
import { list, readableInstant } from './wording.js';

/** Formats a value as readable text. */
export function valueText(
  question: Pick<Question, 'kind' | 'options' | 'unit'>,
  value: AnswerValue | null,
): string {
  if (value === null) return "Can't tell";
  const labelOf = (key: string) => question.options.find((one) => one.key === key)?.label ?? key;
  switch (question.kind) {
    case 'yes_no':
      return value === 'yes' ? 'Yes' : 'No';
    case 'choice':
      return labelOf(String(value));
    case 'choices':
      return list([value].flat().map((key) => labelOf(String(key))));
    case 'number':
      return question.unit === null ? String(value) : `${value} ${question.unit}`;
    case 'date_time':
      return readableInstant(String(value));
    case 'text':
      return String(value);
  }
}
