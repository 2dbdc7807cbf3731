import { canonicalJson } from '../../lib/canonical-json.js';
import type { FeedbackVerdict } from '../job/job.js';
import { diffJson, type Json, type JsonChange } from './json-diff.js';
import { type ContentKey, english, type Wording } from './reader-wording.js';
import {
  type ChangeReason,
  type ChangeSummary,
  type ContentAnswer,
  factsOf,
  type PreviousVersion,
  type ReportFacts,
} from './report-schema.js';

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
  const difference: Difference = {
    evidence_added: newIds.filter((id) => !oldIds.includes(id)),
    evidence_removed: oldIds.filter((id) => !newIds.includes(id)),
    steps_changed: changedSteps(before, facts, changes),
  };
  const described = {
    from_version: previous.content.version_number,
    to_version: versionNumber,
    reason: reasonOf(previous, facts, changes, difference),
    ...difference,
    changes,
  };
  return { ...described, summary: describeChanges(english, described, facts) };
}

/** Members that determine the sentences about changes. */
type DescribedChanges = Omit<ChangeSummary, 'summary' | 'to_version'>;

type Difference = Pick<ChangeSummary, 'evidence_added' | 'evidence_removed' | 'steps_changed'>;

function reasonOf(
  previous: PreviousVersion,
  facts: ReportFacts,
  changes: JsonChange[],
  difference: Difference,
): ChangeReason {
  if (previous.withdrawn) return 'withdrawal';
  const answered = changedAnswers(previous.content.answers, facts.answers);
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
function changedAnswers(
  old: readonly ContentAnswer[] = [],
  answers: readonly ContentAnswer[] = [],
) {
  const keys = [...new Set([...answers, ...old].map((one) => one.question_key))];
  return keys.flatMap((key) => {
    const before = old.find((one) => one.question_key === key);
    const after = answers.find((one) => one.question_key === key);
    const isSame = canonicalJson(before ?? null) === canonicalJson(after ?? null);
    return isSame ? [] : [{ before, after, key, question: (after ?? before)?.question ?? key }];
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

const statusKeys = {
  submitted: 'content.status.submitted',
  completed: 'content.status.completed',
  disputed: 'content.status.disputed',
} as const satisfies Record<string, ContentKey>;

const memberKeys = {
  summary: 'content.member.summary',
  limitations: 'content.member.limitations',
  completed_at: 'content.member.completed_at',
} as const satisfies Record<string, ContentKey>;

const verdictKeys = {
  accepted: 'content.change.accepted',
  needs_more: 'content.change.needs_more',
  disputed: 'content.change.disputed',
} as const satisfies Record<FeedbackVerdict, ContentKey>;

/** Returns the name of a code in the keys' language; the code itself if it has none. */
function nameOf({ t }: Wording, keys: Readonly<Record<string, ContentKey>>, code: string): string {
  const key = Object.hasOwn(keys, code) ? keys[code] : undefined;
  return key ? t(key as 'content.status.submitted') : code.replaceAll('_', ' ');
}

/** Members with a dedicated sentence, or that follow from others. */
const describedMembers = new Set([
  'headline',
  'answers',
  'steps',
  'evidence_items',
  'status',
  'requester_verdict',
]);

/** Returns the changes in a few sentences, derived from signed members. */
export function describeChanges(
  wording: Wording,
  { from_version: version, reason, evidence_added, evidence_removed, ...of }: DescribedChanges,
  facts: Pick<ReportFacts, 'requester_verdict' | 'steps'>,
): string {
  const { t, list, own, labels } = wording;
  const label = (name: string) => {
    const stored = facts.steps.find((step) => step.step_name === name)?.label ?? name;
    return own(labels.step(name, 'label', stored));
  };
  const changeOf = (path: string) => of.changes.find((change) => change.path === path);
  const members = [...new Set(of.changes.map((change) => pointerParts(change)[0] ?? ''))];
  const touched = members.filter((member) => !describedMembers.has(member));
  const status = changeOf('/status');
  const answers = changeOf('/answers');
  const answered = answers
    ? changedAnswers(
        (answers.before ?? []) as unknown as ContentAnswer[],
        (answers.after ?? []) as unknown as ContentAnswer[],
      )
    : [];
  const verdict = members.includes('requester_verdict') ? facts.requester_verdict : null;
  const sentences = [
    reason === 'withdrawal' && t('content.change.withdrawn', { version }),
    verdict !== null && t(verdictKeys[verdict.verdict]),
    status !== undefined &&
      t('content.change.status', {
        before: nameOf(wording, statusKeys, String(status.before)),
        after: nameOf(wording, statusKeys, String(status.after)),
      }),
    evidence_added.length > 0 && t('content.change.added', { count: evidence_added.length }),
    evidence_removed.length > 0 && t('content.change.removed', { count: evidence_removed.length }),
    of.steps_changed.length > 0 &&
      t('content.change.steps', { steps: list(of.steps_changed.map(label)) }),
    answered.length > 0 &&
      t('content.change.answers', {
        questions: list(
          answered.map(({ key, question }) => `"${own(labels.question(key, 'label', question))}"`),
        ),
      }),
    touched.length > 0 &&
      t('content.change.members', {
        members: list(touched.map((member) => nameOf(wording, memberKeys, member))),
      }),
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? wording.prose(sentences) : t('content.change.nothing', { version });
}

function pointerParts(change: Pick<JsonChange, 'path'>): string[] {
  return change.path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
