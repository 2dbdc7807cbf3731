import type { CheckName, CheckResult } from '../../modules/evidence/evidence.js';
import type { FeedbackVerdict, StepStatus } from '../../modules/job/job.js';

const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;

/** Copy of the report page, in English. */
export const messages = {
  downloadPdf: 'Download PDF',
  downloadJson: 'Download JSON',
  toProof: 'Verify authenticity',
  link: 'This link',
  linkEnds: 'Anyone who has this link can read the report until {time}.',
  linkRequest: 'Is this your request? {request} to accept or dispute the result.',
  openRequest: 'Open it',
  result: 'Result',
  sandboxHint: 'The photos and answers of this report were generated.',
  title: 'Title',
  evidenceComplete: 'The evidence was complete {time}.',
  answeredBy: 'Answered by',
  confirmedBy: 'Confirmed by',
  corrected: 'Before the correction',
  correctionReason: 'Reason for the correction',
  confirmationReason: 'Reason for the confirmation',
  answers: 'Answers',
  flaggedAnswers: 'Needs attention',
  flagged: 'Flagged',
  confirmed: 'Confirmed by a reviewer',
  photoNumber: (number: number) => `Photo E${number}`,
  openShowing: (label: string) => `Open the photo that shows the answer: ${label}`,
  yourObjection: {
    disputed: 'You disputed this report {time}.',
    needs_more: 'You asked for more photos {time}.',
  },
  objection: {
    disputed: 'The requester disputed this report {time}.',
    needs_more: 'The requester asked for more photos {time}.',
  },
  objectionNext: {
    disputed: 'We are reviewing it.',
    needs_more: 'We are working on it.',
  },
  addComment: 'Add a comment',
  addsTo: {
    disputed: 'Your comment is added to your dispute.',
    needs_more: 'Your comment is added to your request for more photos.',
  },
  ofOthers: (summary: string) =>
    `Other photos: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
  changes: 'Changes since the previous visit',
  changesSince: 'Compared with {report}, completed {time}.',
  previousReport: 'the previous report',
  visits: { before: 'Before', now: 'Now' },
  noAnswer: 'no answer',
  sameAnswers: (number: number) =>
    number === 0
      ? 'No answers to compare.'
      : `${count(number, 'answer is', 'answers are')} the same as before.`,
  openPhotoOf: (visit: string, label: string) => `Open the photo: ${label}, ${visit.toLowerCase()}`,
  steps: 'Steps',
  photos: 'Photos',
  checks: 'Checks',
  limits: 'Limitations',
  versions: 'Versions',
  proof: 'Proof',
  notAccepted: 'Not accepted',
  accepted: 'Accepted',
  taken: 'Taken',
  showsAnswer: 'Shows the answer to “{question}”: {answer}',
  note: 'Note: {note}',
  details: 'Details',
  detailsOf: (label: string) => `Details of ${label}`,
  numbers: {
    received: 'Received',
    position: 'Position',
    file: 'File',
    fingerprint: 'Fingerprint',
  },
  fromAddress: (distance: string) => `${distance} from the address`,
  openFull: (label: string) => `Open ${label} in full size`,
  photoOf: (number: number, photos: number) => `Photo ${number} of ${photos}`,
  previousPhoto: 'Previous photo',
  nextPhoto: 'Next photo',
  close: 'Close',
  openFile: (label: string, kind: string, size: string) => `Open ${label} (${kind}, ${size})`,
  photoAlt: (label: string, time: string, distance: string | null) =>
    [label, time, distance && `${distance} from the address`].filter(Boolean).join(', '),
  positions: 'Positions',
  planLabel: (photos: number, farthest: string) =>
    `Plan: ${count(photos, 'photo', 'photos')}, the farthest ${farthest} from the address`,
  planHint: 'The address is in the middle, north is up.',
  planOmitted: 'Where markers overlap, some numbers are omitted.',
  planCircle: (radius: number) => `${radius} m`,
  planNorth: 'N ↑',
  planScale: (length: number) => `${length} m`,
  checksOf: (label: string) => `Checks of ${label}`,
  checkColumns: ['Check', 'Result', 'Measured', 'Allowed'] as const,
  versionNumber: (number: number) => `Version ${number}`,
  showVersion: (number: number) => `Show version ${number}`,
  current: 'Current',
  shown: 'Shown here',
  replacedBy: (number: number) => `Replaced by version ${number}`,
  withdrawn: 'Withdrawn',
  isOld: (number: number) => `Version ${number} has replaced this version.`,
  newestMail: 'The latest mail about this request has the link to it.',
  isWithdrawn: 'This version was withdrawn. Do not rely on it.',
  reason: 'Reason',
  contentHash: 'Fingerprint of the content (SHA-256)',
  key: 'Signed with the key (RFC 7638 thumbprint)',
  signedAt: 'Signed',
  verify: 'Verify this report',
  verifyPhotos: (files: number, size: string) =>
    `Verify the photos too (${count(files, 'file', 'files')}, ${size})`,
  verification: 'Verification',
  verifier:
    'For a proof that does not depend on this page, download both files and use the verifier.',
  noScript: 'Verifying here needs JavaScript.',
  address: 'Address of this report',
  feedback: 'Feedback',
  feedbackLead: 'Tell us whether the report answers your question.',
  verdict: 'Your verdict',
  rating: 'Rating',
  ratingHint: '1 is poor, 5 is excellent.',
  comment: 'Comment',
  commentHint: 'Required to dispute the result or to ask for more photos.',
  commentHintMore: 'Required to ask for more photos.',
  commentNeeded: 'Describe what is wrong or what is missing.',
  sendFeedback: 'Send feedback',
  thanks: 'Thank you. Your feedback is stored.',
  notNow: 'Feedback is no longer possible. Here is the current state.',
  saySomething: 'Choose a verdict or a rating, or write a comment.',
  noReportTitle: 'There is no report yet',
  noReportHint: 'It is created when the work is done. Open this page again then.',
  erasedTitle: 'This report was erased',
  erasedHint: 'The request and its photos no longer exist.',
  brokenTitle: 'This link isn’t valid',
  brokenHint: 'Check that it is complete: long links are sometimes cut in mails.',
  share: 'Share the report',
  sharedEndedTitle: 'This link no longer works',
  sharedEndedHint:
    'Its owner stopped sharing the report, or the link expired. Ask the person who sent it for a new one.',
  sharedWithdrawnTitle: 'This report was withdrawn',
  sharedWithdrawnHint: 'Do not rely on it. A new version will appear under the same link.',
  sharedBrokenHint: 'Check that it is complete, or ask the person who sent it for a new one.',
  sharedCard: (answer: string, question: string) => `${answer}. ${question}`,
  expiredTitle: 'This link has expired',
  expiredHint: 'Ask for the report to be sent again. The new mail has a new link.',
};

/** Messages of the verification in the browser. */
export const proofMessages = {
  working: 'Checking …',
  unchanged: (time: string, keyId: string) => `Unchanged since ${time}. Signed with key ${keyId}.`,
  logged: (index: number, size: number, origin: string) =>
    `In the transparency log of ${origin}: index ${index} in a tree of ${size}.`,
  notLogged: 'Not yet in the transparency log.',
  badCheckpoint: 'The receipt of the transparency log is not signed by the key of the log.',
  notInLog: 'The receipt of the transparency log is not for this version.',
  photosUnchanged: (right: number, all: number) => `${right} of ${all} photos are unchanged.`,
  photosDone: (done: number, all: number) => `Checking ${done} of ${all} …`,
  changed: 'Changed after signing: do not rely on it.',
  noKeys: 'The keys of the service could not be read. Try again.',
  notCanonical: 'The content has no canonical form.',
  otherContent: (actual: string, signed: string) =>
    `The content has the fingerprint ${actual.slice(0, 16)}…; ${signed.slice(0, 16)}… was signed.`,
  unknownKey: (keyId: string) => `The key ${keyId} is not one of this service.`,
  badSignature: 'The signature was not made by the key that the report names.',
  otherHeader: (name: string, signed: string) =>
    `${name.replaceAll('_', ' ')}: the report differs from the signed value (${signed}).`,
  otherVersion: (number: number) =>
    `The list of versions has different content for version ${number}.`,
  brokenChain: (number: number) => `Version ${number} does not follow the version before it.`,
  fileUnread: (name: string) => `${name}: the file cannot be read.`,
  unread: 'Files that cannot be read are not verified. Reload this page and try again.',
  fileChanged: (name: string) => `${name}: the file is not the one that was signed.`,
};

export const verdictMessages: Record<FeedbackVerdict, string> = {
  accepted: 'You accepted the result {time}.',
  needs_more: 'You asked for more photos {time}.',
  disputed: 'You disputed the result {time}.',
};

export const requesterVerdicts: Record<FeedbackVerdict, string> = {
  accepted: 'The requester accepted the result {time}.',
  needs_more: 'The requester asked for more photos {time}.',
  disputed: 'The requester disputed the result {time}.',
};

export const verdictChoices: readonly (readonly [FeedbackVerdict, string])[] = [
  ['accepted', 'Accept'],
  ['needs_more', 'Ask for more photos'],
  ['disputed', 'Dispute'],
];

export const stepMessages: Record<StepStatus, string> = {
  pending: 'To do',
  passed: 'Done',
  failed: 'Try again',
  skipped: 'Skipped',
};

export const checkNames: Record<CheckName, string> = {
  geofence: 'At the place',
  capture_time: 'Taken during the task',
  freshness: 'Sent soon after',
  hash: 'Unchanged on the way',
  duplicate: 'New file',
  similar: 'New picture',
  nonce: 'Sent once',
  media: 'Readable file',
  exif: 'Camera’s own data agree',
  provenance: 'Signed by the camera',
};

export const checkResults: Record<CheckResult, string> = {
  pass: 'Passed',
  warn: 'Look closer',
  fail: 'Failed',
  not_run: 'Not checked',
};

export const fileKinds: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/heic': 'HEIC photo',
  'video/mp4': 'MP4 video',
  'video/quicktime': 'MOV video',
  'application/pdf': 'PDF',
};
export const otherFile = 'file';
