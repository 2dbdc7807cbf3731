/** @jsxImportSource preact */
import { messages } from '../../../messages/overview.en.js';
import type { OverviewQuestion, OverviewStats } from './queries.js';

type AnswerGroup = NonNullable<OverviewStats['answers']>['groups'][number];

interface AnswersProps {
  groups: readonly AnswerGroup[];
  /** Texts of the questions, by key. */
  questions: ReadonlyMap<string, OverviewQuestion>;
}

const nameOf = (key: string | null, question: OverviewQuestion | undefined) =>
  question?.options.find((option) => option.key === key)?.label ??
  messages.answerNames[key ?? ''] ??
  key ??
  '–';

/** The number of answers to each question, by answer. */
export function Answers({ groups, questions }: AnswersProps) {
  const keys = [...new Set(groups.map(({ questionKey }) => questionKey ?? ''))];
  if (keys.length === 0) return <p class="soft">{messages.noAnswers}</p>;
  return (
    <div class="answers">
      {keys.map((key) => {
        const own = groups.filter(({ questionKey }) => questionKey === key);
        const all = own.reduce((sum, { count }) => sum + count, 0);
        const question = questions.get(key);
        return (
          <table class="list" key={key}>
            <caption>
              <strong>{question?.label ?? key}</strong>
            </caption>
            <thead>
              <tr>
                <th scope="col">{messages.answer}</th>
                <th scope="col">{messages.count}</th>
                <th scope="col">{messages.share}</th>
                <th scope="col">{messages.flagged}</th>
              </tr>
            </thead>
            <tbody>
              {own.map(({ key: answer, count, flaggedCount }) => (
                <tr key={answer}>
                  <th scope="row">{nameOf(answer, question)}</th>
                  <td data-label={messages.count}>{count}</td>
                  <td data-label={messages.share}>
                    <progress value={count} max={all} aria-hidden="true" />{' '}
                    {messages.shareOf(count / all)}
                  </td>
                  <td data-label={messages.flagged}>{flaggedCount}</td>
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}
