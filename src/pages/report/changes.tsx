import type { Child } from 'hono/jsx';
import { answerText } from '../../modules/report/answer-text.js';
import type { Wording } from '../../modules/report/reader-wording.js';
import { Time, useMomentText } from '../frame/format.js';
import { type GivenAnswer, type ReportAnswer, type ShownItem, shownItems } from './answer.js';
import { Question, Region, StepLabel, useFilled, useReportText, useWording } from './parts.js';

/** An answer that differs between two visits; null for a question that only the other one has. */
export interface ChangedAnswer {
  question_key: string;
  question: string;
  before: string | null;
  now: string | null;
}

/** Returns the answers that differ, in the order of the report, and the number of those that are the same. */
export function changedAnswers(
  wording: Wording,
  previous: Pick<ReportAnswer, 'answers'>,
  current: Pick<ReportAnswer, 'answers'>,
): { changed: ChangedAnswer[]; sameCount: number } {
  const [before, now] = [previous.answers ?? [], current.answers ?? []];
  const changed: ChangedAnswer[] = [];
  const shown = (answer: GivenAnswer) => answerText(wording, answer, answer);
  for (const answer of now) {
    const earlier = before.find((one) => one.question_key === answer.question_key);
    if (earlier?.text === answer.text) continue;
    const { question_key, question } = answer;
    changed.push({
      question_key,
      question,
      before: earlier ? shown(earlier) : null,
      now: shown(answer),
    });
  }
  const sameCount = now.length - changed.length;
  for (const answer of before) {
    const isLeftOut = now.every((one) => one.question_key !== answer.question_key);
    const { question_key, question } = answer;
    if (isLeftOut) changed.push({ question_key, question, before: shown(answer), now: null });
  }
  return { changed, sameCount };
}

interface Pair {
  step: ReportAnswer['steps'][number];
  before: ShownItem;
  now: ShownItem;
}

const isAcceptedPhoto = ({ item }: ShownItem) =>
  item.validation_passed && item.media_type.startsWith('image/');

/** Returns the accepted photos of the same step in both reports, the first with the first. */
export function photoPairs(
  wording: Wording,
  previous: ReportAnswer,
  current: ReportAnswer,
): Pair[] {
  const [before, now] = [previous, current].map((one) =>
    shownItems(one, wording).filter(isAcceptedPhoto),
  ) as [ShownItem[], ShownItem[]];
  return current.steps.flatMap((step) => {
    const { step_name: name } = step;
    const ofStep = (items: ShownItem[]) => items.filter(({ item }) => item.step_name === name);
    const earlier = ofStep(before);
    return ofStep(now).flatMap((one, i) => {
      const match = earlier[i];
      return match ? [{ step, before: match, now: one }] : [];
    });
  });
}

function Photo({
  shown,
  when,
  label,
}: {
  shown: ShownItem;
  when: 'before' | 'now';
  label: string;
}) {
  const t = useReportText();
  const name = t(when === 'before' ? 'report.before' : 'report.now');
  const open = when === 'before' ? 'report.open_before' : 'report.open_now';
  const { item, path } = shown;
  const momentText = useMomentText();
  return (
    <figure>
      <a class="picture" href={path} aria-label={t(open, { label })}>
        <img
          src={`${path}&preview=640`}
          loading="lazy"
          decoding="async"
          width="640"
          height="480"
          alt={t('report.photo_alt', {
            label: `${name}: ${label}`,
            time: momentText(item.captured_at),
          })}
        />
      </a>
      <figcaption class="small">
        <strong>{name}</strong>, <Time at={item.captured_at} onSite />
      </figcaption>
    </figure>
  );
}

/** The differences from the report of the previous visit of the same schedule. */
export function Changes({ previous, current }: { previous: ReportAnswer; current: ReportAnswer }) {
  const t = useReportText();
  const filled = useFilled();
  const wording = useWording();
  const { changed, sameCount } = changedAnswers(wording, previous, current);
  const given = (text: string | null): Child =>
    text === null ? t('report.no_answer') : <bdi>{text}</bdi>;
  const pairs = photoPairs(wording, previous, current);
  return (
    <Region id="changes" heading={t('report.changes')}>
      <p class="soft">
        {filled('report.changes_since', {
          report: <a href={`/reports/${previous.job_id}`}>{t('report.previous_report')}</a>,
          time: <Time at={previous.completed_at} onSite />,
        })}
      </p>
      {changed.length > 0 && (
        <ul class="rows">
          {changed.map((one) => (
            <li>
              <div>
                <h3>
                  <Question answer={one} />
                </h3>
                <p class="soft">{filled('report.answer_before', { answer: given(one.before) })}</p>
                <p class="given">{filled('report.answer_now', { answer: given(one.now) })}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {sameCount > 0 && <p>{t('report.same_answers', { count: sameCount })}</p>}
      {sameCount === 0 && changed.length === 0 && <p>{t('report.nothing_to_compare')}</p>}
      {pairs.map(({ step, ...pair }) => {
        const label = wording.labels.step(step.step_name, 'label', step.label);
        return (
          <div class="visits">
            <h3>
              <StepLabel step={step} />
            </h3>
            <div>
              <Photo shown={pair.before} when="before" label={label} />
              <Photo shown={pair.now} when="now" label={label} />
            </div>
          </div>
        );
      })}
    </Region>
  );
}
