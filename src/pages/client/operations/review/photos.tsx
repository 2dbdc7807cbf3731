/** @jsxImportSource preact */
/// <reference lib="dom" />
import { metresText } from '../../../frame/text.js';
import { checkMessages, resultMessages } from '../../../messages/console.en.js';
import { messages } from '../../../messages/review.en.js';
import { Time } from '../../console/parts.js';
import type { Evidence, ReviewedJob } from './reviewed-job.js';

/** An evidence item with its number in the order of receipt, as on the report. */
export interface NumberedEvidence {
  number: number;
  item: Evidence;
}

export const numbered = ({ evidence }: Pick<ReviewedJob, 'evidence'>): NumberedEvidence[] =>
  evidence.map((item, index) => ({ number: index + 1, item }));

/** Returns the path of a file, because the page may be served under another name of this service. */
function mediaPath({ mediaUrl }: Pick<Evidence, 'mediaUrl'>): string {
  const { pathname, search } = new URL(mediaUrl);
  return pathname + search;
}
const previewPath = (item: Pick<Evidence, 'mediaUrl'>) => `${mediaPath(item)}&preview=640`;

interface ThumbnailsProps {
  photos: readonly NumberedEvidence[];
  selected: string | null;
  /** Returns the accessible name of a button. */
  labelOf: (photo: NumberedEvidence) => string;
  onSelect: (evidenceId: string) => void;
}

/** Small photos; a press on one shows it in full. */
export function Thumbnails({ photos, selected, labelOf, onSelect }: ThumbnailsProps) {
  if (photos.length === 0) return null;
  return (
    <ul class="thumbs">
      {photos.map((photo) => {
        const { number, item } = photo;
        return (
          <li key={item.evidenceId}>
            <button
              type="button"
              class={item.validationPassed ? 'thumb' : 'thumb rejected'}
              aria-pressed={item.evidenceId === selected}
              aria-label={labelOf(photo)}
              onClick={() => onSelect(item.evidenceId)}
            >
              {item.mediaType.startsWith('image/') && (
                <img src={previewPath(item)} alt="" loading="lazy" width="96" height="72" />
              )}
              <span>{messages.photo(number)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Media({ number, item, step }: NumberedEvidence & { step: string }) {
  const path = mediaPath(item);
  const alt = messages.photoOf(number, step, false);
  if (item.mediaType.startsWith('video/')) {
    // biome-ignore lint/a11y/useMediaCaption: evidence is shown as it was received
    return <video class="media" src={path} controls preload="metadata" aria-label={alt} />;
  }
  const isPicture = item.mediaType.startsWith('image/');
  return (
    <a
      class="media"
      href={path}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={messages.openFull(number)}
    >
      {isPicture ? (
        <img src={previewPath(item)} alt={alt} width="640" height="480" />
      ) : (
        messages.fileOf(item.mediaType)
      )}
    </a>
  );
}

function Checks({ checks }: Pick<Evidence, 'checks'>) {
  const notable = checks.filter(({ result }) => result === 'FAIL' || result === 'WARN');
  if (notable.length === 0) return <p class="small soft">{messages.allPassed}</p>;
  return (
    <ul class="tight" aria-label={messages.warnings}>
      {notable.map(({ name, result, message }) => (
        <li key={name} class="small">
          <span class={result === 'FAIL' ? 'badge bad' : 'badge warn'}>
            {checkMessages[name.toLowerCase()] ?? name}: {resultMessages[result.toLowerCase()]}
          </span>{' '}
          {message}
        </li>
      ))}
    </ul>
  );
}

interface PhotosProps {
  job: ReviewedJob;
  selected: string | null;
  onSelect: (evidenceId: string) => void;
  /** Moves the focus back to the current answer. */
  onBack: () => void;
}

/** The selected photo with its checks, and the photos of every step. */
export function Photos({ job, selected, onSelect, onBack }: PhotosProps) {
  const all = numbered(job);
  const shown = all.find(({ item }) => item.evidenceId === selected);
  const labelOf = (stepName: string) =>
    job.steps.find((step) => step.stepName === stepName)?.label ?? stepName;
  const extra = all
    .map(({ item }) => item.stepName)
    .filter((name) => !job.steps.some(({ stepName }) => stepName === name));
  const stepNames = [...new Set([...job.steps.map(({ stepName }) => stepName), ...extra])];
  return (
    <section class="part evidence-view" aria-labelledby="photos">
      <h2 id="photos">{messages.photos}</h2>
      {all.length === 0 && <p class="soft">{messages.noPhotos}</p>}
      {shown && (
        <figure>
          <Media {...shown} step={labelOf(shown.item.stepName)} key={shown.item.evidenceId} />
          <figcaption class="tight">
            <p class="line">
              <strong>
                {messages.photo(shown.number)} {labelOf(shown.item.stepName)}
              </strong>
              <span class={shown.item.validationPassed ? 'badge good' : 'badge bad'}>
                {shown.item.validationPassed ? messages.accepted : messages.notAccepted}
              </span>
            </p>
            <p class="small soft">
              {messages.taken} <Time at={shown.item.capturedAt} zone={job.timeZone} inner />
              {shown.item.distanceM !== null &&
                ` · ${messages.fromAddress(metresText(shown.item.distanceM))}`}
            </p>
            {shown.item.notes && <p>{shown.item.notes}</p>}
            <Checks checks={shown.item.checks} />
            <p class="back">
              <button type="button" class="button" onClick={onBack}>
                {messages.backToAnswer}
              </button>
            </p>
          </figcaption>
        </figure>
      )}
      <ul class="strip">
        {stepNames.map((name) => {
          const items = all.filter(({ item }) => item.stepName === name);
          return (
            <li key={name}>
              <p class="small">{labelOf(name)}</p>
              {items.length === 0 && <p class="small soft">{messages.noPhotosOf}</p>}
              <Thumbnails
                photos={items}
                selected={selected}
                labelOf={({ number, item }) =>
                  messages.photoOf(number, labelOf(name), !item.validationPassed)
                }
                onSelect={onSelect}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
