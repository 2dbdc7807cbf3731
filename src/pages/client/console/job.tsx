/** @jsxImportSource preact */
/// <reference lib="dom" />
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { jobStates, words } from '../../words/console.en.js';
import { words as frame } from '../../words/frame.en.js';
import { copyText } from '../parts/links.js';
import { follow, type Json, type Stream } from './api.js';
import { calls, changesOfJob } from './calls.js';
import { Field, Form, NeedsScope } from './parts.js';
import { readStory, type Told } from './read-story.js';
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

/** The capture link is answered once; it is kept by nobody but this view. */
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
    <Card title={words.assign}>
      <NeedsScope scope="operator" scopes={session.scopes} />
      <Form label={words.assign} onSend={assign}>
        <Field label={words.name} name="assignee_name" hint={frame.nameHint} />
        <div class="actions">
          <Submit go>{words.assign}</Submit>
        </div>
      </Form>
      {link && (
        <div class="notice good">
          <div>
            <p>{words.captureOnce}</p>
            <p class="actions">
              <a class="button" href={link} target="_blank" rel="noopener noreferrer">
                {words.openCapture}
              </a>
              <button
                type="button"
                class="button"
                onClick={() => void copyText(link).then(setCopied)}
              >
                {words.copyCapture}
              </button>
              <span role="status">{copied && words.copied}</span>
            </p>
          </div>
        </div>
      )}
    </Card>
  );
}

function Report({ session, id, reload, job }: ActProps & { job: Json }) {
  const make = async () => {
    const made = await session.send(calls.makeReport(id));
    await reload();
    return made;
  };
  const readable = job.report.versionNumber !== null;
  return (
    <Card title={words.report}>
      <NeedsScope scope="reports:write" scopes={session.scopes} />
      <Form label={words.report} onSend={make}>
        <div class="actions">
          <Submit go>{words.makeReport}</Submit>
          {readable && (
            <a class="button" href={`/reports/${id}`}>
              {words.readReport}
            </a>
          )}
        </div>
      </Form>
    </Card>
  );
}

const orNone = (values: readonly string[]) =>
  [['', words.none], ...values.map((value) => [value, value] as const)] as const;

function Feedback({ session, id, reload }: ActProps) {
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
    <Card title={words.feedback}>
      <NeedsScope scope="jobs:write" scopes={session.scopes} />
      <Form label={words.feedback} onSend={give}>
        <div class="pair">
          <Field
            label={words.verdict}
            name="verdict"
            options={orNone(['accepted', 'needs_more', 'disputed'])}
          />
          <Field label={words.rating} name="rating" options={orNone(['1', '2', '3', '4', '5'])} />
        </div>
        <Field label={words.comment} name="comment" rows={2} />
        <div class="actions">
          <Submit go>{words.sendFeedback}</Submit>
        </div>
      </Form>
    </Card>
  );
}

function Review({ session, id, reload }: ActProps) {
  const review = async ({ note = '' }: Record<string, string>, decision: string) => {
    const made = await session.send(calls.reviewJob(id, decision, note));
    await reload();
    return made;
  };
  return (
    <Card title={words.review}>
      <NeedsScope scope="operator" scopes={session.scopes} />
      <Form label={words.review} onSend={review}>
        <Field label={words.note} name="note" rows={2} />
        <div class="actions">
          <Submit value="accept">{words.accept}</Submit>
          <Submit value="more">{words.moreEvidence}</Submit>
          <Submit value="fail">{words.fail}</Submit>
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
    <Card title={words.cancel}>
      <NeedsScope scope="jobs:write" scopes={session.scopes} />
      <Form label={words.cancel} onSend={cancel}>
        <Field label={words.reason} name="reason" />
        <div class="actions">
          <Submit>{words.cancelJob}</Submit>
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
    <Form label={words.openForVerifiers} onSend={open}>
      <div class="actions">
        <Submit go>{words.openJob}</Submit>
      </div>
    </Form>
  );
}

/** A job with its story and all that can be done with it. */
export function JobView({ session, id }: { session: Session; id: string }) {
  const [told, setTold] = useState<Told | null>(null);
  const [stream, setStream] = useState<Stream | null>(null);
  const [isRefused, setRefused] = useState(false);
  const { key } = session;
  const reload = async () => {
    const story = await readStory(key, id);
    if (story) setTold(story);
  };
  useEffect(() => {
    void session.send(calls.getJob(id)).then(({ ok }) => setRefused(!ok));
    void reload();
    return follow(key, changesOfJob, { id }, { changed: () => void reload(), became: setStream });
  }, [id, key]);
  const act = { session, id, reload };
  const job = told?.job;
  const title = job?.objective ?? (isRefused ? words.notShown : words.loading);
  // The story comes without a request that the console shows, so nothing else draws the title again.
  useEffect(() => {
    document.title = frame.title(title, false);
  }, [title]);
  const status = job?.status.toLowerCase();
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p>
        <a href="#/">{words.backToJobs}</a>
      </p>
      {job && (
        <>
          <p class="line">
            <span class="badge">
              {status === 'assigned' && job.assignment
                ? words.withSomebody(job.assignment.assigneeName)
                : (jobStates[status] ?? status)}
            </span>
            <span>{job.address}</span>
            <code class="small soft">{id}</code>
          </p>
          {job.statusReason && <p class="soft">{job.statusReason}</p>}
          {status === 'created' && <Open {...act} />}
          <Story told={told} stream={stream} />
          <section class="part" aria-labelledby="actions">
            <h2 id="actions">{words.actions}</h2>
            <div class="cards">
              <Assign {...act} />
              <Report {...act} job={job} />
              <Review {...act} />
              <Feedback {...act} />
              <Cancel {...act} />
            </div>
          </section>
        </>
      )}
    </>
  );
}
