import type { ReviewDecision } from '../../modules/job/review-decisions.js';

const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;
const joined = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(', ');

/** Numbers of answers in a review. */
export interface AnswerCounts {
  confirmed: number;
  corrected: number;
  /** Questions without an answer that the reviewer answered. */
  added: number;
}

const counts = ({ confirmed, corrected, added }: AnswerCounts) =>
  joined([
    confirmed > 0 && `${count(confirmed, 'answer', 'answers')} confirmed`,
    corrected > 0 && `${count(corrected, 'answer', 'answers')} corrected`,
    added > 0 && `${count(added, 'question', 'questions')} answered`,
  ]) || 'no answers confirmed';

const decided: Record<ReviewDecision, string> = {
  accept: 'Accepted',
  more: 'Asked for more',
  fail: 'Failed',
};

/** Copy of the review of jobs on the operations page, in English. */
export const messages = {
  queue: 'Review queue',
  columns: ['Question', 'Answer', 'Flags', 'Place', 'Age'],
  empty: 'Nothing to review.',
  atMost: (number: number) => `The first ${number} are shown; there are more.`,
  noAnswer: 'Not answered',
  flaggedOf: (question: string) => `Flagged: ${question}`,
  untoldOf: (question: string) => `Can’t tell: ${question}`,
  disputed: 'Disputed',
  age: (minutes: number) => {
    if (minutes < 60) return `${minutes} min`;
    const hours = Math.floor(minutes / 60);
    return hours < 48 ? `${hours} h` : count(Math.floor(hours / 24), 'day', 'days');
  },

  backToQueue: 'All operations',
  skip: 'Skip to next job',
  loading: 'Loading …',
  notRead: 'This job could not be read.',
  loaded: (answers: number, flagged: number) =>
    `${count(answers, 'answer', 'answers')} to review${flagged > 0 ? `, ${flagged} flagged` : ''}.`,
  noReview: 'This job is not waiting for a review.',
  openJob: 'Open in the console',
  readReport: 'Read the report',
  notes: 'Notes',
  submitted: 'Submitted',
  dispute: 'Disputed by the requester',
  referencePhoto: (number: number) => `Reference photo ${number}`,

  photos: 'Photos',
  noPhotos: 'No photos were sent.',
  noPhotosOf: 'No photo',
  photo: (number: number) => `E${number}`,
  photoOf: (number: number, step: string, rejected: boolean) =>
    `Photo E${number}: ${step}${rejected ? ', not accepted' : ''}`,
  fileOf: (type: string) => `File (${type})`,
  openFull: (number: number) => `Open E${number} in full size`,
  taken: 'Taken',
  fromAddress: (distance: string) => `${distance} from the address`,
  accepted: 'Accepted',
  notAccepted: 'Not accepted',
  warnings: 'Failed checks and warnings',
  allPassed: 'Every check passed.',
  backToAnswer: 'Back to the answer',

  answers: 'Answers',
  answeredBy: {
    VERIFIER: 'a verifier on site',
    REQUESTER: 'the requester',
    INVITEE: 'a person the requester invited',
    INTEGRATOR: 'the party that ordered the check',
    REVIEWER: 'a reviewer',
  } as Record<string, string>,
  by: (author: string) => `Answered by ${author}, `,
  comment: 'Comment',
  why: 'Reason',
  earlier: 'Earlier answers',
  flagged: 'Flagged',
  confirmed: 'Confirmed by a reviewer',
  showPhoto: (number: number) => `Show photo E${number}`,
  decisionOn: (question: string) => `Review of: ${question}`,
  accept: 'Accept',
  keepOpen: 'Leave empty',
  correct: 'Correct',
  giveAnswer: 'Answer',
  cannotTell: 'Can’t tell',
  value: 'Correct answer',
  valueIn: (unit: string) => `Correct answer (${unit})`,
  choose: 'Choose …',
  yes: 'Yes',
  no: 'No',
  ownZone: (zone: string) => `In your time zone, ${zone}.`,
  reason: 'Reason',
  reasonHint: 'The report shows it.',

  decision: 'Decision',
  decisions: { accept: 'Accept', more: 'Ask for more', fail: 'Fail' } satisfies Record<
    ReviewDecision,
    string
  >,
  decisionHints: {
    accept: 'Completes the job. Answers that you have not changed are confirmed.',
    more: 'Returns the job to the person on site. Only answers that you accepted or corrected are stored.',
    fail: 'Ends the job as failed. Only answers that you accepted or corrected are stored.',
  } satisfies Record<ReviewDecision, string>,
  settledHint:
    'The job is completed and stays so. Answers that you have not changed are confirmed.',
  note: {
    accept: 'Comment (optional)',
    more: 'What is missing?',
    fail: 'Why did it fail?',
  } satisfies Record<ReviewDecision, string>,
  steps: 'Steps to show again',
  stepsHint: 'Choose none for every required step.',
  outcome: (given: AnswerCounts) => `You are about to send: ${counts(given)}.`,
  send: 'Send review',
  nothing: 'Every answer is confirmed. Correct one, or ask for more.',
  sent: (decision: ReviewDecision, objective: string, given: AnswerCounts) =>
    `${decided[decision]}: “${objective}” (${counts(given)}).`,
  last: 'The queue has no other job.',
  otherReview:
    'Another reviewer has reviewed this job in the meantime. Your review was not stored. This is the current state.',
  changed:
    'This job has changed in the meantime. Your review was not stored. This is the current state.',

  shortcuts: 'Keyboard shortcuts',
  shortcutsOn: 'Use single-key shortcuts',
  shortcutsHint: 'They never apply while you type in a field.',
  close: 'Close',
  keys: [
    [['J', 'K'], 'Next answer, previous answer'],
    [['←', '→'], 'Previous photo, next photo'],
    [['A'], 'Accept the answer, then go to the next; at the decision, accept the job'],
    [['C'], 'Correct the answer'],
    [['T'], 'Can’t tell'],
    [['R'], 'Ask for more'],
    [['?'], 'Show this list'],
  ] as const,
  keysAlways: [
    [['Ctrl', 'Enter'], 'Send the review'],
    [['Esc'], 'Leave a field'],
  ] as const,
};
