/** @jsxImportSource preact */
/// <reference lib="dom" />
import { objectiveKey } from '../../../modules/question/objective.js';
import { valueText } from '../../../modules/report/value-text.js';
import { utcText } from '../../frame/moment-text.js';
import { messages } from '../../messages/review.en.js';
import { List } from './parts.js';
import { type QueuedJob, shown } from './queries.js';
import { answerValue, questionKind } from './review/reviewed-job.js';

export const reviewLink = (jobId: string) => `#/review/${jobId}`;

function Age({ at }: { at: string }) {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 60_000));
  return (
    <time dateTime={at} title={utcText(at)}>
      {messages.age(minutes)}
    </time>
  );
}

/** The reasons for which a job is early in the queue. */
function Flags({ job }: { job: QueuedJob }) {
  const labelOf = (key: string) =>
    job.questions.find(({ questionKey }) => questionKey === key)?.label ?? key;
  const open = job.answers.filter((answer) => answer.confirmedAt === null);
  const texts = [
    ...(job.status === 'DISPUTED' ? [messages.disputed] : []),
    ...open.flatMap(({ questionKey, flagged, cannotTell }) =>
      flagged
        ? messages.flaggedOf(labelOf(questionKey))
        : cannotTell
          ? messages.untoldOf(labelOf(questionKey))
          : [],
    ),
  ];
  if (texts.length === 0) return <>–</>;
  return (
    <span class="line">
      {texts.map((text) => (
        <span key={text} class="badge warn">
          {text}
        </span>
      ))}
    </span>
  );
}

/** Returns the answer to the objective as text. */
function answerText({ questions, answers }: QueuedJob): string {
  const isObjective = ({ questionKey }: { questionKey: string }) => questionKey === objectiveKey;
  const question = questions.find(isObjective);
  const answer = answers.find(isObjective);
  if (!question || !answer) return messages.noAnswer;
  return valueText({ ...question, kind: questionKind(question) }, answerValue(answer));
}

/** The jobs that wait for a reviewer, in the order of the service. */
export function ReviewQueue({ jobs }: { jobs: QueuedJob[] | null | 'failed' }) {
  const rows = Array.isArray(jobs)
    ? jobs.slice(0, shown).map((job) => ({
        key: job.jobId,
        cells: [
          <a href={reviewLink(job.jobId)}>{job.objective}</a>,
          answerText(job),
          <Flags job={job} />,
          job.address,
          <Age at={job.submittedAt ?? job.updatedAt} />,
        ],
      }))
    : jobs;
  return (
    <List
      id="queue"
      heading={messages.queue}
      columns={messages.columns}
      rows={rows}
      empty={messages.empty}
    >
      {Array.isArray(jobs) && jobs.length > shown && (
        <p class="soft small">{messages.atMost(shown)}</p>
      )}
    </List>
  );
}
