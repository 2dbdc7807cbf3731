/** @jsxImportSource preact */
/// <reference lib="dom" />
import { fill } from '../../../messages/fill.js';
import { Bar } from './bar.js';
import type { CaptureActions } from './controller.js';
import { Button } from './parts.js';
import { answerOf, answerText, shownQuestions } from './questions.js';
import { type CaptureState, onPhone } from './state.js';
import { inOrder, stepState, stepWord } from './steps.js';
import { textLanguage } from './task.js';
import { quoted, t } from './text.js';

/** Everything that was photographed and answered, before it is sent. */
export function Review({ state, actions }: { state: CaptureState; actions: CaptureActions }) {
  const { task, answering, draft } = state;
  if (!task) return null;
  return (
    <>
      <section class="step review" aria-labelledby="review">
        <h2 id="review" tabIndex={-1}>
          {t('capture.review.title')}
        </h2>
        <h3>{t('capture.review.answers')}</h3>
        <dl>
          {shownQuestions(task, answering).map((question) => {
            const answer = answerOf(task, answering, question.questionKey);
            return (
              <div key={question.questionKey}>
                <dt>
                  <bdi>{question.label}</bdi>
                </dt>
                <dd dir="auto">
                  {answer ? answerText(question, answer) : t('capture.review.unanswered')}
                </dd>
                {answer?.comment && (
                  <dd class="comment" dir="auto">
                    {answer.comment}
                  </dd>
                )}
                <dd>
                  <button
                    type="button"
                    class="button quiet"
                    aria-label={t('capture.review.change_of', {
                      label: quoted(question.label),
                    })}
                    onClick={() => actions.changeAnswer(question.questionKey)}
                  >
                    {t(answer ? 'capture.review.change' : 'capture.review.answer')}
                  </button>
                </dd>
              </div>
            );
          })}
        </dl>
        <h3>{t('capture.review.photos')}</h3>
        <ul>
          {inOrder(task.steps).map((step) => (
            <li key={step.step_name}>
              {fill(t('capture.review.photo', { label: '{label}', state: '{state}' }), {
                label: <bdi lang={textLanguage(task)}>{step.label}</bdi>,
                state:
                  draft?.stepName === step.step_name
                    ? t('capture.review.ready')
                    : stepWord(stepState(step, onPhone(state))),
              })}
            </li>
          ))}
        </ul>
      </section>
      <Bar state={state} actions={actions}>
        <Button kind="go" icon="send" busy={state.using} onClick={actions.sendAll}>
          {t('capture.review.send')}
        </Button>
      </Bar>
    </>
  );
}
