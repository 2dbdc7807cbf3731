/** @jsxImportSource preact */
/// <reference lib="dom" />
import type { ComponentChildren } from 'preact';
import type { Question } from '../../../../modules/question/evaluate.js';
import { valueText } from '../../../../modules/report/value-text.js';
import { messages } from '../../../messages/review.en.js';
import { Field, Time } from '../../console/parts.js';
import type { Choice, Draft } from './drafts.js';
import { type NumberedEvidence, Thumbnails } from './photos.js';
import type { JobAnswer } from './reviewed-job.js';
import { Toggle } from './toggle.js';
import { ValueField } from './value-field.js';

export const cardId = (questionKey: string) => `answer-${questionKey}`;
export const valueName = (questionKey: string) => `${questionKey}-value`;
export const reasonName = (questionKey: string) => `${questionKey}-reason`;

function Labeled({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <p>
      <span class="soft">{label}: </span>
      {children}
    </p>
  );
}

interface GivenProps {
  question: Question;
  answer: JobAnswer;
  /** Time zone of the place. */
  zone: string | null;
}

function Given({ question, answer, zone }: GivenProps) {
  return (
    <>
      <p class="given">{valueText(question, answer.value)}</p>
      {answer.reason && <Labeled label={messages.why}>{answer.reason}</Labeled>}
      {answer.comment && <Labeled label={messages.comment}>{answer.comment}</Labeled>}
      <p class="soft small">
        {messages.by(messages.answeredBy[answer.answeredBy] ?? answer.answeredBy)}
        <Time at={answer.answeredAt} zone={zone} inner />
      </p>
    </>
  );
}

interface CardProps {
  photos: readonly NumberedEvidence[];
  /** Id of the photo that is shown. */
  selected: string | null;
  question: Question;
  answer: JobAnswer | null;
  /** Time zone of the place. */
  zone: string | null;
  earlier: readonly JobAnswer[];
  draft: Draft;
  /** The choice that applies: that of the reviewer, or the default. */
  choice: Choice | null;
  isCurrent: boolean;
  keys: boolean;
  /** True if the job can be reviewed. */
  isOpen: boolean;
  onSelect: (evidenceId: string) => void;
  onDraft: (part: Partial<Draft>) => void;
  onChoose: (choice: Choice) => void;
  /** Called when the focus enters. */
  onEnter: (target: Element) => void;
}

/** One question with its answer and the reviewer's choice. */
export function AnswerCard(props: CardProps) {
  const { question, answer, earlier, draft, choice, isCurrent, keys, onDraft, onChoose } = props;
  const id = cardId(question.questionKey);
  const toggles = [
    ['accept', answer ? messages.accept : messages.keepOpen, 'A'],
    ['correct', answer ? messages.correct : messages.giveAnswer, 'C'],
    ['cannot_tell', messages.cannotTell, 'T'],
  ] as const;
  return (
    <article
      class="answer"
      aria-current={isCurrent || undefined}
      aria-labelledby={id}
      onFocusIn={({ target }) => target instanceof Element && props.onEnter(target)}
    >
      <h3 id={id} tabIndex={-1}>
        {question.label}
      </h3>
      {answer ? (
        <Given question={question} answer={answer} zone={props.zone} />
      ) : (
        <p class="given soft">{messages.noAnswer}</p>
      )}
      {(answer?.flagged || answer?.confirmedAt) && (
        <p class="line">
          {answer.flagged && <span class="badge warn">{messages.flagged}</span>}
          {answer.confirmedAt && <span class="badge good">{messages.confirmed}</span>}
        </p>
      )}
      {earlier.length > 0 && (
        <details>
          <summary>{messages.earlier}</summary>
          <ul class="tight">
            {earlier.map((one) => (
              <li key={one.revision}>
                <Given question={question} answer={one} zone={props.zone} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <Thumbnails
        photos={props.photos}
        selected={props.selected}
        labelOf={({ number }) => messages.showPhoto(number)}
        onSelect={props.onSelect}
      />
      {props.isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend, which would repeat the heading
        <div class="toggles" role="group" aria-label={messages.decisionOn(question.label)}>
          {toggles.map(([name, label, shortcut]) => (
            <Toggle
              key={name}
              pressed={choice === name}
              shortcut={keys ? shortcut : null}
              onPress={() => onChoose(name)}
            >
              {label}
            </Toggle>
          ))}
        </div>
      )}
      {draft.choice === 'correct' && (
        <ValueField
          question={question}
          name={valueName(question.questionKey)}
          value={draft.value}
          onValue={(value) => onDraft({ value })}
        />
      )}
      {(draft.choice === 'correct' || draft.choice === 'cannot_tell') && (
        <Field
          label={messages.reason}
          about={question.label}
          name={reasonName(question.questionKey)}
          hint={messages.reasonHint}
          value={draft.reason}
          rows={2}
          onInput={(reason) => onDraft({ reason })}
        />
      )}
    </article>
  );
}
