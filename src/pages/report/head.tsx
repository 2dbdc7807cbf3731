import type { ReportEnglish } from '../../messages/report/en.js';
import type { FeedbackVerdict } from '../../modules/job/job.js';
import type { Objection } from '../../modules/job/objection.js';
import {
  answerLine,
  objectiveAnswer,
  partyName,
  reportVerdicts,
} from '../../modules/report/verdict.js';
import { Time } from '../frame/format.js';
import { Icon } from '../frame/icons.js';
import { headingOf, type ReportHead, type Versions } from './answer.js';
import { Corrected } from './answers.js';
import { Badge, useFilled, useReportText, useWording } from './parts.js';

const objectionKeys = {
  disputed: { own: 'report.your_dispute', other: 'report.dispute', next: 'report.dispute_next' },
  needs_more: {
    own: 'report.your_needs_more',
    other: 'report.needs_more',
    next: 'report.needs_more_next',
  },
} as const satisfies Record<Objection['verdict'], Record<string, keyof ReportEnglish>>;

const verdictKeys = {
  accepted: { own: 'report.you_accepted', other: 'report.requester_accepted' },
  needs_more: { own: 'report.you_asked', other: 'report.requester_asked' },
  disputed: { own: 'report.you_disputed', other: 'report.requester_disputed' },
} as const satisfies Record<FeedbackVerdict, Record<string, keyof ReportEnglish>>;

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
  const t = useReportText();
  const filled = useFilled();
  const { current } = versions;
  const withdrawal = versions.withdrawn.get(head.version_number);
  const newer =
    current !== null && current > head.version_number
      ? [
          t('report.is_old', { number: String(current) }),
          ...(byLink ? [t('report.newest_mail')] : []),
        ].join(' ')
      : null;
  if (!withdrawal && !newer) return null;
  return (
    <div class={withdrawal ? 'notice bad' : 'notice warn'}>
      <Icon name={withdrawal ? 'bad' : 'warn'} />
      <div>
        {withdrawal && (
          <p>
            <strong>{t('report.is_withdrawn')}</strong> <Time at={withdrawal.at} first />
          </p>
        )}
        {withdrawal?.reason && (
          <p>{filled('report.reason', { reason: <bdi>{withdrawal.reason}</bdi> })}</p>
        )}
        {newer && <p>{newer}</p>}
      </div>
    </div>
  );
}

/** The open objection with the comments of the requester, who can add to them. */
export function ObjectionNotice({ objection, own }: { objection: Objection; own: boolean }) {
  const t = useReportText();
  const filled = useFilled();
  const { verdict, at, comments } = objection;
  const keys = objectionKeys[verdict];
  return (
    <div class="notice warn">
      <Icon name="warn" />
      <div>
        <p>
          <strong>{filled(own ? keys.own : keys.other, { time: <Time at={at} /> })}</strong>
        </p>
        {comments.map((comment) => (
          <blockquote>
            <bdi>{comment}</bdi>
          </blockquote>
        ))}
        {own && (
          <p>
            {t(keys.next)} <a href="#feedback">{t('report.add_comment')}</a>
          </p>
        )}
      </div>
    </div>
  );
}

/** A notice above the title of a test report. */
function SandboxNotice() {
  const t = useReportText();
  const wording = useWording();
  return (
    <div class="notice warn">
      <Icon name="warn" />
      <p>
        <strong>{wording.t('content.sandbox')}</strong> {t('report.sandbox_hint')}
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
      <h1>
        <bdi>{headingOf(head)}</bdi>
      </h1>
      <p class="place">
        <Icon name="place" />
        <bdi>{head.address}</bdi>
      </p>
    </div>
  );
}

/** The people who answered and confirmed or corrected, with times. */
function Provenance({ head }: { head: ReportHead }) {
  const wording = useWording();
  const filled = useFilled();
  const { headline } = head;
  if (!headline?.answered_by || !headline.answered_at) return null;
  const answer = objectiveAnswer(head);
  const { corrected } = answer ?? {};
  return (
    <>
      <p>
        {filled('report.answered_by', {
          party: partyName(wording, headline.answered_by),
          time: <Time at={headline.answered_at} onSite />,
        })}
      </p>
      {headline.confirmed_by && headline.answered_by !== 'reviewer' && (
        <p>
          {filled(answer?.confirmed_at ? 'report.confirmed_by_at' : 'report.confirmed_by', {
            party: partyName(wording, headline.confirmed_by),
            ...(answer?.confirmed_at && { time: <Time at={answer.confirmed_at} onSite /> }),
          })}
        </p>
      )}
      {answer && corrected && (
        <p>
          <Corrected answer={answer} />
        </p>
      )}
      {corrected && answer?.reason && (
        <p>{filled('report.correction_reason', { reason: <bdi>{answer.reason}</bdi> })}</p>
      )}
      {answer?.answered_by !== 'reviewer' && answer?.confirmation_reason && (
        <p>
          {filled('report.confirmation_reason', {
            reason: <bdi>{answer.confirmation_reason}</bdi>,
          })}
        </p>
      )}
    </>
  );
}

/** The answer, the verified facts, and the people behind it with times. */
export function Result({ head, versions, own = false }: HeadProps & { own?: boolean }) {
  const t = useReportText();
  const wording = useWording();
  const filled = useFilled();
  const { status, requester_verdict: verdict } = head;
  const isWithdrawn = versions.withdrawn.has(head.version_number);
  const verdicts = reportVerdicts(wording, head);
  const tone = isWithdrawn ? 'withdrawn' : status === 'disputed' ? 'bad' : '';
  return (
    <section class={`result ${tone}`.trimEnd()} aria-label={t('report.result')}>
      <p class={head.headline?.answer ? 'answer' : 'answer soft'}>{answerLine(wording, head)}</p>
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
            {filled(verdictKeys[verdict.verdict][own ? 'own' : 'other'], {
              time: <Time at={verdict.at} />,
            })}
          </p>
        )}
      </div>
    </section>
  );
}
