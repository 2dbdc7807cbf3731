import { answerText } from '../../modules/report/answer-text.js';
import { otherAnswers, partyName } from '../../modules/report/verdict.js';
import { Time } from '../frame/format.js';
import type { GivenAnswer, ReportAnswer, ShownItem } from './answer.js';
import { Badge, Question, Region, useFilled, useReportText, useWording } from './parts.js';

/** Id of an evidence item on the page. */
export const itemId = ({ number }: Pick<ShownItem, 'number'>) => `evidence-${number}`;

/** The answer before the correction by a reviewer. */
export function Corrected({ answer }: { answer: GivenAnswer }) {
  const wording = useWording();
  const filled = useFilled();
  const { corrected } = answer;
  if (!corrected) return null;
  return (
    <>
      {filled('report.corrected', {
        answer: <bdi>{answerText(wording, answer, corrected)}</bdi>,
        party: partyName(wording, corrected.answered_by),
        time: <Time at={corrected.answered_at} onSite />,
      })}
    </>
  );
}

interface RowProps {
  answer: GivenAnswer;
  items: readonly ShownItem[];
}

function Row({ answer, items }: RowProps) {
  const t = useReportText();
  const wording = useWording();
  const filled = useFilled();
  const { corrected, reason } = answer;
  const shown = items.filter(({ item }) => answer.evidence_ids.includes(item.evidence_id));
  return (
    <li>
      <div>
        <h3>
          <Question answer={answer} />
        </h3>
        <p class="given">{answerText(wording, answer, answer)}</p>
        {reason && (
          <p>
            {corrected ? (
              filled('report.correction_reason', { reason: <bdi>{reason}</bdi> })
            ) : (
              <bdi>{reason}</bdi>
            )}
          </p>
        )}
        {answer.comment && (
          <p>
            <bdi>{answer.comment}</bdi>
          </p>
        )}
        {answer.answered_by !== 'reviewer' && answer.confirmation_reason && (
          <p>
            {filled('report.confirmation_reason', {
              reason: <bdi>{answer.confirmation_reason}</bdi>,
            })}
          </p>
        )}
        {corrected && (
          <p class="soft">
            <Corrected answer={answer} />
          </p>
        )}
        <p class="soft small">
          {filled('report.answered_by', {
            party: partyName(wording, answer.answered_by),
            time: <Time at={answer.answered_at} onSite />,
          })}
          {shown.map((one) => (
            <>
              {' · '}
              <a href={`#${itemId(one)}`}>{t('report.photo_number', { item: `E${one.number}` })}</a>
            </>
          ))}
        </p>
      </div>
      {answer.flagged && <Badge tone="warn">{t('report.flagged')}</Badge>}
      {answer.confirmed_by && answer.answered_by !== 'reviewer' && (
        <Badge tone="good">{t('report.confirmed')}</Badge>
      )}
    </li>
  );
}

/** The answers to the other questions, flagged ones first, in separate regions. */
export function Answers({
  answer,
  items,
}: {
  answer: Pick<ReportAnswer, 'answers'>;
  items: readonly ShownItem[];
}) {
  const t = useReportText();
  const { flagged, unflagged } = otherAnswers(answer);
  const regions = [
    { id: 'flagged', heading: t('report.flagged_answers'), answers: flagged },
    { id: 'answers', heading: t('report.answers'), answers: unflagged },
  ];
  return (
    <>
      {regions
        .filter(({ answers }) => answers.length > 0)
        .map(({ id, heading, answers }) => (
          <Region id={id} heading={heading}>
            <ul class="rows">
              {answers.map((one) => (
                <Row answer={one} items={items} />
              ))}
            </ul>
          </Region>
        ))}
    </>
  );
}
