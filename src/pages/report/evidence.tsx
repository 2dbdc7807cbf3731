import type { Child } from 'hono/jsx';
import { checksSummary } from '../../modules/report/verdict.js';
import { english } from '../../modules/report/words.js';
import { fill } from '../frame/fill.js';
import { metresText, Time, useMomentText } from '../frame/format.js';
import { Icon } from '../frame/icons.js';
import { checkNames, checkResults, fileKinds, messages, otherFile } from '../messages/report.en.js';
import { type EvidenceAnswer, type ShownItem, sizeText } from './answer.js';
import { itemId } from './answers.js';
import { Badge, Fact, Region, toneOf } from './parts.js';

const kindOf = (item: EvidenceAnswer) => fileKinds[item.media_type] ?? otherFile;

/** Types that every browser shows in full size; of the others the dialog has only the preview. */
const shownWhole = ['image/jpeg', 'image/png', 'image/webp'];

/** A photo as a link to its file, which the script opens in the dialog. */
function Picture({ item, label, path, large = false }: ShownItem & { large?: boolean }) {
  const momentText = useMomentText();
  const distance = item.distance_m === null ? null : metresText(item.distance_m);
  if (!item.media_type.startsWith('image/')) {
    return (
      <a class="picture file" href={path}>
        {messages.openFile(label, kindOf(item), sizeText(item.size_bytes))}
      </a>
    );
  }
  const alt = messages.photoAlt(label, momentText(item.captured_at), distance);
  const preview = `${path}&preview=640`;
  return (
    <a
      class="picture"
      href={path}
      aria-label={large ? messages.openShowing(label) : messages.openFull(label)}
      data-dialog={shownWhole.includes(item.media_type) ? path : preview}
    >
      <img
        src={preview}
        loading={large ? 'eager' : 'lazy'}
        decoding="async"
        width="640"
        height="480"
        alt={alt}
      />
    </a>
  );
}

function Facts({ item }: Pick<ShownItem, 'item'>) {
  const { numbers } = messages;
  return (
    <dl class="small facts">
      <Fact name={numbers.received}>
        <Time at={item.received_at} first />
      </Fact>
      <Fact name={numbers.position}>
        {item.latitude.toFixed(5)}, {item.longitude.toFixed(5)}
      </Fact>
      <Fact name={numbers.file}>
        {kindOf(item)}, {sizeText(item.size_bytes)}
      </Fact>
      <Fact name={numbers.fingerprint}>
        <span class="mono">{item.media_sha256.slice(0, 8)}…</span>
      </Fact>
    </dl>
  );
}

/** The photo that shows the answer. */
export function AnswerPhoto({ shown }: { shown: ShownItem }) {
  return (
    <figure class="shows">
      <Picture {...shown} large />
      <figcaption class="small soft">
        {shown.label}, <Time at={shown.item.captured_at} onSite />
      </figcaption>
    </figure>
  );
}

/** The name of a photo, when and where it was taken, its note, and the answers that refer to it. */
function Caption({ shown }: { shown: ShownItem }) {
  const { item, label, answers } = shown;
  return (
    <figcaption>
      <h3>{label}</h3>
      {item.validation_passed ? (
        <Badge tone="good">{messages.accepted}</Badge>
      ) : (
        <Badge tone="bad">{messages.notAccepted}</Badge>
      )}
      <p class="small">
        {messages.taken} <Time at={item.captured_at} onSite />
        {item.distance_m !== null && `, ${messages.fromAddress(metresText(item.distance_m))}`}
      </p>
      {item.notes !== null && <p class="small">{fill(messages.note, { note: item.notes })}</p>}
      {answers.map(({ question, text }) => (
        <p class="small">
          {fill(messages.showsAnswer, { question, answer: <strong>{text}</strong> })}
        </p>
      ))}
    </figcaption>
  );
}

/** Every item with its picture and its facts. */
export function Photos({ items }: { items: ShownItem[] }) {
  return (
    <Region id="photos" heading={messages.photos}>
      <div class="photos">
        {items.map((shown) => (
          <figure id={itemId(shown)} class={shown.item.validation_passed ? undefined : 'failed'}>
            <Picture {...shown} />
            <Caption shown={shown} />
            <details>
              <summary aria-label={messages.detailsOf(shown.label)}>{messages.details}</summary>
              <Facts item={shown.item} />
            </details>
          </figure>
        ))}
      </div>
    </Region>
  );
}

const isoTime = /(\d{4}-\d\d-\d\dT[\d:.]+Z)/;

/** Formats times, distances and fingerprints in a measured or allowed value for people. */
const readable = (text: string): Child[] =>
  text
    .replace(/\b(\d+(?:\.\d+)?) m\b/g, (_, metres: string) => metresText(Number(metres)))
    .replace(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, '$1…')
    .split(isoTime)
    .map((part) => (isoTime.test(part) ? <Time at={part} onSite /> : part));

function CheckTable({ item, label }: ShownItem) {
  const [check, result, measured, allowed] = messages.checkColumns;
  return (
    <table>
      <caption>{messages.checksOf(label)}</caption>
      <thead>
        <tr>
          {[check, result, measured, allowed].map((name) => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {item.checks.map((one) => (
          <tr>
            <th scope="row">{checkNames[one.name] ?? one.name.replaceAll('_', ' ')}</th>
            <td class={`verdict-${toneOf[one.result]}`}>
              <span>
                <Icon name={toneOf[one.result]} size={16} />
                {checkResults[one.result]}
              </span>
            </td>
            <td data-label={one.measured ? measured : undefined}>{readable(one.measured ?? '')}</td>
            <td data-label={one.threshold ? allowed : undefined}>
              {readable(one.threshold ?? '')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isFailed = ({ item }: ShownItem) =>
  !item.validation_passed || item.checks.some(({ result }) => result === 'fail');

function CheckTables({ items }: { items: readonly ShownItem[] }) {
  return (
    <div class="tables">
      {items.map((shown) => (
        <CheckTable {...shown} />
      ))}
    </div>
  );
}

/** A table for each item: check, measured value, allowed value. Only those of failed items are open. */
export function Checks({ items }: { items: ShownItem[] }) {
  const failed = items.filter(isFailed);
  const others = items.filter((shown) => !isFailed(shown));
  const summary = checksSummary(
    english,
    others.map(({ item }) => item),
  );
  return (
    <Region id="checks" heading={messages.checks}>
      {failed.length > 0 && <CheckTables items={failed} />}
      {others.length > 0 && (
        <details>
          <summary>{failed.length > 0 ? messages.ofOthers(summary) : summary}</summary>
          <CheckTables items={others} />
        </details>
      )}
    </Region>
  );
}
