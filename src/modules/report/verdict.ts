import { isEnteredByHand } from '../evidence/evidence.js';
import type { AnsweredBy } from '../job/answer.js';
import type { JobStatus } from '../job/job.js';
import { objectiveKey } from '../question/objective.js';
import { answerText } from './answer-text.js';
import type { ContentKey, Wording } from './reader-wording.js';
import type { ContentAnswer, ContentEvidenceItem, ReportContent } from './report-schema.js';
import { oneLine } from './wording.js';

/** A statement with its meaning: `good` is verified, `warn` is incomplete, `bad` is contradicted. */
export interface Verdict {
  tone: 'good' | 'warn' | 'bad' | 'none';
  text: string;
}

/** The author of the answer, as a badge. */
const answeredKeys = {
  verifier: 'content.verdict.by_verifier',
  requester: 'content.verdict.by_requester',
  invitee: 'content.verdict.by_invitee',
  integrator: 'content.verdict.by_integrator',
  reviewer: 'content.verdict.by_reviewer',
} as const satisfies Record<AnsweredBy, ContentKey>;

const partyKeys = {
  verifier: 'content.party.verifier',
  requester: 'content.party.requester',
  invitee: 'content.party.invitee',
  integrator: 'content.party.integrator',
  reviewer: 'content.party.reviewer',
} as const satisfies Record<AnsweredBy, ContentKey>;

/** Returns the author of an answer, as a value after a label. */
export const partyName = ({ t }: Wording, party: AnsweredBy): string => t(partyKeys[party]);

/** The members of a report that its verdicts are derived from; older reports have no answers. */
export interface VerdictSource {
  status: JobStatus;
  steps: ReportContent['steps'];
  evidence_items: readonly ContentEvidenceItem[];
  headline?: ReportContent['headline'] | null;
  answers?: ReportContent['answers'] | null;
}

const verified = (item: ContentEvidenceItem, name: 'geofence' | 'capture_time') =>
  item.checks.some((check) => check.name === name && ['pass', 'warn'].includes(check.result));

/** Returns what the checks verify: the place and time of the evidence, or one of them, or neither. */
function checksVerdict({ t }: Wording, { steps, evidence_items: items }: VerdictSource): Verdict {
  const passing = items.filter((item) => item.validation_passed);
  const isComplete = steps.every((step) => !step.required || step.status === 'passed');
  if (passing.length === 0 || !isComplete) {
    return { tone: 'warn', text: t('content.verdict.incomplete') };
  }
  const isPlace = passing.every((item) => verified(item, 'geofence') && !isEnteredByHand(item));
  const isTime = passing.every((item) => verified(item, 'capture_time'));
  if (isPlace && isTime) return { tone: 'good', text: t('content.verdict.verified') };
  if (isTime) return { tone: 'warn', text: t('content.verdict.time_only') };
  if (isPlace) return { tone: 'warn', text: t('content.verdict.place_only') };
  return { tone: 'warn', text: t('content.verdict.unverified') };
}

/** Returns the answer to the objective; null if it is unanswered. */
export const objectiveAnswer = ({
  answers,
}: Pick<VerdictSource, 'answers'>): ContentAnswer | null =>
  answers?.find(({ question_key: key }) => key === objectiveKey) ?? null;

/** Returns who answered or confirmed; null without an answer. */
function answerVerdict({ t }: Wording, source: VerdictSource): Verdict | null {
  const { headline } = source;
  if (!headline?.answered_by) return null;
  if (headline.answered_by === 'reviewer') {
    const isCorrection = objectiveAnswer(source)?.corrected;
    const text = t(isCorrection ? 'content.verdict.corrected' : answeredKeys.reviewer);
    return { tone: 'good', text };
  }
  return headline.confirmed_by === 'reviewer'
    ? { tone: 'good', text: t('content.verdict.confirmed') }
    : { tone: 'none', text: t(answeredKeys[headline.answered_by]) };
}

/** Returns the verdict of a status that a reader has to know of. */
function statusVerdict({ t }: Wording, status: JobStatus): Verdict | null {
  switch (status) {
    case 'completed':
      return null;
    case 'submitted':
      return { tone: 'warn', text: t('content.verdict.submitted') };
    case 'disputed':
      return { tone: 'bad', text: t('content.verdict.disputed') };
    default:
      return {
        tone: 'none',
        text: t('content.verdict.other', { status: status.replaceAll('_', ' ') }),
      };
  }
}

/** Returns the verdicts of a report: the checks, who answered, and an open review or dispute. */
export function reportVerdicts(wording: Wording, source: VerdictSource): Verdict[] {
  return [
    checksVerdict(wording, source),
    answerVerdict(wording, source),
    statusVerdict(wording, source.status),
  ].filter((one) => one !== null);
}

/** Returns the answer with its reason and comment, as signed in English; null without one. */
function headlineText(
  wording: Wording,
  { headline, ...source }: Pick<VerdictSource, 'headline' | 'answers'>,
): string | null {
  const answer = objectiveAnswer(source);
  if (!headline?.answer) return null;
  if (wording.language === 'en' || !answer) return wording.own(headline.answer);
  const more = [answer.cannot_tell ? answer.reason : null, answer.comment];
  const given = more.filter((text) => text !== null).map((text) => wording.own(oneLine(text)));
  return wording.prose([answerText(wording, answer, answer), ...given]);
}

/** Returns the answer in one line. */
export const answerLine = (
  wording: Wording,
  source: Pick<VerdictSource, 'headline' | 'answers'>,
): string => headlineText(wording, source) ?? wording.t('content.answer.none');

/** Returns the other answers: flagged ones first, each list in the order of the questions. */
export function otherAnswers({ answers }: Pick<VerdictSource, 'answers'>) {
  const others = (answers ?? []).filter(({ question_key: key }) => key !== objectiveKey);
  return {
    flagged: others.filter(({ flagged }) => flagged),
    unflagged: others.filter(({ flagged }) => !flagged),
  };
}

/** Returns how many checks passed: `All 40 checks passed`, `38 of 40 checks passed, 2 warnings`. */
export function checksSummary({ t, pair }: Wording, items: readonly ContentEvidenceItem[]): string {
  const checks = items.flatMap((item) => item.checks);
  const number = (result: string) => checks.filter((check) => check.result === result).length;
  const [failed, warned, notRun] = [number('fail'), number('warn'), number('not_run')];
  const count = checks.length - notRun;
  if (count === 0) return t('content.checks.none');
  const passed = count - failed - warned;
  return [
    passed === count
      ? t('content.checks.all', { count })
      : t('content.checks.some', { passed, count }),
    failed > 0 && t('content.checks.failed', { count: failed }),
    warned > 0 && t('content.checks.warnings', { count: warned }),
    notRun > 0 && t('content.checks.not_run', { count: notRun }),
  ]
    .filter((text) => text !== false)
    .reduce(pair);
}
