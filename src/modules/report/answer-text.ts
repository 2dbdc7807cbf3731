import { locales } from '../../messages/language.js';
import type { Wording } from './reader-wording.js';
import type { ContentAnswer, CorrectedAnswer } from './report-schema.js';
import { valueText } from './value-text.js';

type Given = Pick<CorrectedAnswer, 'value' | 'cannot_tell' | 'text'>;

/**
 * Returns the labels of the chosen options, or a number with its unit, as the catalogue has them in the language; the
 * signed text if it was not written with the catalogue's labels.
 */
function labelledText(
  { language, labels, list }: Wording,
  { question_key: key, kind }: Pick<ContentAnswer, 'question_key' | 'kind'>,
  { value, text }: Given,
): string {
  const entry = labels.entry(key);
  if (!entry || value === null) return text;
  const options = entry.options ?? [];
  const unit = entry.unit || null;
  if (valueText({ kind, options, unit }, value) !== text) return text;
  if (kind === 'number' && unit !== null) {
    const number = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 20 });
    return `${number.format(Number(value))} ${labels.question(key, 'unit', unit)}`;
  }
  if (kind !== 'choice' && kind !== 'choices') return text;
  const chosen = [value].flat().map(String);
  return list(
    chosen.map((option) => {
      const label = options.find((one) => one.key === option)?.label ?? option;
      return labels.option(key, option, label);
    }),
  );
}

/** Returns the value of an answer for a reader: codes in the reader's language, what a person wrote unchanged. */
export function answerText(
  wording: Wording,
  answer: Pick<ContentAnswer, 'question_key' | 'kind'>,
  given: Given,
): string {
  const { language, t, instant, own } = wording;
  const { value, cannot_tell, text } = given;
  if (language === 'en') return own(text);
  if (cannot_tell || value === null) return t('content.answer.cannot_tell');
  switch (answer.kind) {
    case 'yes_no':
      return t(value === 'yes' ? 'content.answer.yes' : 'content.answer.no');
    case 'date_time':
      return instant(String(value));
    default:
      return own(labelledText(wording, answer, given));
  }
}
