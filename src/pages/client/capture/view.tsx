/** @jsxImportSource preact */
/// <reference lib="dom" />
import { fill } from '../../../messages/fill.js';
import { noNotes } from '../../messages/notes.en.js';
import { Bar } from './bar.js';
import type { CaptureActions } from './controller.js';
import { Button, Icon, Message } from './parts.js';
import { Position, Way } from './position-view.js';
import { QuestionForm } from './question-view.js';
import { shownQuestions } from './questions.js';
import { Review } from './review-view.js';
import { type CaptureState, type DeadEnd, onPhone, openStep } from './state.js';
import { Step } from './step-view.js';
import { inOrder, photosRequested, type StepState, stepState, stepWord } from './steps.js';
import { type Task, textLanguage } from './task.js';
import { t } from './text.js';

interface ViewProps {
  state: CaptureState;
  actions: CaptureActions;
}

const stepIcons = {
  todo: 'todo',
  done: 'good',
  again: 'again',
  leftOut: 'none',
  waiting: 'now',
  sending: 'send',
} as const satisfies Record<StepState, string>;

function StepList({ state, actions }: ViewProps) {
  return (
    <section class="task-steps">
      <h2 id="steps">{t('capture.steps')}</h2>
      <ol aria-labelledby="steps">
        {inOrder(state.task?.steps ?? []).map((step) => {
          const is = stepState(step, onPhone(state));
          return (
            <li key={step.step_name}>
              <button
                type="button"
                class={`is-${is}`}
                aria-current={step.step_name === state.open ? 'step' : undefined}
                onClick={() => actions.openStep(step.step_name)}
              >
                <Icon name={stepIcons[is]} />
                <span class="label">
                  <bdi lang={textLanguage(state.task)}>{step.label}</bdi>
                  <span class="colon">: </span>
                </span>
                <span class="word">{stepWord(is)}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** True if the result belongs to the open step; other results are shown above it, with their step's name. */
const isOwnResult = ({ result, mode, open }: CaptureState) =>
  mode === 'sent' && open === result?.stepName;

function ResultRegion({ state, actions }: ViewProps) {
  const { result } = state;
  if (!result) return null;
  const elsewhere = !isOwnResult(state);
  const { accepted, text, warnings, label } = result;
  return (
    <section class="outcome" aria-label={t('capture.result')}>
      {elsewhere && (
        <h2>
          <bdi lang={textLanguage(state.task)}>{label}</bdi>
        </h2>
      )}
      <div role={accepted ? 'status' : 'alert'}>
        <Message tone={accepted ? (warnings.length > 0 ? 'warn' : 'good') : 'bad'}>{text}</Message>
      </div>
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      {!accepted && elsewhere && (
        <Button icon="again" onClick={() => actions.openStep(result.stepName)}>
          {t('capture.result.again')}
        </Button>
      )}
    </section>
  );
}

/** Warnings about the page's environment: connection, clock, encryption. */
function Warnings({ state }: { state: CaptureState }) {
  return (
    <>
      {!window.isSecureContext && (
        <div role="alert">
          <Message tone="warn">{t('capture.plain_http')}</Message>
        </div>
      )}
      {state.minutesOff !== null && (
        <div role="alert">
          <Message tone="warn">
            {t(state.minutesOff > 0 ? 'capture.clock_ahead' : 'capture.clock_behind', {
              minutes: Math.abs(state.minutesOff),
            })}
          </Message>
        </div>
      )}
      {state.offline && (
        <div role="status">
          <Message tone="plain">{t('capture.offline.kept')}</Message>
        </div>
      )}
    </>
  );
}

/** True if the task has notes; requests without notes have a placeholder. */
const hasNotes = ({ notes }: Task) => notes !== '' && notes !== noNotes;

/** The comment of the review, or of the requester, that asked for more photos. */
function MoreRequested({ task }: { task: Task }) {
  if (!task.more_comment) return null;
  return (
    <Message tone="warn">
      <strong>{t('capture.more_requested')}</strong>{' '}
      <span class="comment">
        <bdi>{task.more_comment}</bdi>
      </span>
    </Message>
  );
}

function Before({ state, actions }: ViewProps) {
  const { task } = state;
  if (!task) return null;
  const photos = photosRequested(task);
  const questions = shownQuestions(task, { answers: [], skipped: [] }).length;
  return (
    <>
      <h1 tabIndex={-1}>
        <bdi>{task.objective}</bdi>
      </h1>
      <MoreRequested task={task} />
      <Warnings state={state} />
      <dl class="errand">
        <div>
          <dt>{t('capture.before.address')}</dt>
          <dd>
            <bdi>{task.address}</bdi>
          </dd>
        </div>
        {hasNotes(task) && (
          <div>
            <dt>{t('capture.before.notes')}</dt>
            <dd>
              <bdi>{task.notes}</bdi>
            </dd>
          </div>
        )}
      </dl>
      <p>
        {questions > 0
          ? t('capture.before.photos_questions', { photos, questions })
          : t('capture.before.photos', { photos })}
      </p>
      <div class="row">
        <Way task={task} />
      </div>
      <Bar state={state} actions={actions}>
        <Button kind="go" icon="arrow" onClick={actions.start}>
          {t('capture.before.start')}
        </Button>
      </Bar>
    </>
  );
}

function Steps({ state, actions }: ViewProps) {
  const { task } = state;
  const step = openStep(state);
  if (!task) return null;
  const own = isOwnResult(state);
  const result = <ResultRegion state={state} actions={actions} />;
  const isAnswering = state.mode === 'question' || state.mode === 'review';
  return (
    <>
      <div class="task">
        <h1 tabIndex={-1}>
          <bdi>{task.objective}</bdi>
        </h1>
        <p>
          <bdi>{task.address}</bdi>
        </p>
        {hasNotes(task) && (
          <p class="task-notes">
            {fill(t('capture.notes', { notes: '{notes}' }), { notes: <bdi>{task.notes}</bdi> })}
          </p>
        )}
      </div>
      <MoreRequested task={task} />
      <Warnings state={state} />
      {!own && result}
      {state.mode === 'question' && (
        <QuestionForm key={state.asking} state={state} actions={actions} />
      )}
      {state.mode === 'review' && <Review state={state} actions={actions} />}
      {step && !isAnswering && (
        <Step
          state={state}
          step={step}
          actions={actions}
          position={<Position task={task} position={state.position} actions={actions} />}
          result={own && result}
        />
      )}
      {!isAnswering && <StepList state={state} actions={actions} />}
      {!step && !isAnswering && <Bar state={state} actions={actions} />}
    </>
  );
}

/** Leads the requester who takes the photos back to the request; nothing for anyone else. */
function ToRequest({ state: { ownRequest } }: Pick<ViewProps, 'state'>) {
  if (ownRequest === null) return null;
  return (
    <p>
      <a class="button go" href={ownRequest}>
        {t('capture.end.to_request')}
      </a>
    </p>
  );
}

function End({ state }: ViewProps) {
  return (
    <div class="over">
      <span class="seal good">
        <Icon name="good" size={40} />
      </span>
      <h1 tabIndex={-1}>{t('capture.end.title')}</h1>
      <p>{t(state.ownRequest === null ? 'capture.end.thanks' : 'capture.end.thanks_own')}</p>
      {state.result?.accepted && state.result.warnings.map((text) => <p key={text}>{text}</p>)}
      <ToRequest state={state} />
    </div>
  );
}

const deadEnds = {
  incomplete: { title: 'capture.dead.incomplete', hint: 'capture.dead.incomplete_hint' },
  invalid: { title: 'capture.dead.invalid', hint: 'capture.dead.invalid_hint' },
  expired: { title: 'capture.dead.expired', hint: 'capture.dead.expired_hint' },
  finished: { title: 'capture.dead.finished', hint: 'capture.dead.finished_hint' },
} as const satisfies Record<DeadEnd, object>;

function Dead({ state }: ViewProps) {
  const { title, hint } = deadEnds[state.dead ?? 'incomplete'];
  const unsent = state.kept.length;
  return (
    <div class="over">
      <h1 tabIndex={-1}>{t(title)}</h1>
      <p>{t(hint)}</p>
      {unsent > 0 && (
        <div role="status">
          <Message tone="warn">{t('capture.dead.unsent', { photos: unsent })}</Message>
        </div>
      )}
      <ToRequest state={state} />
    </div>
  );
}

function Unreachable({ state, actions }: ViewProps) {
  return (
    <>
      <h1 tabIndex={-1}>{t('capture.offline')}</h1>
      <p role="alert">{state.trouble ?? t('capture.offline.hint')}</p>
      <Bar state={state} actions={actions}>
        <Button kind="go" icon="again" onClick={actions.readAgain}>
          {t('frame.try_again')}
        </Button>
      </Bar>
    </>
  );
}

function Opening() {
  return (
    <>
      <h1>{t('capture.title')}</h1>
      <p>{t('capture.opening')}</p>
    </>
  );
}

const phases = {
  opening: Opening,
  unreachable: Unreachable,
  before: Before,
  steps: Steps,
  end: End,
  dead: Dead,
};

/** The complete content of `main`. */
export function Capture(props: ViewProps) {
  const Phase = phases[props.state.phase];
  return <Phase {...props} />;
}
