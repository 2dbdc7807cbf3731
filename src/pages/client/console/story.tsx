/** @jsxImportSource preact */
/// <reference lib="dom" />
import { checkMessages, messages, resultMessages } from '../../messages/console.en.js';
import type { Stream } from './api.js';
import { Time } from './parts.js';
import type { JobEvent, JobEvidence, LoadedStory } from './read-story.js';

type Entry = { at: string; key: string } & (
  | { kind: 'event'; item: JobEvent }
  | { kind: 'evidence'; item: JobEvidence }
);

const tones: Record<string, string> = { PASS: 'good', WARN: 'warn', FAIL: 'bad', NOT_RUN: '' };

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** `job.in_progress` for `JOB_IN_PROGRESS`. */
const typeText = (type: string) => type.toLowerCase().replace(/^(site_check|[a-z]+)_/, '$1.');

function EventLine({ item }: { item: JobEvent }) {
  const {
    status,
    previous_status: before,
    version_number: version,
  } = item.data as {
    status?: string;
    previous_status?: string;
    version_number?: number;
  };
  return (
    <div class="event">
      <p>
        <code>{typeText(item.type)}</code>
        {version !== undefined && <span class="soft"> {messages.version(version)}</span>}
      </p>
      {status && (
        <p class="soft small">
          {before && before !== status ? `${before} → ` : ''}
          {status}
        </p>
      )}
    </div>
  );
}

function EvidenceLine({ item, label }: { item: JobEvidence; label: string }) {
  const path = pathOf(item.mediaUrl);
  const isPicture = item.mediaType.startsWith('image/');
  return (
    <div class="evidence">
      <a href={path} aria-label={`${messages.file}: ${label}`}>
        {isPicture ? (
          <img src={`${path}&preview=640`} alt="" loading="lazy" width="160" height="120" />
        ) : (
          item.mediaType
        )}
      </a>
      <div>
        <p>
          <strong>{messages.evidence(label)}</strong>{' '}
          <span class={item.validationPassed ? 'badge good' : 'badge bad'}>
            {item.validationPassed ? messages.passed : messages.failed}
          </span>
        </p>
        <ul class="checks" aria-label={messages.checks}>
          {item.checks.map((check) => (
            <li key={check.name} class={`badge ${tones[check.result]}`}>
              {checkMessages[check.name.toLowerCase()] ?? check.name}:{' '}
              {resultMessages[check.result.toLowerCase()]}
              {check.measured &&
                /WARN|FAIL/.test(check.result) &&
                ` (${check.measured.slice(0, 40)})`}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const streamMessages = { live: messages.live, lost: messages.lost, rejected: messages.badKey };

/**
 * The events and evidence of a job in time order.
 * @param stream state of its stream of changes; null before the first connection
 */
export function Story({ loaded, stream }: { loaded: LoadedStory; stream: Stream | null }) {
  const { job, events } = loaded;
  const labels = new Map(job.steps.map((step) => [step.stepName, step.label]));
  const entries: Entry[] = [
    ...events.map((item): Entry => ({ at: item.timestamp, key: item.id, kind: 'event', item })),
    ...job.evidence.map((item): Entry => {
      return { at: item.receivedAt, key: item.evidenceId, kind: 'evidence', item };
    }),
  ];
  entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return (
    <section class="part" aria-labelledby="story">
      <h2 id="story">{messages.story}</h2>
      <p class="small soft" role="status">
        {stream && streamMessages[stream]}
      </p>
      <ol class="story">
        {entries.map((entry) => (
          <li key={entry.key}>
            <Time at={entry.at} />
            {entry.kind === 'event' ? (
              <EventLine item={entry.item} />
            ) : (
              <EvidenceLine
                item={entry.item}
                label={labels.get(entry.item.stepName) ?? entry.item.stepName}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
