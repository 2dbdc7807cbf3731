import { isEnteredByHand } from '../evidence/evidence.js';
import type { JobStatus } from '../job/job.js';
import type { Wording } from './reader-wording.js';
import type { ContentEvidenceItem, ReportFacts } from './report-schema.js';

/** Returns the sentence about the status of the job. */
function statusSentence({ t }: Wording, status: JobStatus): string {
  switch (status) {
    case 'submitted':
      return t('content.summary.submitted');
    case 'completed':
      return t('content.summary.completed');
    case 'disputed':
      return t('content.summary.disputed');
    default:
      return t('content.summary.other', { status: status.replaceAll('_', ' ') });
  }
}

type Facts = Omit<ReportFacts, 'summary' | 'limitations'>;

/** Returns the report in a few sentences: verdict, steps, evidence, distances, times. */
export const deriveSummary = (wording: Wording, facts: Facts): string =>
  wording.prose(summarySentences(wording, facts));

/** Returns the sentences of the summary: first those about the status and the steps. */
export function summarySentences(wording: Wording, facts: Facts): string[] {
  const { t } = wording;
  const required = facts.steps.filter((step) => step.required);
  const passing = facts.evidence_items.filter((item) => item.validation_passed);
  return [
    statusSentence(wording, facts.status),
    t('content.summary.steps', {
      passed: required.filter((step) => step.status === 'passed').length,
      count: required.length,
    }),
    t('content.summary.items', {
      count: facts.evidence_items.length,
      passed: passing.length,
      failed: facts.evidence_items.length - passing.length,
    }),
    ...(passing.length > 0 ? [captureSentence(wording, passing)] : []),
    ...believedSentences(wording, passing),
    t('content.summary.judge'),
  ];
}

function captureSentence(
  { t, metres, instant }: Wording,
  passing: readonly ContentEvidenceItem[],
): string {
  const distances = passing.flatMap((item) => item.distance_m ?? []);
  const captured = passing.map((item) => item.captured_at).sort();
  const [first, last] = [captured[0] ?? '', captured.at(-1) ?? ''].map(instant) as [string, string];
  const isMoment = first === last;
  if (distances.length === 0) {
    return isMoment
      ? t('content.summary.at', { time: first })
      : t('content.summary.between', { first, last });
  }
  const nearest = metres(Math.min(...distances));
  const farthest = metres(Math.max(...distances));
  if (nearest === farthest) {
    return isMoment
      ? t('content.summary.near_at', { distance: nearest, time: first })
      : t('content.summary.near_between', { distance: nearest, first, last });
  }
  return isMoment
    ? t('content.summary.range_at', { nearest, farthest, time: first })
    : t('content.summary.range_between', { nearest, farthest, first, last });
}

/** Returns which evidence depends on statements that the service cannot check; the limitations give the details. */
function believedSentences({ t }: Wording, passing: ContentEvidenceItem[]): string[] {
  const total = passing.length;
  const byHand = passing.filter(isEnteredByHand).length;
  const selfMade = passing.filter(({ source }) => source === 'self_service').length;
  const ofAll = (
    count: number,
    all: 'content.summary.by_hand_all' | 'content.summary.self_all',
    some: 'content.summary.by_hand' | 'content.summary.self',
  ) => (count === 0 ? [] : [count === total ? t(all) : t(some, { count, total })]);
  return [
    ...ofAll(byHand, 'content.summary.by_hand_all', 'content.summary.by_hand'),
    ...ofAll(selfMade, 'content.summary.self_all', 'content.summary.self'),
  ];
}
