/** @jsxImportSource preact */
/// <reference lib="dom" />
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { JobStatus } from '../../../modules/job/job-status.js';
import { jobTransitions } from '../../../modules/job/job-transitions.js';
import { possibleVerdicts } from '../../../modules/job/objection.js';
import {
  type ReviewDecision,
  reviewDecisions,
  takesDecision,
} from '../../../modules/job/review-decisions.js';
import { jobStates, messages } from '../../messages/console.en.js';
import { messages as frame } from '../../messages/frame.en.js';
import { copyText } from '../parts/links.js';
import { follow, type Stream } from './api.js';
import { calls, changesOfJob } from './calls.js';
import { Field, Form, NeedsScope } from './parts.js';
import { type LoadedStory, readStory } from './read-story.js';
import type { Session } from './session.js';
import { Story } from './story.js';

interface ActProps {
  session: Session;
  id: string;
  /** Reads the story again. */
  reload: () => Promise<void>;
}

function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="card">
      <h3>{title}</h3>
      {children}
    </div>
  );
}

const Submit = ({ children, value, go }: { children: string; value?: string; go?: boolean }) => (
  <button type="submit" class={go ? 'button go' : 'button'} {...(value && { value })}>
    {children}
  </button>
);

/** The capture link is returned once, and only this view keeps it. */
function Assign({ session, id, reload }: ActProps) {
  const [link, setLink] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  const assign = async ({ assignee_name: name = '' }: Record<string, string>) => {
    const made = await session.send(calls.assignJob(id, name.trim()));
    if (made.ok) {
      setLink(made.answer.capture_url);
      setCopied(false);
    }
    await reload();
    return made;
  };
  return (
    <Card title={messages.assign}>
      <NeedsScope scope="operator" scopes={session.scopes} />
      <Form label={messages.assign} onSend={assign}>
        <Field label={messages.name} name="assignee_name" hint={frame.nameHint} />
        <div class="actions">
          <Submit go>{messages.assign}</Submit>
        </div>
      </Form>
      {link && (
        <div class="notice good">
          <div>
            <p>{messages.captureOnce}</p>
            <p class="actions">
              <a class="button" href={link} target="_blank" rel="noopener noreferrer">
                {messages.openCapture}
              </a>
              <button
                type="button"
                class="button"
                onClick={() => void copyText(link).then(setCopied)}
              >
                {messages.copyCapture}
              </button>
              <span role="status">{copied && messages.copied}</span>
            </p>
          </div>
        </div>
      )}
    </Card>
  );
}

/** States in which a job has all the evidence of a report. */
const reported: readonly JobStatus[] = ['submitted', 'completed', 'disputed'];

function Report({ session, id, reload, job }: ActProps & { job: LoadedStory['job'] }) {
  const make = async () => {
    const made = await session.send(calls.makeReport(id));
    await reload();
    return made;
  };
  const readable = job.report.versionNumber !== null;
  if (!readable && !reported.includes(job.status)) return null;
  return (
    <Card title={messages.report}>
      <NeedsScope scope="reports:write" scopes={session.scopes} />
      <Form label={messages.report} onSend={make}>
        <div class="actions">
          {reported.includes(job.status) && <Submit go>{messages.makeReport}</Submit>}
          {readable && (
            <a class="button" href={`/reports/${id}`}>
              {messages.readReport}
            </a>
          )}
        </div>
      </Form>
    </Card>
  );
}

const orNone = (values: readonly string[]) =>
  [['', messages.none], ...values.map((value) => [value, value] as const)] as const;

function Feedback({ session, id, reload, verdicts }: ActProps & { verdicts: readonly string[] }) {
  const give = async ({ verdict, rating, comment }: Record<string, string>) => {
    const made = await session.send(
      calls.sendFeedback(id, {
        verdict: verdict || null,
        rating: rating ? Number(rating) : null,
        comment: comment || null,
      }),
    );
    await reload();
    return made;
  };
  return (
    <Card title={messages.feedback}>
      <NeedsScope scope="jobs:write" scopes={session.scopes} />
      <Form label={messages.feedback} onSend={give}>
        <div class="pair">
          {verdicts.length > 0 && (
            <Field label={messages.verdict} name="verdict" options={orNone(verdicts)} />
          )}
          <Field
            label={messages.rating}
            name="rating"
            options={orNone(['1', '2', '3', '4', '5'])}
          />
        </div>
        <Field label={messages.comment} name="comment" rows={2} />
        <div class="actions">
          <Submit go>{messages.sendFeedback}</Submit>
        </div>
      </Form>
    </Card>
  );
}

/** States in which a job can be given to a verifier. */
const assignable: readonly JobStatus[] = ['open', 'assigned', 'in_progress'];

const decisionsIn = (status: JobStatus) =>
  (Object.keys(reviewDecisions) as ReviewDecision[]).filter((one) =>
    takesDecision(status, one, false),
  );

function Review({
  session,
  id,
  reload,
  decisions,
}: ActProps & { decisions: readonly ReviewDecision[] }) {
  const review = async ({ note = '' }: Record<string, string>, decision: string) => {
    const made = await session.send(calls.reviewJob(id, { decision, ...(note && { note }) }));
    await reload();
    return made;
  };
  return (
    <Card title={messages.review}>
      <NeedsScope scope="operator" scopes={session.scopes} />
      <Form label={messages.review} onSend={review}>
        <Field label={messages.note} name="note" rows={2} />
        <div class="actions">
          {decisions.map((one) => (
            <Submit key={one} value={one}>
              {messages.decisions[one]}
            </Submit>
          ))}
        </div>
      </Form>
    </Card>
  );
}

function Cancel({ session, id, reload }: ActProps) {
  const cancel = async ({ reason = '' }: Record<string, string>) => {
    const made = await session.send(calls.cancelJob(id, reason));
    await reload();
    return made;
  };
  return (
    <Card title={messages.cancel}>
      <NeedsScope scope="jobs:write" scopes={session.scopes} />
      <Form label={messages.cancel} onSend={cancel}>
        <Field label={messages.reason} name="reason" />
        <div class="actions">
          <Submit>{messages.cancelJob}</Submit>
        </div>
      </Form>
    </Card>
  );
}

function Open({ session, id, reload }: ActProps) {
  const open = async () => {
    const made = await session.send(calls.openJob(id));
    await reload();
    return made;
  };
  return (
    <Form label={messages.openForVerifiers} onSend={open}>
      <div class="actions">
        <Submit go>{messages.openJob}</Submit>
      </div>
    </Form>
  );
}

interface LoadedJobProps {
  act: ActProps;
  loaded: LoadedStory;
  stream: Stream | null;
}

/** The story of a job and the actions that its status allows. */
function LoadedJob({ act, loaded, stream }: LoadedJobProps) {
  const { job } = loaded;
  const { status } = job;
  // The payment of a site check opens its job, and an assigned job opens again when its link expires.
  const canOpen =
    !job.requestId && status !== 'assigned' && jobTransitions[status].includes('open');
  // The simulated verifier and its review replace the operators in the sandbox.
  const isLive = act.session.mode === 'live';
  const decisions = isLive ? decisionsIn(status) : [];
  return (
    <>
      <p class="line">
        <span class="badge">
          {status === 'assigned' && job.assignment
            ? messages.withVerifier(job.assignment.assigneeName)
            : (jobStates[status] ?? status)}
        </span>
        <span>{job.address}</span>
        <code class="small soft">{act.id}</code>
      </p>
      {job.statusReason && <p class="soft">{job.statusReason}</p>}
      {canOpen && <Open {...act} />}
      <Story loaded={loaded} stream={stream} />
      <section class="part" aria-labelledby="actions">
        <h2 id="actions">{messages.actions}</h2>
        <div class="cards">
          {isLive && assignable.includes(status) && <Assign {...act} />}
          <Report {...act} job={job} />
          {decisions.length > 0 && <Review {...act} decisions={decisions} />}
          <Feedback {...act} verdicts={possibleVerdicts({ status })} />
          {jobTransitions[status].includes('cancelled') && <Cancel {...act} />}
        </div>
      </section>
    </>
  );
}

/** A job with its story and all available actions. */
export function JobView({ session, id }: { session: Session; id: string }) {
  const [loaded, setLoaded] = useState<LoadedStory | null>(null);
  const [stream, setStream] = useState<Stream | null>(null);
  const [isRejected, setRejected] = useState(false);
  const { key } = session;
  const reload = async () => {
    const story = await readStory(key, id);
    if (story) setLoaded(story);
  };
  useEffect(() => {
    void session.send(calls.getJob(id)).then(({ ok }) => setRejected(!ok));
    void reload();
    return follow(key, changesOfJob, { id }, { changed: () => void reload(), became: setStream });
  }, [id, key]);
  const title = loaded?.job.objective ?? (isRejected ? messages.notShown : messages.loading);
  // The story is read without a request that the console shows, so nothing else updates the title.
  useEffect(() => {
    document.title = frame.title(title, false);
  }, [title]);
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p>
        <a href="#/">{messages.backToJobs}</a>
      </p>
      {loaded && <LoadedJob act={{ session, id, reload }} loaded={loaded} stream={stream} />}
    </>
  );
}
