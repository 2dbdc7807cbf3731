import { isEnteredByHand } from '../evidence/evidence.js';
import type { AnsweredBy } from '../job/answer.js';
import type { JobStatus } from '../job/job.js';
import { objectiveKey } from '../question/objective.js';
import type { ContentAnswer, ContentEvidenceItem, ReportContent } from './report-schema.js';
import { count } from './wording.js';

/** Text shown in place of the answer when the question has none. */
export const notAnswered = 'Not answered';

/** A statement with its meaning: `good` is verified, `warn` is incomplete, `bad` is contradicted. */
export interface Verdict {
  tone: 'good' | 'warn' | 'bad' | 'none';
  text: string;
}

/** The author of the answer, as a badge. */
const answeredTexts: Record<AnsweredBy, string> = {
  verifier: 'Answered on site',
  requester: 'Answered by the requester',
  invitee: 'Answered by a person the requester invited',
  integrator: 'Answered by the party that ordered the check',
  reviewer: 'Answered by a reviewer',
};

/** The author of the answer, after `by`. */
export const answererNames: Record<AnsweredBy, string> = {
  verifier: 'a verifier on site',
  requester: 'the requester',
  invitee: 'a person the requester invited',
  integrator: 'the party that ordered the check',
  reviewer: 'a reviewer',
};

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
function checksVerdict({ steps, evidence_items: items }: VerdictSource): Verdict {
  const passing = items.filter((item) => item.validation_passed);
  const isComplete = steps.every((step) => !step.required || step.status === 'passed');
  if (passing.length === 0 || !isComplete) return { tone: 'warn', text: 'Evidence incomplete' };
  const isPlace = passing.every((item) => verified(item, 'geofence') && !isEnteredByHand(item));
  const isTime = passing.every((item) => verified(item, 'capture_time'));
  if (isPlace && isTime) return { tone: 'good', text: 'Place and time verified' };
  if (isTime) return { tone: 'warn', text: 'Time verified, place not verified' };
  if (isPlace) return { tone: 'warn', text: 'Place verified, time not verified' };
  return { tone: 'warn', text: 'Place and time not verified' };
}

/** Returns the answer to the objective; null if it is unanswered. */
export const objectiveAnswer = ({
  answers,
}: Pick<VerdictSource, 'answers'>): ContentAnswer | null =>
  answers?.find(({ question_key: key }) => key === objectiveKey) ?? null;

/** Returns who answered or confirmed; null without an answer. */
function answerVerdict(source: VerdictSource): Verdict | null {
  const { headline } = source;
  if (!headline?.answered_by) return null;
  if (headline.answered_by === 'reviewer') {
    const isCorrection = objectiveAnswer(source)?.corrected;
    const text = isCorrection ? 'Corrected by a reviewer' : answeredTexts.reviewer;
    return { tone: 'good', text };
  }
  return headline.confirmed_by === 'reviewer'
    ? { tone: 'good', text: 'Confirmed by a reviewer' }
    : { tone: 'none', text: answeredTexts[headline.answered_by] };
}

/** Verdicts of statuses that a reader has to know of; the others have none. */
const statusVerdicts: Partial<Record<JobStatus, Verdict>> = {
  submitted: { tone: 'warn', text: 'Not yet reviewed' },
  disputed: { tone: 'bad', text: 'Disputed by the requester' },
};

/** Returns the verdicts of a report: the checks, who answered, and an open review or dispute. */
export function reportVerdicts(source: VerdictSource): Verdict[] {
  const { status } = source;
  const other: Verdict = { tone: 'none', text: `The job is ${status.replaceAll('_', ' ')}` };
  const ofStatus = status === 'completed' ? null : (statusVerdicts[status] ?? other);
  return [checksVerdict(source), answerVerdict(source), ofStatus].filter((one) => one !== null);
}

/** Returns the question and its answer in one line. */
export const answerLine = (source: Pick<VerdictSource, 'headline'>): string =>
  source.headline?.answer ?? notAnswered;

/** Returns the other answers: flagged ones first, each list in the order of the questions. */
export function otherAnswers({ answers }: Pick<VerdictSource, 'answers'>) {
  const others = (answers ?? []).filter(({ question_key: key }) => key !== objectiveKey);
  return {
    flagged: others.filter(({ flagged }) => flagged),
    unflagged: others.filter(({ flagged }) => !flagged),
  };
}

/** Returns how many checks passed: `All 40 checks passed`, `38 of 40 checks passed, 2 warnings`. */
export function checksSummary(items: readonly ContentEvidenceItem[]): string {
  const checks = items.flatMap((item) => item.checks);
  const number = (result: string) => checks.filter((check) => check.result === result).length;
  const [failed, warned, notRun] = [number('fail'), number('warn'), number('not_run')];
  const run = checks.length - notRun;
  if (run === 0) return 'No checks were run';
  const passed = run - failed - warned;
  return [
    passed === run
      ? run === 1
        ? '1 check passed'
        : `All ${run} checks passed`
      : `${passed} of ${count(run, 'check', 'checks')} passed`,
    failed > 0 && `${failed} failed`,
    warned > 0 && count(warned, 'warning', 'warnings'),
    notRun > 0 && `${notRun} not run`,
  ]
    .filter(Boolean)
    .join(', ');
}
