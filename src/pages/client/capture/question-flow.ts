import { createAnswerSender } from './answer-sender.js';
import type { Link } from './link.js';
import { keepAnswering } from './phone-store.js';
import {
  type Answering,
  type Entry,
  nextQuestion,
  type PhoneAnswer,
  unsentAnswers,
} from './questions.js';
import { readTask } from './read-task.js';
import { type CaptureState, type DeadEnd, type Focus, onPhone } from './state.js';
import { isComplete, stepState } from './steps.js';
import type { Task } from './task.js';

/** The parts of the page that the questions use. */
interface QuestionFlowParts {
  link: Link | null;
  current(): CaptureState;
  change(part: Partial<CaptureState>, focus?: Focus): void;
  /** Queues the current photo, if any, and sends the answers. */
  sendDraft(): Promise<void>;
  /** Ends the work once every photo and answer is in. @returns false if something is missing */
  endWhenComplete(): boolean;
  onEnded(end: DeadEnd): void;
}

/** Controls which question the page asks, stores the answers and sends them. */
export function createQuestionFlow(parts: QuestionFlowParts) {
  const { link, current, change } = parts;

  const answerSender = createAnswerSender({
    current() {
      const { task, answering, kept } = current();
      return link && task
        ? { token: link.token, task, answering, kept: kept.map(({ stepName }) => stepName) }
        : null;
    },
    async readTask() {
      const read = link && (await readTask(link.token));
      return read?.kind === 'task' ? read.task : null;
    },
    onSent(answers) {
      // An answer that was changed while it was sent is sent again.
      changeAnswering({
        answers: current().answering.answers.map((one) =>
          answers.includes(one) ? { ...one, sent: true } : one,
        ),
      });
      change({ sent: true });
      parts.endWhenComplete();
    },
    onRejected(answer, why) {
      changeAnswering({
        answers: current().answering.answers.map((one) =>
          one === answer ? { ...one, rejected: why } : one,
        ),
      });
      askNextOpen();
    },
    onEnded: parts.onEnded,
  });

  function changeAnswering(part: Partial<Answering>): void {
    const { task, answering: before } = current();
    const answering = { ...before, ...part };
    if (task) keepAnswering(task.job_id, answering).catch(() => {});
    change({ answering });
  }

  /** The question to ask before the work goes on; null for none. */
  function dueQuestion() {
    const { task, answering, open } = current();
    return task && nextQuestion(task, answering, { step: open, isLast: isLastStep() });
  }

  /** True if no other required step is left to show. */
  function isLastStep(): boolean {
    const state = current();
    return (
      state.task?.steps.every(
        (step) =>
          step.step_name === state.open ||
          !step.required ||
          !['todo', 'again'].includes(stepState(step, onPhone(state))),
      ) ?? true
    );
  }

  function ask(questionKey: string, part: Partial<CaptureState> = {}): void {
    change(
      { phase: 'steps', mode: 'question', asking: questionKey, problem: null, ...part },
      'step',
    );
  }

  /** Shows the next question, the review of the answers, or the next step. */
  async function goOn(): Promise<void> {
    const state = current();
    const question = dueQuestion();
    if (question) {
      const before = state.asking ? [...state.previousQuestions, state.asking] : [];
      return ask(question.questionKey, { previousQuestions: before, fromReview: false });
    }
    if (state.task && isLastStep() && unsentAnswers(state.task, state.answering).length > 0) {
      return change(
        { mode: 'review', asking: null, previousQuestions: [], fromReview: false },
        'step',
      );
    }
    await parts.sendDraft();
  }

  /** Asks the next open question once every photo has been sent. */
  function askNextOpen(): void {
    const state = current();
    const isBusy = state.phase !== 'steps' || state.draft !== null || state.mode !== 'sent';
    if (isBusy || state.result?.accepted === false || !isLastStep()) return;
    const question = dueQuestion();
    if (question) ask(question.questionKey, { previousQuestions: [] });
  }

  /** With no step left to show, asks the remaining questions and shows the last look. */
  async function goOnWithoutStep(): Promise<void> {
    const { kept, task, answering } = current();
    if (kept.length > 0 || !task || !isComplete(task)) return;
    if (dueQuestion() || unsentAnswers(task, answering).length > 0) await goOn();
  }

  /** Marks the page as busy until an action is complete. */
  async function busy(run: () => Promise<void>): Promise<void> {
    change({ using: true });
    await run();
    change({ using: false });
  }

  return {
    startSending: answerSender.start,
    goOn,
    askNextOpen,
    goOnWithoutStep,
    /** True if a question is unanswered or an answer is unsent. */
    isOpen: (task: Task): boolean =>
      nextQuestion(task, current().answering, { step: null, isLast: true }) !== null ||
      unsentAnswers(task, current().answering).length > 0,
    /** The actions of the view. */
    actions: {
      /** Stores the answer to the question that is asked. */
      async answer(entry: Entry): Promise<void> {
        const { asking, answering, using } = current();
        if (asking === null || using) return;
        const answer: PhoneAnswer = {
          questionKey: asking,
          value: entry.cannotTell ? null : entry.value,
          reason: entry.cannotTell ? entry.reason.trim() : '',
          comment: entry.comment.trim(),
          photoOf: entry.photoOf,
          answeredAt: new Date().toISOString(),
          sent: false,
          rejected: null,
        };
        changeAnswering({
          answers: [...answering.answers.filter((one) => one.questionKey !== asking), answer],
          skipped: answering.skipped.filter((key) => key !== asking),
        });
        await busy(goOn);
      },

      /** Skips an optional question. */
      async skip(): Promise<void> {
        const { asking, answering, using } = current();
        if (asking === null || using) return;
        changeAnswering({ skipped: [...answering.skipped, asking] });
        await busy(goOn);
      },

      /** Returns to the previous question, the photo, or the review of the answers. */
      back(): void {
        const { previousQuestions, fromReview, draft } = current();
        const before = [...previousQuestions];
        const last = before.pop();
        if (fromReview) change({ mode: 'review', asking: null, fromReview: false }, 'step');
        else if (last !== undefined) ask(last, { previousQuestions: before });
        else if (draft) change({ mode: 'preview', asking: null }, 'step');
      },

      /** Reopens a question from the review of the answers. */
      changeAnswer: (questionKey: string) =>
        ask(questionKey, { previousQuestions: [], fromReview: true }),

      /** The person has seen everything and sends it. */
      async sendAll(): Promise<void> {
        if (!current().using) await busy(parts.sendDraft);
      },
    },
  };
}
