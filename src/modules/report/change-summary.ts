import { canonicalJson } from '../../lib/canonical-json.js';
import { diffJson, type Json, type JsonChange } from './json-diff.js';
import {
  type ChangeReason,
  type ChangeSummary,
  factsOf,
  type PreviousVersion,
  type ReportFacts,
} from './report-schema.js';
import { count, list } from './wording.js';

/** Members that are derived from others or change in the ordinary course of a job. */
const movingMembers = new Set([
  'status',
  'completed_at',
  'summary',
  'limitations',
  'requester_verdict',
  'headline',
  'answers',
  'steps',
  'evidence_items',
]);

/** Members of a step that change in the ordinary course of a job. */
const movingStepMembers = new Set(['status', 'evidence_ids', 'validation_errors', 'completed_at']);

const memberLabels: Record<string, string> = {
  status: 'status',
  summary: 'summary',
  limitations: 'limitations',
  completed_at: 'time of completion',
  requester_verdict: 'verdict of the requester',
};

/** Describes how `facts` differ from the previous version, as text and as a list of changes. */
export function summariseChanges(
  previous: PreviousVersion,
  facts: ReportFacts,
  versionNumber: number,
): ChangeSummary {
  const before = factsOf(previous.content);
  const changes = diffJson(before as unknown as Json, facts as unknown as Json);
  const oldIds = before.evidence_items.map((item) => item.evidence_id);
  const newIds = facts.evidence_items.map((item) => item.evidence_id);
  const difference = {
    evidence_added: newIds.filter((id) => !oldIds.includes(id)),
    evidence_removed: oldIds.filter((id) => !newIds.includes(id)),
    steps_changed: changedSteps(before, facts, changes),
  };
  return {
    from_version: previous.content.version_number,
    to_version: versionNumber,
    reason: reasonOf(previous, facts, changes, difference),
    summary: describe(previous, facts, changes, difference),
    ...difference,
    changes,
  };
}

type Difference = Pick<ChangeSummary, 'evidence_added' | 'evidence_removed' | 'steps_changed'>;

function reasonOf(
  previous: PreviousVersion,
  facts: ReportFacts,
  changes: JsonChange[],
  difference: Difference,
): ChangeReason {
  if (previous.withdrawn) return 'withdrawal';
  const answered = changedAnswers(previous.content, facts);
  const isCorrected = answered.some((one) => one.after?.answered_by === 'reviewer');
  if (changes.some(isCorrection) || isCorrected) return 'correction';
  if (changes.some((change) => pointerParts(change)[0] === 'requester_verdict')) return 'feedback';
  if (answered.length > 0) return 'answers_changed';
  const kept = (name: string) =>
    facts.steps.find((step) => step.step_name === name)?.evidence_ids ?? [];
  const replaced = previous.content.steps.some((step) =>
    step.evidence_ids.some((id) => !kept(step.step_name).includes(id)),
  );
  if (difference.evidence_removed.length > 0 || replaced) return 'evidence_replaced';
  return difference.evidence_added.length > 0 ? 'evidence_added' : 'status_changed';
}

/** Returns the answers that differ from those of the previous version, in the order of their questions. */
function changedAnswers({ answers: old = [] }: ReportFacts, { answers = [] }: ReportFacts) {
  const keys = [...new Set([...answers, ...old].map((one) => one.question_key))];
  return keys.flatMap((key) => {
    const before = old.find((one) => one.question_key === key);
    const after = answers.find((one) => one.question_key === key);
    const isSame = canonicalJson(before ?? null) === canonicalJson(after ?? null);
    return isSame ? [] : [{ before, after, question: (after ?? before)?.question ?? key }];
  });
}

/** Returns whether the change affects a member that only changes to correct an error. */
function isCorrection(change: JsonChange): boolean {
  const [member, , inner] = pointerParts(change);
  if (!movingMembers.has(member ?? '')) return true;
  if (member === 'evidence_items') return change.kind === 'changed';
  return member === 'steps' && (inner === undefined || !movingStepMembers.has(inner));
}

function changedSteps(before: ReportFacts, facts: ReportFacts, changes: JsonChange[]): string[] {
  const names = changes.flatMap((change) => {
    const [member, index] = pointerParts(change);
    if (member !== 'steps' || index === undefined) return [];
    const steps = change.kind === 'removed' ? before.steps : facts.steps;
    return steps[Number(index)]?.step_name ?? [];
  });
  return [...new Set(names)];
}

function describe(
  previous: PreviousVersion,
  facts: ReportFacts,
  changes: JsonChange[],
  difference: Difference,
): string {
  const { version_number: from, status: oldStatus } = previous.content;
  const label = (name: string) =>
    facts.steps.find((step) => step.step_name === name)?.label ?? name;
  const touched = [...new Set(changes.map((change) => pointerParts(change)[0] ?? ''))].filter(
    (member) =>
      !['headline', 'answers', 'steps', 'evidence_items', 'status', 'requester_verdict'].includes(
        member,
      ),
  );
  const answered = changedAnswers(previous.content, facts);
  const sentences = [
    previous.withdrawn && `Version ${from} was withdrawn.`,
    facts.requester_verdict &&
      changes.some((change) => pointerParts(change)[0] === 'requester_verdict') &&
      verdictSentences[facts.requester_verdict.verdict],
    oldStatus !== facts.status && `The status changed from ${oldStatus} to ${facts.status}.`,
    difference.evidence_added.length > 0 &&
      `${count(difference.evidence_added.length, 'evidence item was', 'evidence items were')} added.`,
    difference.evidence_removed.length > 0 &&
      `${count(difference.evidence_removed.length, 'evidence item was', 'evidence items were')} removed.`,
    difference.steps_changed.length > 0 &&
      `Changed steps: ${list(difference.steps_changed.map(label))}.`,
    answered.length > 0 &&
      `Changed answers: ${list(answered.map(({ question }) => `"${question}"`))}.`,
    touched.length > 0 &&
      `Also changed: ${list(touched.map((member) => memberLabels[member] ?? member.replaceAll('_', ' ')))}.`,
  ].filter((sentence) => sentence !== false && sentence !== null);
  return sentences.length > 0
    ? sentences.join(' ')
    : `Nothing in the report has changed since version ${from}.`;
}

const verdictSentences = {
  accepted: 'The requester accepted the result.',
  needs_more: 'The requester asked for more evidence.',
  disputed: 'The requester disputed the result.',
};

function pointerParts(change: JsonChange): string[] {
  return change.path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
