/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useState } from 'preact/hooks';
import type { AnswerValue, Question } from '../../../modules/question/evaluate.js';
import { textLengthMax } from '../../../modules/question/evaluate.js';
import { Bar } from './bar.js';
import type { CaptureActions } from './controller.js';
import { Button, Message } from './parts.js';
import {
  answerOf,
  commentLengthMax,
  type Entry,
  entryProblem,
  needsPhoto,
  needsWords,
  reasonLengthMax,
  shownQuestions,
} from './questions.js';
import { type CaptureState, onPhone } from './state.js';
import { inOrder, stepState } from './steps.js';
import { textLanguage } from './task.js';
import { quoted, t } from './text.js';

interface QuestionProps {
  state: CaptureState;
  actions: CaptureActions;
}

/** Time as an input of type `datetime-local` has it, in the zone of the phone. */
function localTime(value: AnswerValue | null): string {
  if (typeof value !== 'string' || value === '') return '';
  const date = new Date(value);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Steps whose photo was taken, so that it can show an answer. */
function photographedSteps(state: CaptureState) {
  return inOrder(state.task?.steps ?? []).filter(
    (step) =>
      state.draft?.stepName === step.step_name ||
      ['done', 'waiting', 'sending'].includes(stepState(step, onPhone(state))),
  );
}

function entryOf(state: CaptureState, question: Question): Entry {
  const { task, answering } = state;
  const known = task && answerOf(task, answering, question.questionKey);
  const taken = photographedSteps(state).map(({ step_name }) => step_name);
  const own = question.stepName !== null && taken.includes(question.stepName);
  return {
    value: known?.value ?? null,
    cannotTell: known ? known.value === null : false,
    reason: known?.reason ?? '',
    comment: known?.comment ?? '',
    photoOf: known?.photoOf ?? (own ? question.stepName : null),
  };
}

interface FieldProps {
  question: Question;
  entry: Entry;
  onValue: (value: AnswerValue | null) => void;
}

/** One of several large targets. */
function Option(props: {
  kind: 'radio' | 'checkbox';
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const { kind, label, checked, onChange } = props;
  return (
    <label class="option">
      <input
        type={kind}
        name="answer"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>
        <bdi>{label}</bdi>
      </span>
    </label>
  );
}

function Options({ question, entry, onValue }: FieldProps) {
  const options =
    question.kind === 'yes_no'
      ? [
          { key: 'yes', label: t('capture.question.yes') },
          { key: 'no', label: t('capture.question.no') },
        ]
      : question.options;
  return (
    <>
      {options.map(({ key, label }) => (
        <Option
          key={key}
          kind="radio"
          label={label}
          checked={!entry.cannotTell && entry.value === key}
          onChange={() => onValue(key)}
        />
      ))}
    </>
  );
}

function Choices({ question, entry, onValue }: FieldProps) {
  const chosen = Array.isArray(entry.value) && !entry.cannotTell ? entry.value : [];
  return (
    <>
      {question.options.map(({ key, label }) => (
        <Option
          key={key}
          kind="checkbox"
          label={label}
          checked={chosen.includes(key)}
          onChange={(checked) =>
            onValue(checked ? [...chosen, key] : chosen.filter((one) => one !== key))
          }
        />
      ))}
    </>
  );
}

function NumberField({ question, entry, onValue }: FieldProps) {
  const [text, setText] = useState(typeof entry.value === 'number' ? String(entry.value) : '');
  return (
    <div class="field with-unit">
      <input
        id="answer"
        aria-labelledby="question answer-unit"
        aria-describedby="question-help"
        dir="ltr"
        inputMode="decimal"
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          const number = Number(currentTarget.value.trim().replace(',', '.'));
          // Text that is not a number remains text, which validation rejects for a number question.
          const typed = currentTarget.value.trim();
          onValue(typed === '' ? null : Number.isFinite(number) ? number : typed);
        }}
      />
      <span id="answer-unit">
        <bdi>{question.unit}</bdi>
      </span>
    </div>
  );
}

function TextField({ entry, onValue }: FieldProps) {
  return (
    <div class="field">
      <textarea
        id="answer"
        dir="auto"
        aria-labelledby="question"
        aria-describedby="question-help"
        rows={3}
        maxLength={textLengthMax}
        value={String(entry.value ?? '')}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </div>
  );
}

function TimeField({ entry, onValue }: FieldProps) {
  return (
    <div class="field">
      <input
        id="answer"
        type="datetime-local"
        aria-labelledby="question"
        aria-describedby="question-help"
        value={localTime(entry.value)}
        onInput={({ currentTarget }) => {
          const time = new Date(currentTarget.value);
          onValue(Number.isNaN(time.getTime()) ? null : time.toISOString());
        }}
      />
    </div>
  );
}

const fields = {
  yes_no: Options,
  choice: Options,
  choices: Choices,
  number: NumberField,
  text: TextField,
  date_time: TimeField,
} as const satisfies Record<Question['kind'], (props: FieldProps) => unknown>;

/** Selects the photo that shows the answer. */
function PhotoChoice(props: {
  state: CaptureState;
  required: boolean;
  value: string | null;
  onChange: (stepName: string | null) => void;
}) {
  const { state, required, value, onChange } = props;
  const steps = photographedSteps(state);
  return (
    <div class="field">
      <label for="answer-photo">
        {t(required ? 'capture.question.photo' : 'capture.question.photo_optional')}
      </label>
      <select
        id="answer-photo"
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      >
        <option value="">{t('capture.question.no_photo')}</option>
        {steps.map(({ step_name, label }) => (
          <option key={step_name} value={step_name} lang={textLanguage(state.task)}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** One question, alone on the screen. */
export function QuestionForm({ state, actions }: QuestionProps) {
  const { task, answering, asking } = state;
  const shown = task ? shownQuestions(task, answering) : [];
  const question = shown.find(({ questionKey }) => questionKey === asking);
  const [entry, setEntry] = useState<Entry | null>(() =>
    question ? entryOf(state, question) : null,
  );
  const [problem, setProblem] = useState<string | null>(null);
  if (!question || !entry) return null;
  const rejected = answering.answers.find(({ questionKey }) => questionKey === asking)?.rejected;
  const change = (part: Partial<Entry>) => {
    setEntry({ ...entry, ...part });
    setProblem(null);
  };
  const Field = fields[question.kind];
  const isTyped = ['number', 'text', 'date_time'].includes(question.kind);
  const hasBack = state.fromReview || state.previousQuestions.length > 0 || state.draft !== null;
  const next = () => {
    const found = entryProblem(question, entry);
    if (found === null) return void actions.answer(entry);
    setProblem(found);
    // Focused once it is drawn.
    setTimeout(() => document.querySelector<HTMLElement>('.problem')?.focus());
  };
  return (
    <>
      <section class="step question" aria-labelledby="question">
        <h2 id="question" tabIndex={-1}>
          <bdi>{question.label}</bdi>
          {!question.required && <span class="optional"> {t('capture.question.optional')}</span>}
        </h2>
        {question.help && (
          <p id="question-help">
            <bdi>{question.help}</bdi>
          </p>
        )}
        {(problem ?? rejected) && (
          <div role="alert" tabIndex={-1} class="problem">
            <Message tone="bad">
              {problem ?? t('capture.question.rejected', { why: quoted(rejected ?? '') })}
            </Message>
          </div>
        )}
        <fieldset class="options" aria-labelledby="question">
          {!(isTyped && entry.cannotTell) && (
            <Field
              question={question}
              entry={entry}
              onValue={(value) => change({ value, cannotTell: false })}
            />
          )}
          <Option
            kind={question.kind === 'yes_no' || question.kind === 'choice' ? 'radio' : 'checkbox'}
            label={t('capture.question.cannot_tell')}
            checked={entry.cannotTell}
            onChange={(cannotTell) => change({ cannotTell })}
          />
        </fieldset>
        {entry.cannotTell && (
          <div class="field">
            <label for="answer-reason">{t('capture.question.reason')}</label>
            <textarea
              id="answer-reason"
              dir="auto"
              rows={2}
              maxLength={reasonLengthMax}
              value={entry.reason}
              onInput={({ currentTarget }) => change({ reason: currentTarget.value })}
            />
          </div>
        )}
        <div class="field">
          <label for="answer-comment">
            {t(
              needsWords(question, entry)
                ? 'capture.question.comment'
                : 'capture.question.comment_optional',
            )}
          </label>
          <textarea
            id="answer-comment"
            dir="auto"
            rows={2}
            maxLength={commentLengthMax}
            value={entry.comment}
            onInput={({ currentTarget }) => change({ comment: currentTarget.value })}
          />
        </div>
        <PhotoChoice
          state={state}
          required={needsPhoto(question, entry)}
          value={entry.photoOf}
          onChange={(photoOf) => change({ photoOf })}
        />
        <div class="row">
          {hasBack && <Button onClick={actions.back}>{t('capture.question.back')}</Button>}
          {!question.required && !state.fromReview && (
            <Button onClick={actions.skip}>{t('capture.question.skip')}</Button>
          )}
        </div>
      </section>
      <Bar state={state} actions={actions}>
        <Button kind="go" icon="arrow" busy={state.using} onClick={next}>
          {t('capture.question.next')}
        </Button>
      </Bar>
    </>
  );
}
