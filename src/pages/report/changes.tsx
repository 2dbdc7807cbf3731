import { fill } from '../frame/fill.js';
import { Time, useMomentText } from '../frame/format.js';
import { messages } from '../messages/report.en.js';
import { type ReportAnswer, type ShownItem, shownItems } from './answer.js';
import { Region } from './parts.js';

/** An answer that differs between two visits; null for a question that only the other one has. */
export interface ChangedAnswer {
  question: string;
  before: string | null;
  now: string | null;
}

/** Returns the answers that differ, in the order of the report, and the number of those that are the same. */
export function changedAnswers(
  previous: Pick<ReportAnswer, 'answers'>,
  current: Pick<ReportAnswer, 'answers'>,
): { changed: ChangedAnswer[]; sameCount: number } {
  const [before, now] = [previous.answers ?? [], current.answers ?? []];
  const changed: ChangedAnswer[] = [];
  for (const { question_key, question, text } of now) {
    const earlier = before.find((one) => one.question_key === question_key)?.text ?? null;
    if (earlier !== text) changed.push({ question, before: earlier, now: text });
  }
  const sameCount = now.length - changed.length;
  for (const { question_key, question, text } of before) {
    const isLeftOut = now.every((one) => one.question_key !== question_key);
    if (isLeftOut) changed.push({ question, before: text, now: null });
  }
  return { changed, sameCount };
}

interface Pair {
  label: string;
  before: ShownItem;
  now: ShownItem;
}

const isAcceptedPhoto = ({ item }: ShownItem) =>
  item.validation_passed && item.media_type.startsWith('image/');

/** Returns the accepted photos of the same step in both reports, the first with the first. */
export function photoPairs(previous: ReportAnswer, current: ReportAnswer): Pair[] {
  const [before, now] = [previous, current].map((one) =>
    shownItems(one).filter(isAcceptedPhoto),
  ) as [ShownItem[], ShownItem[]];
  return current.steps.flatMap(({ step_name: name, label }) => {
    const ofStep = (items: ShownItem[]) => items.filter(({ item }) => item.step_name === name);
    const earlier = ofStep(before);
    return ofStep(now).flatMap((one, i) => {
      const match = earlier[i];
      return match ? [{ label, before: match, now: one }] : [];
    });
  });
}

function Photo({ shown, when, label }: { shown: ShownItem; when: string; label: string }) {
  const { item, path } = shown;
  const momentText = useMomentText();
  return (
    <figure>
      <a class="picture" href={path} aria-label={messages.openPhotoOf(when, label)}>
        <img
          src={`${path}&preview=640`}
          loading="lazy"
          decoding="async"
          width="640"
          height="480"
          alt={messages.photoAlt(`${when}: ${label}`, momentText(item.captured_at), null)}
        />
      </a>
      <figcaption class="small">
        <strong>{when}</strong>, <Time at={item.captured_at} onSite />
      </figcaption>
    </figure>
  );
}

/** The differences from the report of the previous visit of the same schedule. */
export function Changes({ previous, current }: { previous: ReportAnswer; current: ReportAnswer }) {
  const { changed, sameCount } = changedAnswers(previous, current);
  const pairs = photoPairs(previous, current);
  const { before, now } = messages.visits;
  return (
    <Region id="changes" heading={messages.changes}>
      <p class="soft">
        {fill(messages.changesSince, {
          report: <a href={`/reports/${previous.job_id}`}>{messages.previousReport}</a>,
          time: <Time at={previous.completed_at} onSite />,
        })}
      </p>
      {changed.length > 0 && (
        <ul class="rows">
          {changed.map((one) => (
            <li>
              <div>
                <h3>{one.question}</h3>
                <p class="soft">
                  {before}: {one.before ?? messages.noAnswer}
                </p>
                <p class="given">
                  {now}: {one.now ?? messages.noAnswer}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {(sameCount > 0 || changed.length === 0) && <p>{messages.sameAnswers(sameCount)}</p>}
      {pairs.map(({ label, ...pair }) => (
        <div class="visits">
          <h3>{label}</h3>
          <div>
            <Photo shown={pair.before} when={before} label={label} />
            <Photo shown={pair.now} when={now} label={label} />
          </div>
        </div>
      ))}
    </Region>
  );
}
