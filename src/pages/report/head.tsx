import type { Objection } from '../../modules/job/objection.js';
import {
  answererNames,
  answerLine,
  objectiveAnswer,
  reportVerdicts,
} from '../../modules/report/verdict.js';
import { fill } from '../frame/fill.js';
import { Time } from '../frame/format.js';
import { Icon } from '../frame/icons.js';
import { messages, requesterVerdicts, verdictMessages } from '../messages/report.en.js';
import { headingOf, type ReportHead, type Versions } from './answer.js';
import { Badge, Fact } from './parts.js';

export interface HeadProps {
  head: ReportHead;
  versions: Versions;
  /** True if newer versions have separate links. */
  byLink?: boolean;
}

/** A notice above the title that a version was replaced or withdrawn. */
export function Notice({ head, versions, byLink }: HeadProps) {
  const { current } = versions;
  const withdrawal = versions.withdrawn.get(head.version_number);
  const newer =
    current !== null && current > head.version_number
      ? `${messages.isOld(current)}${byLink ? ` ${messages.newestMail}` : ''}`
      : null;
  if (!withdrawal && !newer) return null;
  return (
    <div class={withdrawal ? 'notice bad' : 'notice warn'}>
      <Icon name={withdrawal ? 'bad' : 'warn'} />
      <div>
        {withdrawal && (
          <p>
            <strong>{messages.isWithdrawn}</strong> <Time at={withdrawal.at} />
          </p>
        )}
        {withdrawal?.reason && (
          <p>
            {messages.reason}: {withdrawal.reason}
          </p>
        )}
        {newer && <p>{newer}</p>}
      </div>
    </div>
  );
}

/** The open objection with the comments of the requester, who can add to them. */
export function ObjectionNotice({ objection, own }: { objection: Objection; own: boolean }) {
  const { verdict, at, comments } = objection;
  return (
    <div class="notice warn">
      <Icon name="warn" />
      <div>
        <p>
          <strong>
            {fill((own ? messages.yourObjection : messages.objection)[verdict], {
              time: <Time at={at} />,
            })}
          </strong>
        </p>
        {comments.map((comment) => (
          <blockquote>{comment}</blockquote>
        ))}
        {own && (
          <p>
            {messages.objectionNext[verdict]} <a href="#feedback">{messages.addComment}</a>
          </p>
        )}
      </div>
    </div>
  );
}

/** The question and the address. */
export function Title({ head, versions, byLink = false }: HeadProps) {
  const heading = headingOf(head);
  return (
    <div class="head">
      <Notice head={head} versions={versions} byLink={byLink} />
      {head.report_title && <p class="soft">{head.report_title}</p>}
      <h1>{heading}</h1>
      <p class="place">
        <Icon name="place" />
        <span>{head.address}</span>
      </p>
    </div>
  );
}

/** The people who answered and confirmed or corrected, with times. */
function Provenance({ head }: { head: ReportHead }) {
  const { headline } = head;
  if (!headline?.answered_by || !headline.answered_at) return null;
  const answer = objectiveAnswer(head);
  const { corrected } = answer ?? {};
  return (
    <>
      {corrected && (
        <Fact name={messages.corrected}>
          <span>
            {corrected.text} ({answererNames[corrected.answered_by]},{' '}
            <Time at={corrected.answered_at} />)
          </span>
        </Fact>
      )}
      {corrected && answer?.reason && <Fact name={messages.correctionReason}>{answer.reason}</Fact>}
      <Fact name={messages.answeredBy}>
        {answererNames[headline.answered_by]}, <Time at={headline.answered_at} />
      </Fact>
      {headline.confirmed_by && headline.answered_by !== 'reviewer' && (
        <Fact name={messages.confirmedBy}>
          {answererNames[headline.confirmed_by]}
          {answer?.confirmed_at && (
            <>
              , <Time at={answer.confirmed_at} />
            </>
          )}
        </Fact>
      )}
    </>
  );
}

/** The answer, the verified facts, the author and times. */
export function Result({ head, versions, own = false }: HeadProps & { own?: boolean }) {
  const { status, requester_verdict: verdict } = head;
  const isWithdrawn = versions.withdrawn.has(head.version_number);
  const verdicts = reportVerdicts(head);
  const tone = status === 'disputed' && !isWithdrawn ? 'bad' : 'none';
  return (
    <section class={`result ${tone}`} aria-label={messages.result}>
      <p class={head.headline?.answer ? 'answer' : 'answer soft'}>{answerLine(head)}</p>
      <p class="badges">
        {verdicts.map((one) => (
          // A withdrawn version is shown without its colors.
          <Badge tone={isWithdrawn ? 'none' : one.tone} plain={one.tone === 'none'}>
            {one.text}
          </Badge>
        ))}
      </p>
      <dl class="facts">
        <Provenance head={head} />
        <Fact name={messages.evidenceComplete}>
          <Time at={head.completed_at} />
        </Fact>
        {verdict && (
          <Fact name={own ? messages.yourVerdict : messages.requesterVerdict}>
            {(own ? verdictMessages : requesterVerdicts)[verdict.verdict]} <Time at={verdict.at} />
          </Fact>
        )}
      </dl>
    </section>
  );
}
