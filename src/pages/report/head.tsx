import type { JobStatus } from '../../modules/job/job.js';
import { Time } from '../frame/format.js';
import { Icon, type Tone } from '../frame/icons.js';
import { messages, resultMessages, verdictMessages } from '../messages/report.en.js';
import { headingOf, type ReportHead, type Versions } from './answer.js';
import { Badge, Fact } from './parts.js';

const tones: Partial<Record<JobStatus, Tone>> = {
  submitted: 'warn',
  completed: 'good',
  disputed: 'bad',
};

export interface HeadProps {
  head: ReportHead;
  versions: Versions;
  /** True if newer versions have separate links. */
  byLink?: boolean;
}

/** A notice above the title that a version was replaced or withdrawn. */
export function Notice({ head, versions, byLink }: HeadProps) {
  const { current } = versions;
  const withdrawal = versions.withdrawn.get(head.version_number);
  const newer =
    current !== null && current > head.version_number
      ? `${messages.isOld(current)}${byLink ? ` ${messages.newestMail}` : ''}`
      : null;
  if (!withdrawal && !newer) return null;
  return (
    <div class={withdrawal ? 'notice bad' : 'notice warn'}>
      <Icon name={withdrawal ? 'bad' : 'warn'} />
      <div>
        {withdrawal && (
          <p>
            <strong>{messages.isWithdrawn}</strong> <Time at={withdrawal.at} />
          </p>
        )}
        {withdrawal?.reason && (
          <p>
            {messages.reason}: {withdrawal.reason}
          </p>
        )}
        {newer && <p>{newer}</p>}
      </div>
    </div>
  );
}

/** Title, question and address. */
export function Title({ head, versions, byLink = false }: HeadProps) {
  const heading = headingOf(head);
  return (
    <div class="head">
      <Notice head={head} versions={versions} byLink={byLink} />
      <h1>{heading}</h1>
      {heading !== head.objective && <p class="lead">{head.objective}</p>}
      <p class="place">
        <Icon name="place" />
        <span>{head.address}</span>
      </p>
    </div>
  );
}

/** Verdict, summary and times. */
export function Result({ head, versions }: HeadProps) {
  const { status, requester_verdict: verdict } = head;
  // A withdrawn version is shown without its color.
  const tone = versions.withdrawn.has(head.version_number) ? 'none' : (tones[status] ?? 'none');
  return (
    <section class={`result ${tone}`} aria-label={messages.result}>
      <p class="verdict">
        <Badge tone={tone}>{resultMessages[status] ?? status.replaceAll('_', ' ')}</Badge>
      </p>
      <p>{head.summary}</p>
      <dl class="facts">
        <Fact name={messages.version}>{head.version_number}</Fact>
        <Fact name={messages.evidenceComplete}>
          <Time at={head.completed_at} />
        </Fact>
        <Fact name={messages.created}>
          <Time at={head.generated_at} />
        </Fact>
        {verdict && (
          <Fact name={messages.requesterVerdict}>
            {verdictMessages[verdict.verdict]} <Time at={verdict.at} />
          </Fact>
        )}
      </dl>
    </section>
  );
}
