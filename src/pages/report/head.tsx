import type { Objection } from '../../modules/job/objection.js';
import {
  answerLine,
  objectiveAnswer,
  partyName,
  reportVerdicts,
} from '../../modules/report/verdict.js';
import { english } from '../../modules/report/words.js';
import { fill } from '../frame/fill.js';
import { Time } from '../frame/format.js';
import { Icon } from '../frame/icons.js';
import { messages, requesterVerdicts, verdictMessages } from '../messages/report.en.js';
import { headingOf, type ReportHead, type Versions } from './answer.js';
import { Badge } from './parts.js';

export interface HeadProps {
  head: ReportHead;
  versions: Versions;
  /** True if newer versions have separate links. */
  byLink?: boolean;
}

interface TitleProps extends HeadProps {
  /** True for the report of a test job. */
  isTest?: boolean;
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
            <strong>{messages.isWithdrawn}</strong> <Time at={withdrawal.at} first />
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

/** A notice above the title of a test report. */
function SandboxNotice() {
  return (
    <div class="notice warn">
      <Icon name="warn" />
      <p>
        <strong>{english.t('content.sandbox')}</strong> {messages.sandboxHint}
      </p>
    </div>
  );
}

/** The question and the address. */
export function Title({ head, versions, byLink = false, isTest = false }: TitleProps) {
  return (
    <div class="head">
      {isTest && <SandboxNotice />}
      <Notice head={head} versions={versions} byLink={byLink} />
      <h1>{headingOf(head)}</h1>
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
      <p>
        {messages.answeredBy} {partyName(english, headline.answered_by)},{' '}
        <Time at={headline.answered_at} onSite />
      </p>
      {headline.confirmed_by && headline.answered_by !== 'reviewer' && (
        <p>
          {messages.confirmedBy} {partyName(english, headline.confirmed_by)}
          {answer?.confirmed_at && (
            <>
              , <Time at={answer.confirmed_at} onSite />
            </>
          )}
        </p>
      )}
      {corrected && (
        <p>
          {messages.corrected}: {corrected.text} ({partyName(english, corrected.answered_by)},{' '}
          <Time at={corrected.answered_at} onSite />)
        </p>
      )}
      {corrected && answer?.reason && (
        <p>
          {messages.correctionReason}: {answer.reason}
        </p>
      )}
      {answer?.answered_by !== 'reviewer' && answer?.confirmation_reason && (
        <p>
          {messages.confirmationReason}: {answer.confirmation_reason}
        </p>
      )}
    </>
  );
}

/** The answer, the verified facts, and the people behind it with times. */
export function Result({ head, versions, own = false }: HeadProps & { own?: boolean }) {
  const { status, requester_verdict: verdict } = head;
  const isWithdrawn = versions.withdrawn.has(head.version_number);
  const verdicts = reportVerdicts(english, head);
  const tone = isWithdrawn ? 'withdrawn' : status === 'disputed' ? 'bad' : '';
  return (
    <section class={`result ${tone}`.trimEnd()} aria-label={messages.result}>
      <p class={head.headline?.answer ? 'answer' : 'answer soft'}>{answerLine(english, head)}</p>
      <p class="badges">
        {verdicts.map((one) => (
          // A withdrawn version is shown without its colors.
          <Badge tone={isWithdrawn ? 'none' : one.tone} plain={one.tone === 'none'}>
            {one.text}
          </Badge>
        ))}
      </p>
      <div class="provenance">
        <Provenance head={head} />
        {verdict && (
          <p>
            {fill((own ? verdictMessages : requesterVerdicts)[verdict.verdict], {
              time: <Time at={verdict.at} />,
            })}
          </p>
        )}
      </div>
    </section>
  );
}
