import { isEnteredByHand } from '../evidence/evidence.js';
import type { JobStatus } from '../job/job.js';
import type { ContentEvidenceItem, ReportFacts } from './report-schema.js';
import { count, metres, readableInstant } from './wording.js';

/** Sentence about the status of the job. */
const statusSentences: Partial<Record<JobStatus, string>> = {
  submitted: 'The evidence is complete and has not yet been confirmed.',
  completed: 'The verification is complete.',
  disputed: 'The requester disputes the result.',
};

/** Returns the report in a few sentences: verdict, steps, evidence, distances, times. */
export function deriveSummary(facts: Omit<ReportFacts, 'summary' | 'limitations'>): string {
  const required = facts.steps.filter((step) => step.required);
  const passedSteps = required.filter((step) => step.status === 'passed').length;
  const passing = facts.evidence_items.filter((item) => item.validation_passed);
  const failed = facts.evidence_items.length - passing.length;
  const distances = passing.flatMap((item) => item.distance_m ?? []);
  const captured = passing.map((item) => item.captured_at).sort();
  return [
    statusSentences[facts.status] ?? `The job is ${facts.status.replaceAll('_', ' ')}.`,
    `${passedSteps} of ${count(required.length, 'required step is', 'required steps are')} shown by evidence that passed its checks.`,
    `${count(facts.evidence_items.length, 'evidence item was', 'evidence items were')} received: ${passing.length} passed, ${failed} failed.`,
    passing.length > 0 && captureSentence(distances, captured),
    believedSentence(passing),
    'What the pictures show is for the reader to judge.',
  ]
    .filter(Boolean)
    .join(' ');
}

function captureSentence(distances: number[], captured: string[]): string {
  const [nearest, farthest] = [Math.min(...distances), Math.max(...distances)].map(metres);
  const [first, last] = [captured[0] ?? '', captured.at(-1) ?? ''].map(readableInstant);
  const where =
    distances.length === 0
      ? ''
      : nearest === farthest
        ? ` ${nearest} from the address,`
        : ` ${nearest} to ${farthest} from the address,`;
  const when = first === last ? `at ${first}` : `between ${first} and ${last}`;
  return `What passed was captured${where} ${when}.`;
}

/** Returns which evidence depends on statements that the service cannot check; the limitations give the details. */
function believedSentence(passing: ContentEvidenceItem[]): string {
  const ofAll = (number: number) =>
    number === passing.length ? 'all' : `${number} of ${passing.length}`;
  const byHand = passing.filter(isEnteredByHand).length;
  const selfMade = passing.filter(({ source }) => source === 'self_service').length;
  return [
    ...(byHand > 0 ? [`Positions typed by hand: ${ofAll(byHand)}.`] : []),
    ...(selfMade > 0
      ? [`Captured by the requester or a person the requester named: ${ofAll(selfMade)}.`]
      : []),
  ].join(' ');
}
