import { describeChanges } from './change-summary.js';
import type { ReaderText } from './check-text.js';
import { deriveLimitations, otherLimitations } from './limitations.js';
import { english, type Wording } from './reader-wording.js';
import type { ReportContent } from './report-schema.js';
import { sandboxPrefix, titleOf } from './report-title.js';

// The signed English texts are translated by deriving them again from the signed codes and values: one that an earlier
// release wrote otherwise stays in English.

/** Returns the title of a report. */
export function titleFor(wording: Wording, content: ReportContent): string {
  const { report_title: signed, service_label: label } = content;
  const serviceLabel = label && wording.labels.service(label);
  if (wording.language === 'en') return signed ?? wording.t('content.title');
  const isTest = signed?.startsWith(sandboxPrefix) ?? false;
  return titleOf(wording, { serviceLabel, isTest });
}

/** Returns the limitations of a report. */
export function limitationsFor(wording: Wording, content: ReportContent): ReaderText[] {
  const all = (of: Wording) => [
    ...Object.values(otherLimitations(of)),
    ...deriveLimitations(of, content),
  ];
  const [inEnglish, texts] = [all(english), all(wording)];
  return content.limitations.map((signed) => {
    const text = texts[inEnglish.indexOf(signed)];
    return text === undefined ? { text: signed, isEnglish: true } : { text, isEnglish: false };
  });
}

/** Returns what changed since the previous version; null for the first one. */
export function changesFor(wording: Wording, content: ReportContent): ReaderText | null {
  const { change_summary: changes } = content;
  if (!changes) return null;
  const { summary } = changes;
  return describeChanges(english, changes, content) === summary
    ? { text: describeChanges(wording, changes, content), isEnglish: false }
    : { text: summary, isEnglish: true };
}
