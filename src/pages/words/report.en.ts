import type { CheckName, CheckResult } from '../../modules/evidence/evidence.js';
import type { FeedbackVerdict, StepStatus } from '../../modules/job/job.js';
import { count } from '../../modules/report/wording.js';

/** What the pages of a report say, in English. */
export const words = {
  service: 'Verification service',
  skip: 'Skip to content',
  read: 'Read the report',
  readHint:
    'The report lists every photo with its place and time, every check and what the evidence does not prove.',
  downloadPdf: 'Download PDF',
  downloadJson: 'Download JSON',
  linkEnds: ['This link works until ', '. Anyone who has it can read this report.'] as const,
  result: 'Result',
  objective: 'Question',
  address: 'Address',
  evidenceComplete: 'Evidence complete',
  created: 'Report created',
  version: 'Version',
  requesterVerdict: 'Your verdict',
  steps: 'Steps',
  photos: 'Photos',
  checks: 'Checks',
  limits: 'What this does not prove',
  versions: 'Versions',
  changes: 'What changed',
  proof: 'Proof',
  plan: 'Plan',
  notAccepted: 'Not accepted',
  accepted: 'Accepted',
  numbers: {
    taken: 'Taken',
    received: 'Received',
    position: 'Position',
    distance: 'Distance',
    file: 'File',
    notes: 'Note',
    fingerprint: 'Fingerprint',
  },
  fromAddress: (distance: string) => `${distance} from the address`,
  noDistance: 'not measured',
  openFull: (label: string) => `Open ${label} in full size`,
  openFile: (kind: string) => `Open the ${kind}`,
  photoAlt: (label: string, time: string, distance: string | null) =>
    [label, time, distance && `${distance} from the address`].filter(Boolean).join(', '),
  planLabel: (photos: number, farthest: string | null) =>
    `Plan: ${count(photos, 'photo', 'photos')}${farthest ? `, the farthest ${farthest} from the address` : ''}`,
  planHint: 'The address is in the middle, north is up.',
  planCircle: (radius: number) => `A circle is ${radius} m from the address.`,
  checksOf: (label: string) => `Checks of ${label}`,
  checkColumns: ['Check', 'Result', 'Measured', 'Allowed'],
  versionNumber: (number: number) => `Version ${number}`,
  current: 'Current',
  replacedBy: (number: number) => `Replaced by version ${number}`,
  withdrawn: (reason: string) => ['Withdrawn on ', reason ? `: ${reason}` : ''] as const,
  newer: (number: number) =>
    `Version ${number} has replaced this version. The latest mail about this request has the link to it.`,
  isWithdrawn: ['This version was withdrawn on ', '. Do not rely on it.'] as const,
  reason: 'Reason',
  contentHash: 'Fingerprint of the content (SHA-256)',
  key: 'Signed with the key',
  signedAt: 'Signed',
  verify:
    'To check that nothing was changed, download both files and use the verifier. It needs neither this page nor this service.',
  brokenTitle: 'This link opens nothing',
  brokenHint: 'Check that it is complete: long links are sometimes cut in mails.',
  expiredTitle: 'This link has expired',
  expiredHint: 'Ask for the report to be sent again. The new mail has a new link.',
  missingTitle: 'This report is not here',
};

export const verdictWords: Record<FeedbackVerdict, string> = {
  accepted: 'You accepted the result.',
  needs_more: 'You asked for more evidence.',
  disputed: 'You objected to the result.',
};

export const stepWords: Record<StepStatus, string> = {
  pending: 'To do',
  passed: 'Done',
  failed: 'Try again',
  skipped: 'Left out',
};

export const checkNames: Record<CheckName, string> = {
  geofence: 'At the place',
  capture_time: 'Taken during the task',
  freshness: 'Sent soon after',
  hash: 'Unchanged on the way',
  duplicate: 'New file',
  nonce: 'Sent once',
  media: 'Readable file',
  exif: 'Camera’s own data agree',
};

export const checkResults: Record<CheckResult, string> = {
  pass: 'Passed',
  warn: 'Look closer',
  fail: 'Failed',
  not_run: 'Not checked',
};
