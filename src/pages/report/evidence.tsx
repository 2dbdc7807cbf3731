import { type Child, useContext } from 'hono/jsx';
import type { Language } from '../../messages/language.js';
import type { ReportEnglish } from '../../messages/report/en.js';
import type { CheckName, CheckResult } from '../../modules/evidence/evidence.js';
import { answerText } from '../../modules/report/answer-text.js';
import { checkValue } from '../../modules/report/check-text.js';
import { checksSummary } from '../../modules/report/verdict.js';
import { metresText, Time, useMomentText } from '../frame/format.js';
import { Icon } from '../frame/icons.js';
import { Label } from '../frame/label.js';
import { SiteContext } from '../frame/site.js';
import { type EvidenceAnswer, type ShownItem, sizeText } from './answer.js';
import { itemId } from './answers.js';
import {
  Badge,
  Fact,
  Question,
  Region,
  toneOf,
  useFilled,
  useReportText,
  useWording,
} from './parts.js';

type Translated = ReturnType<typeof useReportText>;

/** Names of formats, which are the same in every language. */
const formats: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
};

function kindOf(t: Translated, { media_type: type }: EvidenceAnswer): string {
  switch (type) {
    case 'image/heic':
      return t('report.kind.heic');
    case 'video/mp4':
      return t('report.kind.mp4');
    case 'video/quicktime':
      return t('report.kind.mov');
    default:
      return formats[type] ?? t('report.kind.other');
  }
}

const checkKeys = {
  geofence: 'report.check.geofence',
  capture_time: 'report.check.capture_time',
  freshness: 'report.check.freshness',
  hash: 'report.check.hash',
  duplicate: 'report.check.duplicate',
  similar: 'report.check.similar',
  nonce: 'report.check.nonce',
  media: 'report.check.media',
  exif: 'report.check.exif',
  provenance: 'report.check.provenance',
} as const satisfies Record<CheckName, keyof ReportEnglish>;

const resultKeys = {
  pass: 'report.result.pass',
  warn: 'report.result.warn',
  fail: 'report.result.fail',
  not_run: 'report.result.not_run',
} as const satisfies Record<CheckResult, keyof ReportEnglish>;

/** Types that every browser shows in full size; of the others the dialog has only the preview. */
const shownWhole = ['image/jpeg', 'image/png', 'image/webp'];

/** A photo as a link to its file, which the script opens in the dialog. */
function Picture({ item, label, path, large = false }: ShownItem & { large?: boolean }) {
  const t = useReportText();
  const { language } = useContext(SiteContext);
  const time = useMomentText()(item.captured_at);
  if (!item.media_type.startsWith('image/')) {
    return (
      <a class="picture file" href={path}>
        {t('report.open_file', {
          label,
          kind: kindOf(t, item),
          size: sizeText(language, item.size_bytes),
        })}
      </a>
    );
  }
  const alt =
    item.distance_m === null
      ? t('report.photo_alt', { label, time })
      : t('report.photo_alt_from', {
          label,
          time,
          distance: metresText(item.distance_m, language),
        });
  const preview = `${path}&preview=640`;
  return (
    <a
      class="picture"
      href={path}
      aria-label={t(large ? 'report.open_showing' : 'report.open_full', { label })}
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
  const wording = useWording();
  const t = useReportText();
  const { language } = useContext(SiteContext);
  return (
    <dl class="small facts">
      <Fact name={t('report.received')}>
        <Time at={item.received_at} first />
      </Fact>
      <Fact name={t('report.position')}>
        {item.latitude.toFixed(5)}, {item.longitude.toFixed(5)}
      </Fact>
      <Fact name={t('report.file')}>
        {wording.pair(kindOf(t, item), sizeText(language, item.size_bytes))}
      </Fact>
      <Fact name={t('report.fingerprint')}>
        <span class="mono" dir="ltr">
          {item.media_sha256.slice(0, 8)}…
        </span>
      </Fact>
    </dl>
  );
}

/** The photo that shows the answer. */
export function AnswerPhoto({ shown }: { shown: ShownItem }) {
  const filled = useFilled();
  return (
    <figure class="shows">
      <Picture {...shown} large />
      <figcaption class="small soft">
        {filled('report.photo_alt', {
          label: <Label text={shown.label} english={shown.english} />,
          time: <Time at={shown.item.captured_at} onSite />,
        })}
      </figcaption>
    </figure>
  );
}

/** The name of a photo, when and where it was taken, its note, and the answers that refer to it. */
function Caption({ shown }: { shown: ShownItem }) {
  const { item, label, english, answers } = shown;
  const t = useReportText();
  const wording = useWording();
  const filled = useFilled();
  const time = <Time at={item.captured_at} onSite />;
  return (
    <figcaption>
      <h3>
        <Label text={label} english={english} />
      </h3>
      {item.validation_passed ? (
        <Badge tone="good">{t('report.accepted')}</Badge>
      ) : (
        <Badge tone="bad">{t('report.not_accepted')}</Badge>
      )}
      <p class="small">
        {item.distance_m === null
          ? filled('report.taken', { time })
          : filled('report.taken_from', { time, distance: wording.metres(item.distance_m) })}
      </p>
      {item.notes !== null && (
        <p class="small">{filled('report.note', { note: <bdi>{item.notes}</bdi> })}</p>
      )}
      {answers.map((answer) => (
        <p class="small">
          {filled('report.shows_answer', {
            question: <Question answer={answer} />,
            answer: (
              <strong>
                <bdi>{answerText(wording, answer, answer)}</bdi>
              </strong>
            ),
          })}
        </p>
      ))}
    </figcaption>
  );
}

/** Every item with its picture and its facts. */
export function Photos({ items }: { items: ShownItem[] }) {
  const t = useReportText();
  return (
    <Region id="photos" heading={t('report.photos')}>
      <div class="photos">
        {items.map((shown) => (
          <figure id={itemId(shown)} class={shown.item.validation_passed ? undefined : 'failed'}>
            <Picture {...shown} />
            <Caption shown={shown} />
            <details>
              <summary aria-label={t('report.details_of', { label: shown.label })}>
                {t('report.details')}
              </summary>
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
const readable = (language: Language, text: string): Child[] =>
  text
    .replace(/\b(\d+(?:\.\d+)?) m\b/g, (_, metres: string) => metresText(Number(metres), language))
    .replace(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, '$1…')
    .split(isoTime)
    .map((part) => (isoTime.test(part) ? <Time at={part} onSite /> : part));

/** A measured or allowed value of a check. */
function Value({ signed }: { signed: string | null }) {
  const wording = useWording();
  if (signed === null) return null;
  const { text, isEnglish } = checkValue(wording, signed);
  const shown = readable(wording.language, text);
  return <bdi lang={isEnglish && wording.language !== 'en' ? 'en' : undefined}>{shown}</bdi>;
}

function CheckTable({ item, label }: ShownItem) {
  const t = useReportText();
  const [check, result, measured, allowed] = [
    t('report.column.check'),
    t('report.column.result'),
    t('report.column.measured'),
    t('report.column.allowed'),
  ];
  return (
    <table>
      <caption>{t('report.checks_of', { label })}</caption>
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
            <th scope="row">{t(checkKeys[one.name])}</th>
            <td class={`verdict-${toneOf[one.result]}`}>
              <span>
                <Icon name={toneOf[one.result]} size={16} />
                {t(resultKeys[one.result])}
              </span>
            </td>
            <td data-label={one.measured ? measured : undefined}>
              <Value signed={one.measured} />
            </td>
            <td data-label={one.threshold ? allowed : undefined}>
              <Value signed={one.threshold} />
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
  const t = useReportText();
  const wording = useWording();
  const summary = checksSummary(
    wording,
    others.map(({ item }) => item),
  );
  return (
    <Region id="checks" heading={t('report.checks')}>
      {failed.length > 0 && <CheckTables items={failed} />}
      {others.length > 0 && (
        <details>
          <summary>{failed.length > 0 ? t('report.other_photos', { summary }) : summary}</summary>
          <CheckTables items={others} />
        </details>
      )}
    </Region>
  );
}
