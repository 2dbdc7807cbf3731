import { enumType } from '../../graphql/enums.js';
import { timeBucket } from '../../lib/time-bucket.js';
import { batchItemStatus } from './create-jobs.js';
import { jobMove } from './follow-jobs.js';
import { executionMode, feedbackVerdict, intakeSource, jobStatus, stepStatus } from './job.js';
import { jobOrder } from './job.store.js';
import { jobGrouping } from './job-stats.js';
import { reviewDecision } from './review-job.js';

export const JobStatusRef = enumType('JobStatus', jobStatus, 'Status of a job.', {
  created: 'The job is stored but not open to verifiers.',
  open: 'The job is open to verifiers.',
  assigned: 'A verifier or invitee holds the job.',
  in_progress: 'The first evidence has arrived, or more evidence was requested.',
  submitted: 'Every required step has passing evidence.',
  completed: 'The result is verified.',
  disputed: 'The requester disputes the result.',
  failed: 'The verification could not be carried out.',
  expired: 'The deadline has passed.',
  cancelled: 'The job is cancelled permanently.',
});

export const BatchItemStatusRef = enumType(
  'BatchItemStatus',
  batchItemStatus,
  'Outcome of one item of a batch.',
  {
    created: 'The job was created.',
    replayed: 'The nonce was used before with the same content.',
    rejected: 'The job was not created; `error` says why.',
  },
);

export const StepStatusRef = enumType('StepStatus', stepStatus, 'Status of a step.', {
  pending: 'The step needs evidence.',
  passed: 'Evidence for the step has passed every check.',
  failed: 'The step could not be shown.',
  skipped: 'The step was skipped.',
});

export const ExecutionModeRef = enumType(
  'ExecutionMode',
  executionMode,
  'Who captures the evidence.',
  {
    operator: 'A verifier of the service captures it.',
    self_service: 'The requester, or a person invited by the requester, captures it.',
  },
);

export const IntakeSourceRef = enumType(
  'IntakeSource',
  intakeSource,
  'Channel through which a job was created.',
  {
    api: 'An integrator created it with an API key.',
    public_site_check: 'It was requested through the public site-check flow.',
    customer_portal: 'A customer created it in the customer portal.',
    self_service: 'It was created by a self-service request.',
  },
);

export const FeedbackVerdictRef = enumType(
  'FeedbackVerdict',
  feedbackVerdict,
  'Verdict of the requester on the result.',
  {
    accepted: 'The requester accepts the result; the job is completed.',
    needs_more: 'The requester needs more evidence; the job returns to work.',
    disputed: 'The requester disputes the result.',
  },
);

enumType('ReviewDecision', reviewDecision, 'Decision of an operator on the evidence of a job.', {
  accept: 'The evidence is accepted; the job is completed.',
  more: 'More evidence is needed; the job returns to work.',
  fail: 'The verification could not be carried out; the job fails.',
});

enumType('JobOrder', jobOrder, 'Sort order of jobs; ties are sorted by id.', {
  created_at_desc: 'Newest first.',
  created_at_asc: 'Oldest first.',
  updated_at_desc: 'Most recently changed first.',
});

enumType('JobGrouping', jobGrouping, 'Property that jobs are grouped by.', {
  status: 'Status.',
  service_key: 'Key of the requested service.',
  market_city: 'Market city that is nearest to the place.',
  metadata: 'Value of the metadata key `metadataKey`.',
  question:
    'Question and current answer. Each question of a job counts, and each key of `choices`; jobs without an answer do not count.',
});

enumType('TimeBucket', timeBucket, 'Period of creation that jobs are grouped by.', {
  day: 'Days.',
  week: 'Weeks, which begin on Monday.',
  month: 'Months of the calendar.',
});

export const JobMoveRef = enumType('JobMove', jobMove, 'How a job moved in relation to a filter.', {
  entered: 'It matches the filter, and did not before.',
  changed: 'It changed, and matches the filter as before.',
  left: 'It no longer matches the filter.',
});
