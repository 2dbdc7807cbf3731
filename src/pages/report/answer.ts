import { type Language, locales } from '../../messages/language.js';
import type { Labels } from '../../modules/catalogue/service-texts.js';
import type { ReaderText } from '../../modules/report/check-text.js';
import { english, type Wording } from '../../modules/report/reader-wording.js';
import type { ReportAnswer } from '../../modules/report/report-answer.js';
import type { ReportContent } from '../../modules/report/report-schema.js';
import type { VerdictSource } from '../../modules/report/verdict.js';

export type { ReportAnswer };
export type EvidenceAnswer = ReportAnswer['evidence_items'][number];
export type GivenAnswer = NonNullable<ReportAnswer['answers']>[number];

/** Time and reason of a version's withdrawal. */
export interface Withdrawal {
  at: string;
  reason: string | null;
}

/** The part of a report that its head shows. */
export type ReportHead = Pick<
  ReportAnswer,
  | 'version_number'
  | 'objective'
  | 'address'
  | 'latitude'
  | 'longitude'
  | 'status'
  | 'requester_verdict'
  | 'headline'
  | 'answers'
  | 'steps'
> & { evidence_items: VerdictSource['evidence_items'] };

/** A version in the list of versions. */
export interface ListedVersion {
  version_number: number;
  generated_at: string;
}

/** The versions of a report, oldest first. */
export interface Versions {
  listed: readonly ListedVersion[];
  /** Changes of each version but the first, for the reader. */
  changes: ReadonlyMap<number, ReaderText>;
  /** Number of the current version; null if all were withdrawn. */
  current: number | null;
  withdrawn: ReadonlyMap<number, Withdrawal>;
}

/** Returns the heading of the page: the question in the words of the customer. */
export const headingOf = ({ headline, objective }: ReportHead): string =>
  headline?.question ?? objective;

/** `E3 Front of the building`: the number is that of the PDF. */
export interface ShownItem {
  item: EvidenceAnswer;
  number: number;
  label: string;
  /** The label as it is signed. */
  english: string;
  /** Path of the file, with its signature. */
  path: string;
  /** The answers that refer to it. */
  answers: readonly GivenAnswer[];
}

/** Converts a media link to a path, because the page may be served under another name of this service. */
function mediaPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Returns the label of each item of evidence, in the order of the report and in the language of the labels. */
export function labelsOf(
  { steps, evidence_items }: Pick<ReportContent, 'steps' | 'evidence_items'>,
  labels: Labels,
): string[] {
  const ofSteps = new Map(
    steps.map(({ step_name: name, label }) => [name, labels.step(name, 'label', label)]),
  );
  return evidence_items.map(
    ({ step_name: name }, index) => `E${index + 1} ${ofSteps.get(name) ?? name}`,
  );
}

/** Returns the evidence in display order: failed items last. */
export function shownItems(answer: ReportAnswer, { labels: ofService }: Wording): ShownItem[] {
  const { evidence_items, answers } = answer;
  const labels = labelsOf(answer, ofService);
  const inEnglish = labelsOf(answer, english.labels);
  const shown = evidence_items.map((item, index) => ({
    item,
    number: index + 1,
    label: labels[index] ?? '',
    english: inEnglish[index] ?? '',
    path: mediaPath(item.media_url),
    answers: (answers ?? []).filter(({ evidence_ids: ids }) => ids.includes(item.evidence_id)),
  }));
  const passed = ({ item }: ShownItem) => item.validation_passed;
  return [...shown.filter(passed), ...shown.filter((one) => !passed(one))];
}

/** Formats a size: `1.2 MB`. */
export function sizeText(language: Language, bytes: number): string {
  const [amount, unit] =
    bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  const digits = amount < 10 ? 1 : 0;
  return new Intl.NumberFormat(locales[language], {
    style: 'unit',
    unit,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}
