import { mediaLink } from '../../modules/evidence/media-link.js';
import type { ContentEvidenceItem, ReportContent } from '../../modules/report/report-schema.js';
import { metres, readableInstant } from '../../modules/report/wording.js';
import { checkNames, checkResults, words } from '../words/report.en.js';
import { Badge, Icon, Region, Time, timeText, toneOf } from './parts.js';

/** Types that every browser shows as a picture. */
const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];

const kinds: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/heic': 'HEIC photo',
  'video/mp4': 'MP4 video',
  'video/quicktime': 'MOV video',
  'application/pdf': 'PDF',
};
const kindOf = (item: ContentEvidenceItem) => kinds[item.media_type] ?? 'file';

function sizeText(bytes: number): string {
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}

interface ShownItem {
  item: ContentEvidenceItem;
  /** `E3 Front of the building`: the number is that of the PDF. */
  label: string;
  url: string;
}

/** The evidence as it is shown: what passed first. */
export function shownItems(
  content: ReportContent,
  links: { jobId: string; key: Buffer; now: Date },
): ShownItem[] {
  const labels = new Map(content.steps.map((step) => [step.step_name, step.label]));
  const shown = content.evidence_items.map((item, index) => ({
    item,
    label: `E${index + 1} ${labels.get(item.step_name) ?? item.step_name}`,
    url: mediaLink('', links.key, { jobId: links.jobId, evidenceId: item.evidence_id }, links.now),
  }));
  const passed = ({ item }: ShownItem) => item.validation_passed;
  return [...shown.filter(passed), ...shown.filter((one) => !passed(one))];
}

function Picture({ item, label, url }: ShownItem) {
  const distance = item.distance_m === null ? null : metres(item.distance_m);
  if (!pictureTypes.includes(item.media_type)) {
    return (
      <a class="frame file" href={url}>
        {words.openFile(kindOf(item))} ({sizeText(item.size_bytes)})
      </a>
    );
  }
  return (
    <a class="frame" href={url} aria-label={words.openFull(label)}>
      <img
        src={url}
        loading="lazy"
        decoding="async"
        width="640"
        height="480"
        alt={words.photoAlt(label, timeText(item.captured_at), distance)}
      />
    </a>
  );
}

function Facts({ item }: Pick<ShownItem, 'item'>) {
  const { numbers } = words;
  return (
    <dl>
      <dt>{numbers.taken}</dt>
      <dd>
        <Time at={item.captured_at} />
      </dd>
      <dt>{numbers.received}</dt>
      <dd>
        <Time at={item.received_at} />
      </dd>
      <dt>{numbers.distance}</dt>
      <dd>
        {item.distance_m === null ? words.noDistance : words.fromAddress(metres(item.distance_m))}
      </dd>
      <dt>{numbers.position}</dt>
      <dd>
        {item.latitude.toFixed(5)}, {item.longitude.toFixed(5)}
      </dd>
      <dt>{numbers.file}</dt>
      <dd>
        {kindOf(item)}, {sizeText(item.size_bytes)}
      </dd>
      {item.notes !== null && (
        <>
          <dt>{numbers.notes}</dt>
          <dd>{item.notes}</dd>
        </>
      )}
      <dt>{numbers.fingerprint}</dt>
      <dd class="mono">{item.media_sha256.slice(0, 8)}…</dd>
    </dl>
  );
}

/** Every item with its picture and its facts. */
export function Photos({ items }: { items: ShownItem[] }) {
  return (
    <Region id="photos" heading={words.photos}>
      <div class="photos">
        {items.map((shown) => (
          <figure>
            <Picture {...shown} />
            <figcaption>
              <div class="title">
                <h3>{shown.label}</h3>
                {shown.item.validation_passed ? (
                  <Badge tone="good">{words.accepted}</Badge>
                ) : (
                  <Badge tone="bad">{words.notAccepted}</Badge>
                )}
              </div>
            </figcaption>
            <Facts item={shown.item} />
          </figure>
        ))}
      </div>
    </Region>
  );
}

/** What was measured or allowed, with instants and fingerprints as people write them. */
const readable = (text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, readableInstant)
    .replace(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, '$1…');

/** A table for each item: what was checked, what was measured, what would have been allowed. */
export function Checks({ items }: { items: ShownItem[] }) {
  const [check, result, measured, allowed] = words.checkColumns;
  return (
    <Region id="checks" heading={words.checks}>
      <div class="tables">
        {items.map(({ item, label }) => (
          <table>
            <caption>{words.checksOf(label)}</caption>
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
                  <th scope="row">{checkNames[one.name]}</th>
                  <td class={`r c-${one.result}`}>
                    <span>
                      <Icon tone={toneOf[one.result]} />
                      {checkResults[one.result]}
                    </span>
                  </td>
                  <td {...(one.measured && { 'data-label': measured })}>
                    {readable(one.measured ?? '')}
                  </td>
                  <td {...(one.threshold && { 'data-label': allowed })}>
                    {readable(one.threshold ?? '')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </Region>
  );
}
