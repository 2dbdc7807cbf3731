import type { Child } from 'hono/jsx';
import { Field, Form, fieldId } from '../frame/form.js';
import type { FormState } from '../frame/form-state.js';
import { Icon } from '../frame/icons.js';
import { verdictChoices, words } from '../words/report.en.js';
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

/** What the requester thinks of the report. */
export function Feedback({
  state,
  token,
  version,
  said,
}: {
  state: FormState;
  token: string | undefined;
  version: number;
  /** What became of the feedback just sent: it stands where the reader looks. */
  said?: Child;
}) {
  return (
    <Region id="feedback" heading={words.feedback} class="part feedback">
      <p class="soft">{words.feedbackLead}</p>
      <Form
        do="feedback"
        label={words.feedback}
        token={token}
        class="form"
        hidden={{ version: String(version) }}
      >
        <Choices state={state} name="verdict" legend={words.verdict} choices={verdictChoices} />
        <Choices
          state={state}
          name="rating"
          legend={words.rating}
          hint={words.ratingHint}
          choices={ratings}
        />
        <Field state={state} name="comment" label={words.comment} rows={4} />
        <div role="status" class="said">
          {said && (
            <p class="notice good">
              <Icon name="good" />
              <span>{said}</span>
            </p>
          )}
        </div>
        <div class="actions">
          <button type="submit" class="button go">
            {words.sendFeedback}
          </button>
        </div>
      </Form>
    </Region>
  );
}
