/** @jsxImportSource preact */
/// <reference lib="dom" />
import type { ComponentChildren } from 'preact';
import { type ReviewDecision, takesDecision } from '../../../../modules/job/review-decisions.js';
import { type AnswerCounts, messages } from '../../../messages/review.en.js';
import { Field } from '../../console/parts.js';
import type { ReviewedJob } from './reviewed-job.js';
import { Toggle } from './toggle.js';

export const decisionId = 'decision';
const shortcuts: Partial<Record<ReviewDecision, string>> = { accept: 'A', more: 'R' };

/** Returns the decisions on a job, the default first; none before its work is submitted. */
export function decisionsOn({ status, answers }: Pick<ReviewedJob, 'status' | 'answers'>) {
  const takes = (decision: ReviewDecision) => takesDecision(status, decision, answers.length > 0);
  return takes('more') ? (['accept', 'more', 'fail'] as const).filter(takes) : [];
}

interface DecisionProps {
  job: ReviewedJob;
  decision: ReviewDecision;
  counts: AnswerCounts;
  /** Names of the steps to show again. */
  steps: readonly string[];
  isCurrent: boolean;
  keys: boolean;
  onDecide: (decision: ReviewDecision) => void;
  onSteps: (steps: readonly string[]) => void;
  /** Called when the focus enters. */
  onEnter: (target: Element) => void;
  /** Error of the last submission. */
  children: ComponentChildren;
}

function Steps({ job, steps, onSteps }: Pick<DecisionProps, 'job' | 'steps' | 'onSteps'>) {
  return (
    <fieldset class="field" aria-describedby="steps-hint">
      <legend>{messages.steps}</legend>
      <p class="hint" id="steps-hint">
        {messages.stepsHint}
      </p>
      {job.steps.map(({ stepName, label }) => (
        <label class="check" key={stepName}>
          <input
            type="checkbox"
            checked={steps.includes(stepName)}
            onChange={({ currentTarget: { checked } }) =>
              onSteps(checked ? [...steps, stepName] : steps.filter((one) => one !== stepName))
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** The decision on the job, and the button that sends the review. */
export function Decision(props: DecisionProps) {
  const { job, decision, counts, isCurrent, keys, onDecide, children } = props;
  const isSettled = decision === 'accept' && job.status === 'completed';
  return (
    <section
      class="answer"
      aria-current={isCurrent || undefined}
      aria-labelledby={decisionId}
      onFocusIn={({ target }) => target instanceof Element && props.onEnter(target)}
    >
      <h2 id={decisionId} tabIndex={-1}>
        {messages.decision}
      </h2>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend that repeats the heading */}
      <div class="toggles" role="group" aria-labelledby={decisionId}>
        {decisionsOn(job).map((one) => (
          <Toggle
            key={one}
            pressed={decision === one}
            shortcut={keys ? (shortcuts[one] ?? null) : null}
            onPress={() => onDecide(one)}
          >
            {messages.decisions[one]}
          </Toggle>
        ))}
      </div>
      <p class="soft small">
        {isSettled ? messages.settledHint : messages.decisionHints[decision]}
      </p>
      {!isSettled && <Field label={messages.note[decision]} name="note" rows={2} />}
      {decision === 'more' && <Steps {...props} />}
      <p>{messages.outcome(counts)}</p>
      {children}
      <div class="actions">
        <button type="submit" class="button go" aria-keyshortcuts="Control+Enter Meta+Enter">
          {messages.send}
        </button>
      </div>
    </section>
  );
}
