/** @jsxImportSource preact */
/// <reference lib="dom" />
import { messages } from '../../messages/capture.en.js';
import { Bar } from './bar.js';
import type { CaptureActions } from './controller.js';
import { Button } from './parts.js';
import { answerOf, answerText, shownQuestions } from './questions.js';
import { type CaptureState, onPhone } from './state.js';
import { inOrder, stepState, stepWord } from './steps.js';

/** Everything that was photographed and answered, before it is sent. */
export function Review({ state, actions }: { state: CaptureState; actions: CaptureActions }) {
  const { task, answering, draft } = state;
  if (!task) return null;
  const { review } = messages;
  return (
    <>
      <section class="step review" aria-labelledby="review">
        <h2 id="review" tabIndex={-1}>
          {review.title}
        </h2>
        <h3>{review.answers}</h3>
        <dl>
          {shownQuestions(task, answering).map((question) => {
            const answer = answerOf(task, answering, question.questionKey);
            return (
              <div key={question.questionKey}>
                <dt>{question.label}</dt>
                <dd dir="auto">{answer ? answerText(question, answer) : review.unanswered}</dd>
                {answer?.comment && (
                  <dd class="comment" dir="auto">
                    {answer.comment}
                  </dd>
                )}
                <dd>
                  <button
                    type="button"
                    class="button quiet"
                    aria-label={review.changeOf(question.label)}
                    onClick={() => actions.changeAnswer(question.questionKey)}
                  >
                    {answer ? review.change : review.answer}
                  </button>
                </dd>
              </div>
            );
          })}
        </dl>
        <h3>{review.photos}</h3>
        <ul>
          {inOrder(task.steps).map((step) => (
            <li key={step.step_name}>
              {step.label}:{' '}
              {draft?.stepName === step.step_name
                ? review.ready
                : stepWord(stepState(step, onPhone(state)))}
            </li>
          ))}
        </ul>
      </section>
      <Bar state={state} actions={actions}>
        <Button kind="go" icon="send" busy={state.using} onClick={actions.sendAll}>
          {review.send}
        </Button>
      </Bar>
    </>
  );
}
