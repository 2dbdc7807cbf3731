import type { Child } from 'hono/jsx';
import type { FeedbackVerdict } from '../../modules/job/job.js';
import type { Objection } from '../../modules/job/objection.js';
import { Field, Form, fieldId } from '../frame/form.js';
import type { FormState } from '../frame/form-state.js';
import { Icon } from '../frame/icons.js';
import { messages, verdictChoices } from '../messages/report.en.js';
import { Region } from './parts.js';

interface ChoiceProps {
  state: FormState;
  name: string;
  legend: string;
  hint?: string;
  choices: readonly (readonly [value: string, label: string])[];
}

function Choices({ state, name, legend, hint, choices }: ChoiceProps) {
  const id = fieldId(state, name);
  return (
    <div role="radiogroup" class="field" aria-labelledby={`${id}-legend`} id={id}>
      <h3 id={`${id}-legend`}>{legend}</h3>
      {hint && <p class="hint">{hint}</p>}
      <div class="choices">
        {choices.map(([value, label]) => (
          <label>
            <input type="radio" name={name} value={value} checked={state.values[name] === value} />
            {label}
          </label>
        ))}
      </div>
    </div>
  );
}

const ratings = [1, 2, 3, 4, 5].map((rating) => [String(rating), String(rating)] as const);

/** Returns which of the verdicts to choose from need a comment. */
function commentHint(verdicts: readonly FeedbackVerdict[]): string | undefined {
  if (verdicts.includes('disputed')) return messages.commentHint;
  return verdicts.includes('needs_more') ? messages.commentHintMore : undefined;
}

/** The requester's feedback form. */
export function Feedback({
  state,
  token,
  version,
  objection,
  verdicts,
  message,
}: {
  state: FormState;
  token: string | undefined;
  version: number;
  /** The open objection, to which a comment is added. */
  objection: Objection | null;
  /** The verdicts to choose from; for an empty list, there is no choice. */
  verdicts: readonly FeedbackVerdict[];
  /** The result of the feedback just sent, shown in the form. */
  message?: Child;
}) {
  const choices = verdictChoices.filter(([verdict]) => verdicts.includes(verdict));
  return (
    <Region id="feedback" heading={messages.feedback} class="part feedback">
      <p class="soft">{objection ? messages.addsTo[objection.verdict] : messages.feedbackLead}</p>
      <Form
        do="feedback"
        label={messages.feedback}
        token={token}
        class="form"
        hidden={{ version: String(version) }}
      >
        {choices.length > 0 && (
          <Choices state={state} name="verdict" legend={messages.verdict} choices={choices} />
        )}
        <Choices
          state={state}
          name="rating"
          legend={messages.rating}
          hint={messages.ratingHint}
          choices={ratings}
        />
        <Field
          state={state}
          name="comment"
          label={messages.comment}
          hint={commentHint(verdicts)}
          rows={4}
        />
        <div role="status" class="said">
          {message && (
            <p class="notice good">
              <Icon name="good" />
              <span>{message}</span>
            </p>
          )}
        </div>
        <div class="actions">
          <button type="submit" class="button go">
            {messages.sendFeedback}
          </button>
        </div>
      </Form>
    </Region>
  );
}
