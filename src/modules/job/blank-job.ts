import { erasedText, eraseText, wholeDegrees } from '../../lib/erased.js';
import type { Question } from '../question/evaluate.js';
import type { Answer } from './answer.js';
import type { EvidenceItem } from './evidence-item.js';
import type { Invite } from './invite.js';
import type { Job, JobStatus, TaskToken } from './job.js';
import { invalidTransition, JobChange } from './job-change.js';
import type { ReportVersionHeader } from './report-version.js';

/** States in which nobody works on a job; only such a job is erased. */
export const finalStatuses: readonly JobStatus[] = ['completed', 'failed', 'expired', 'cancelled'];

/** What identifies a file stays; where it was taken and who wrote what goes. */
const blankItem = (item: EvidenceItem): EvidenceItem => ({
  ...item,
  fileName: null,
  latitude: null,
  longitude: null,
  notes: null,
  inputSha256: null,
});

/** What was answered and by whom goes; that it was answered, and when, stays. */
const blankAnswer = (answer: Answer): Answer => ({
  ...answer,
  value: null,
  reason: eraseText(answer.reason),
  comment: eraseText(answer.comment),
  ...(answer.confirmed && {
    confirmed: { ...answer.confirmed, reason: eraseText(answer.confirmed.reason) },
  }),
});

/** A question can name people and places. */
const blankQuestion = (question: Question): Question => ({
  ...question,
  label: erasedText,
  help: eraseText(question.help),
  options: question.options.map(({ key }) => ({ key, label: erasedText })),
  showWhen: null,
  evidenceWhen: null,
  commentWhen: null,
  flagWhen: null,
});

const blankInvite = (invite: Invite): Invite => ({
  ...invite,
  inviteeName: erasedText,
  inviteeRole: null,
  inviteePhone: null,
  inviteeEmail: null,
  preferredLanguage: null,
});

/** A token without what it says of its holder. */
export const blankToken = (token: TaskToken, assigneeName: string): TaskToken => ({
  ...token,
  assigneeName,
  ...(token.releaseReason != null && { releaseReason: erasedText }),
});

/** Its hashes stay, by which a copy in somebody's hand is recognised. */
const blankVersion = (version: ReportVersionHeader): ReportVersionHeader => ({
  ...version,
  changeSummaryText: null,
  ...(version.withdrawReason !== undefined && { withdrawReason: erasedText }),
  ...(version.deliveries && {
    deliveries: version.deliveries.map((one) => ({
      ...one,
      notes: eraseText(one.notes),
      error: eraseText(one.error),
    })),
  }),
});

/**
 * Plans the erasure of a job's content: every text about persons and places goes, ids, hashes, times and
 * the results of checks stay. Files and traces are erased after this write, while `erasePending` is set.
 *
 * @returns null where it was erased before
 * @throws ApiError `invalid_transition` while somebody may work on it
 */
export function blankJob(job: Job, now: Date): JobChange | null {
  if (job.erasedAt) return null;
  if (!finalStatuses.includes(job.status)) throw invalidTransition(job, 'erased');
  const change = new JobChange(job, now);
  const at = change.now;
  return change
    .set({
      objective: erasedText,
      address: erasedText,
      notes: erasedText,
      statusReason: eraseText(job.statusReason),
      latitude: wholeDegrees(job.latitude),
      longitude: wholeDegrees(job.longitude),
      referencePhotos: [],
      evidence: job.evidence.map(blankItem),
      feedback: job.feedback.map((one) => ({ ...one, comment: eraseText(one.comment) })),
      tokens: job.tokens.map((token) => ({
        ...blankToken(token, erasedText),
        revokedAt: token.revokedAt ?? at,
      })),
      assignment: job.assignment && { ...job.assignment, assigneeName: erasedText },
      reports: job.reports.map(blankVersion),
      ...(job.invites && { invites: job.invites.map(blankInvite) }),
      ...(job.questions && { questions: job.questions.map(blankQuestion) }),
      ...(job.answers && { answers: job.answers.map(blankAnswer) }),
      ...(job.earlierAnswers && { earlierAnswers: job.earlierAnswers.map(blankAnswer) }),
      statedQuestions: undefined,
      answerTags: undefined,
      attention: undefined,
      customerId: undefined,
      erasedAt: at,
      erasePending: true,
    } as Partial<Job>)
    .emit('job.erased');
}
