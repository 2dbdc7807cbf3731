/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ReviewDecision } from '../../../../modules/job/review-decisions.js';
import type { Issue } from '../../../frame/issue-text.js';
import { momentText } from '../../../frame/moment-text.js';
import { jobStates } from '../../../messages/console.en.js';
import { messages as frame } from '../../../messages/frame.en.js';
import { messages } from '../../../messages/review.en.js';
import { Act, Form, Time } from '../../console/parts.js';
import { AnswerCard, cardId, reasonName, valueName } from './answer-card.js';
import { Decision, decisionId, decisionsOn } from './decision.js';
import {
  answerTo,
  type Choice,
  countsOf,
  type Draft,
  type Drafts,
  draftOf,
  keptDrafts,
  sentAnswers,
  shownQuestions,
  wasReviewed,
} from './drafts.js';
import { numbered, Photos } from './photos.js';
import { type Evidence, type ReviewedJob, readReviewedJob } from './reviewed-job.js';
import { failureText, flawsOf, issuesOf, placed, sendReview } from './send-review.js';
import { ShortcutHelp, useShortcuts } from './shortcuts.js';

const bestOf = (items: readonly Evidence[]) =>
  items.find(({ validationPassed }) => validationPassed) ?? items[0];

/** Returns the photo that shows the answer to a question, or one of the step that the question belongs to. */
function photoOf(job: ReviewedJob, questionKey: string): string | null {
  const [shown] = answerTo(job, questionKey)?.evidenceIds ?? [];
  if (shown) return shown;
  const step = job.questions.find((one) => one.questionKey === questionKey)?.stepName ?? null;
  return bestOf(job.evidence.filter(({ stepName }) => stepName === step))?.evidenceId ?? null;
}

/** True if photos are shown beside the answers, not above them. */
const isBeside = () => matchMedia('(min-width: 60rem)').matches;

/** Names the time zone of the place if the reader has other times. */
function ZoneNote({ timeZone }: Pick<ReviewedJob, 'timeZone'>) {
  const now = new Date();
  if (!timeZone || momentText(now, { now, timeZone }) === momentText(now, { now })) return null;
  return <p class="soft small">{frame.zonesApart(timeZone)}</p>;
}

/** Place, state and the words of the requester. */
function Facts({ job }: { job: ReviewedJob }) {
  const { dispute, notes, referencePhotos } = job;
  return (
    <div class="tight">
      <p class="line">
        <span class="badge">{jobStates[job.status] ?? job.status}</span>
        <span>{job.address}</span>
        {job.submittedAt && (
          <span class="soft small">
            {messages.submitted} <Time at={job.submittedAt} inner />
          </span>
        )}
      </p>
      <ZoneNote timeZone={job.timeZone} />
      {notes && (
        <p>
          <span class="soft">{messages.notes}: </span>
          {notes}
        </p>
      )}
      {dispute && (
        <div class="notice warn">
          <div>
            <p>
              <strong>{messages.dispute}</strong>, <Time at={dispute.disputedAt} inner />
            </p>
            {dispute.comments.map((comment) => (
              <blockquote key={comment}>{comment}</blockquote>
            ))}
          </div>
        </div>
      )}
      <p class="line">
        {referencePhotos.map((url, index) => (
          <a key={url} href={url} target="_blank" rel="noopener noreferrer">
            {messages.referencePhoto(index + 1)}
          </a>
        ))}
        <a href={`/console#/jobs/${job.jobId}`}>{messages.openJob}</a>
        {job.report.versionNumber !== null && (
          <a href={`/reports/${job.jobId}`}>{messages.readReport}</a>
        )}
      </p>
    </div>
  );
}

interface LoadedProps {
  apiKey: string;
  job: ReviewedJob;
  /** Called after the job was read again. */
  onJob: (job: ReviewedJob) => void;
  onSent: (message: string) => Promise<void>;
}

/** A job with its photos and answers side by side. */
function Loaded({ apiKey, job, onJob, onSent }: LoadedProps) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const [decided, setDecided] = useState<ReviewDecision | null>(null);
  const [steps, setSteps] = useState<readonly string[]>([]);
  const questions = shownQuestions(job, drafts);
  const items = [...questions.map(({ questionKey }) => cardId(questionKey)), decisionId];
  const [current, setCurrent] = useState(items[0] ?? decisionId);
  const first = questions[0] ? photoOf(job, questions[0].questionKey) : null;
  const [selected, setSelected] = useState(first ?? bestOf(job.evidence)?.evidenceId ?? null);
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<string | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  // Focused once it is drawn.
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    root.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = null;
  });

  const allowed = decisionsOn(job);
  const isOpen = allowed.length > 0;
  const decision =
    decided !== null && allowed.includes(decided) ? decided : (allowed[0] ?? 'accept');
  const answers = sentAnswers(job, drafts, decision);
  const question = questions.find(({ questionKey }) => cardId(questionKey) === current);
  const photos = numbered(job);

  const focus = (id: string) => document.getElementById(id)?.focus();
  const enter = (id: string, questionKey: string | null, target: Element) => {
    if (id === current) return;
    setCurrent(id);
    // Above the answers, another photo would move them while a button is pressed.
    if (!isBeside() && !target.matches(':focus-visible')) return;
    const photo = questionKey && photoOf(job, questionKey);
    if (photo) setSelected(photo);
  };
  const move = (by: number) => {
    const isAtStart = document.activeElement?.closest('.answer') === null && by > 0;
    const index = isAtStart ? items.indexOf(current) : items.indexOf(current) + by;
    focus(items[Math.max(0, Math.min(index, items.length - 1))] ?? decisionId);
  };
  const select = (evidenceId: string) => {
    setSelected(evidenceId);
    document.querySelector('.evidence-view')?.scrollIntoView({ block: 'nearest' });
  };
  const movePhoto = (by: number) => {
    const index = photos.findIndex(({ item }) => item.evidenceId === selected) + by;
    const { item } = photos[Math.max(0, Math.min(index, photos.length - 1))] ?? {};
    if (item) setSelected(item.evidenceId);
  };
  const draft = (key: string, part: Partial<Draft>) =>
    setDrafts((before) => {
      const of = job.questions.find(({ questionKey }) => questionKey === key);
      return of ? { ...before, [key]: { ...draftOf(job, before, of), ...part } } : before;
    });
  const choose = (key: string, choice: Choice) => {
    draft(key, { choice });
    setFailure(null);
    if (choice !== 'accept') {
      wanted.current = `[aria-labelledby="${cardId(key)}"] :is(input, select, textarea)`;
    }
  };
  const decide = (one: ReviewDecision) => {
    if (!allowed.includes(one)) return;
    setDecided(one);
    setFailure(null);
    wanted.current =
      one === 'accept' ? 'button[type="submit"]' : `[aria-labelledby="${decisionId}"] textarea`;
  };
  const accept = () => {
    if (!question) return decide('accept');
    draft(question.questionKey, { choice: 'accept' });
    move(1);
  };

  const reload = async () => {
    const after = await readReviewedJob(apiKey, job.jobId);
    if (!after) return setFailure(messages.notRead);
    setConflict(wasReviewed(job, after) ? messages.otherReview : messages.changed);
    setDrafts(keptDrafts(job, after, drafts));
    wanted.current = '.conflict';
    onJob(after);
  };
  /** Returns the field for a member of an answer; null if the reviewer sees no such field. */
  const nameOf = (key: string, member: string) => {
    const choice = drafts[key]?.choice;
    if (member === 'reason' && (choice === 'correct' || choice === 'cannot_tell')) {
      return reasonName(key);
    }
    return choice === 'correct' ? valueName(key) : null;
  };
  /** Returns errors as the form shows them; those without a field are shown beside the button. */
  const invalid = (issues: readonly Issue[]) => {
    const all = placed(issues, answers, nameOf);
    const others = all.flatMap(({ name, msg }) => (name === null ? `${msg}.` : []));
    if (others.length > 0) setFailure(others.join(' '));
    const detail = all.flatMap((issue) =>
      issue.name === null ? [] : { ...issue, loc: ['body', issue.name] },
    );
    return { status: 422, answer: { detail } };
  };
  const submit = async ({ note = '' }: Record<string, string>) => {
    setFailure(null);
    setConflict(null);
    if (decision === 'accept' && job.status === 'completed' && answers.length === 0) {
      return setFailure(messages.nothing);
    }
    const needsNote = decision !== 'accept' && note.trim() === '';
    const flaws = [
      ...flawsOf(job, answers),
      ...(needsNote ? [{ type: 'missing', loc: ['body', 'note'], msg: '' }] : []),
    ];
    if (flaws.length > 0) return invalid(flaws);
    const counts = countsOf(job, answers);
    const made = await sendReview(apiKey, job, { decision, note: note.trim(), steps, answers });
    if (made.ok) return onSent(messages.sent(decision, job.objective, counts));
    if (made.status === 409) return reload();
    const issues = issuesOf(made);
    return issues.length > 0 ? invalid(issues) : setFailure(failureText(made));
  };

  const press = () => {
    const button = root.current?.querySelector<HTMLButtonElement>('button[type="submit"]');
    button?.form?.requestSubmit(button);
  };
  const onCurrent = (choice: Choice) => () => {
    if (question && isOpen) choose(question.questionKey, choice);
  };
  const [keys, turnKeys] = useShortcuts({
    single: {
      j: () => move(1),
      k: () => move(-1),
      arrowright: () => movePhoto(1),
      arrowleft: () => movePhoto(-1),
      ...(isOpen && { a: accept, r: () => decide('more') }),
      c: onCurrent('correct'),
      t: onCurrent('cannot_tell'),
      '?': () => setHelpOpen(true),
    },
    onSend: press,
    onLeaveField: () => focus(current),
  });

  return (
    <div class="stack" ref={root}>
      {conflict && (
        <div role="alert" class="conflict" tabIndex={-1}>
          <p class="notice warn">{conflict}</p>
        </div>
      )}
      <Facts job={job} />
      {!isOpen && <p class="notice">{messages.noReview}</p>}
      <div class="review">
        <Photos
          job={job}
          selected={selected}
          onSelect={setSelected}
          onBack={() => focus(current)}
        />
        <Form label={messages.decisionOn(job.objective)} onSend={submit}>
          <div class="line between">
            <h2>{messages.answers}</h2>
            <button
              type="button"
              class="button"
              aria-keyshortcuts={keys ? '?' : undefined}
              onClick={() => setHelpOpen(true)}
            >
              {messages.shortcuts}
            </button>
          </div>
          {questions.map((one) => {
            const key = one.questionKey;
            const answer = answerTo(job, key);
            const own = draftOf(job, drafts, one);
            return (
              <AnswerCard
                key={key}
                question={one}
                answer={answer}
                zone={job.timeZone}
                earlier={job.earlier.filter(({ questionKey }) => questionKey === key)}
                photos={photos.filter(({ item }) => answer?.evidenceIds.includes(item.evidenceId))}
                selected={selected}
                draft={own}
                choice={own.choice ?? (decision === 'accept' ? 'accept' : null)}
                isCurrent={current === cardId(key)}
                isOpen={isOpen}
                keys={keys}
                onSelect={select}
                onDraft={(part) => draft(key, part)}
                onChoose={(choice) => choose(key, choice)}
                onEnter={(target) => enter(cardId(key), key, target)}
              />
            );
          })}
          {isOpen && (
            <Decision
              job={job}
              decision={decision}
              counts={countsOf(job, answers)}
              steps={steps}
              isCurrent={current === decisionId}
              keys={keys}
              onDecide={decide}
              onSteps={setSteps}
              onEnter={(target) => enter(decisionId, null, target)}
            >
              <div role="alert">{failure && <p class="notice bad">{failure}</p>}</div>
            </Decision>
          )}
        </Form>
      </div>
      <ShortcutHelp
        isOpen={isHelpOpen}
        isOn={keys}
        onTurn={turnKeys}
        onClose={() => setHelpOpen(false)}
      />
    </div>
  );
}

interface ReviewProps {
  apiKey: string;
  id: string;
  /** Called with the title of the view. */
  onTitle: (title: string) => void;
  /** Opens the next job, with a message about this one if it was reviewed. */
  onNext: (message: string | null) => Promise<void>;
}

/** The review of one job. */
export function Review({ apiKey, id, onTitle, onNext }: ReviewProps) {
  const [job, setJob] = useState<ReviewedJob | null | 'failed'>(null);
  useEffect(() => {
    void readReviewedJob(apiKey, id).then((read) => {
      setJob(read ?? 'failed');
      onTitle(read?.objective ?? messages.notRead);
    });
  }, [apiKey, id]);
  const loaded = job === 'failed' ? null : job;
  const flagged = loaded?.answers.filter((one) => one.flagged).length ?? 0;
  return (
    <>
      <p role="status" class="away">
        {loaded && messages.loaded(loaded.answers.length, flagged)}
      </p>
      <p class="line between">
        <a href="#/">{messages.backToQueue}</a>
        <Act onAct={() => onNext(null)}>{messages.skip}</Act>
      </p>
      {loaded && <Loaded apiKey={apiKey} job={loaded} onJob={setJob} onSent={onNext} />}
    </>
  );
}
