import type { Wording } from './reader-wording.js';
import type { ContentAnswer, CorrectedAnswer } from './report-schema.js';

type Given = Pick<CorrectedAnswer, 'value' | 'cannot_tell' | 'text'>;

/** Returns the value of an answer for a reader: codes in the reader's language, what a person wrote unchanged. */
export function answerText(
  { language, t, instant, own }: Wording,
  kind: ContentAnswer['kind'],
  { value, cannot_tell, text }: Given,
): string {
  if (language === 'en') return own(text);
  if (cannot_tell || value === null) return t('content.answer.cannot_tell');
  if (kind === 'yes_no') return t(value === 'yes' ? 'content.answer.yes' : 'content.answer.no');
  return kind === 'date_time' ? instant(String(value)) : own(text);
}
