import { otherAnswers, partyName } from '../../modules/report/verdict.js';
import { english } from '../../modules/report/words.js';
import { Time } from '../frame/format.js';
import { messages } from '../messages/report.en.js';
import type { GivenAnswer, ReportAnswer, ShownItem } from './answer.js';
import { Badge, Region } from './parts.js';

/** Id of an evidence item on the page. */
export const itemId = ({ number }: Pick<ShownItem, 'number'>) => `evidence-${number}`;

interface RowProps {
  answer: GivenAnswer;
  items: readonly ShownItem[];
}

function Row({ answer, items }: RowProps) {
  const { corrected } = answer;
  const shown = items.filter(({ item }) => answer.evidence_ids.includes(item.evidence_id));
  return (
    <li>
      <div>
        <h3>{answer.question}</h3>
        <p class="given">{answer.text}</p>
        {answer.reason && (
          <p>
            {corrected && `${messages.correctionReason}: `}
            {answer.reason}
          </p>
        )}
        {answer.comment && <p>{answer.comment}</p>}
        {answer.answered_by !== 'reviewer' && answer.confirmation_reason && (
          <p>
            {messages.confirmationReason}: {answer.confirmation_reason}
          </p>
        )}
        {corrected && (
          <p class="soft">
            {messages.corrected}: {corrected.text} ({partyName(english, corrected.answered_by)},{' '}
            <Time at={corrected.answered_at} onSite />)
          </p>
        )}
        <p class="soft small">
          {messages.answeredBy} {partyName(english, answer.answered_by)},{' '}
          <Time at={answer.answered_at} onSite />
          {shown.map((one) => (
            <>
              {' · '}
              <a href={`#${itemId(one)}`}>{messages.photoNumber(one.number)}</a>
            </>
          ))}
        </p>
      </div>
      {answer.flagged && <Badge tone="warn">{messages.flagged}</Badge>}
      {answer.confirmed_by && answer.answered_by !== 'reviewer' && (
        <Badge tone="good">{messages.confirmed}</Badge>
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
  const { flagged, unflagged } = otherAnswers(answer);
  const regions = [
    { id: 'flagged', heading: messages.flaggedAnswers, answers: flagged },
    { id: 'answers', heading: messages.answers, answers: unflagged },
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
