import qrcode from 'qrcode';
import { fill } from '../frame/fill.js';
import { ActionButton } from '../frame/form.js';
import { Time } from '../frame/format.js';
import { Icon } from '../frame/icons.js';
import { messages } from '../messages/status.en.js';

/** A photo link in the page. */
export interface PhotoLink {
  url: string;
  expiresAt: Date;
}

/** A QR code as one path, in a square with the required quiet zone of four modules. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = qrcode.create(text, { errorCorrectionLevel: 'L' }).modules;
  const dark = [...data].flatMap((bit, index) =>
    bit ? [`M${(index % size) + 4} ${Math.floor(index / size) + 4}h1v1h-1z`] : [],
  );
  return (
    <svg class="qr" viewBox={`0 0 ${size + 8} ${size + 8}`} role="img" aria-label={label}>
      <rect width={size + 8} height={size + 8} fill="#fff" />
      <path d={dark.join('')} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

/** A copy button with its status region. */
export function Copy(props: { text: string; children: string }) {
  return (
    <div class="actions copy" data-script="" hidden>
      <button type="button" class="button" data-copy={props.text}>
        <Icon name="copy" />
        {props.children}
      </button>
      <span role="status" class="small" data-said="" />
    </div>
  );
}

interface PhotoLinkProps {
  link: PhotoLink | null;
  jobId: string;
  action: string;
  token: string | undefined;
  /** True if an earlier link exists that is not available here. */
  earlier: boolean;
}

/** The photo link of a self-service request. */
export function PhotoLinkPart({ link, jobId, action, token, earlier }: PhotoLinkProps) {
  const button = (
    <ActionButton do="link" action={action} token={token} button={link ? 'button' : 'button go'}>
      {messages.getPhotoLink}
    </ActionButton>
  );
  if (!link) {
    return (
      <section class="tight">
        {button}
        {earlier && <p class="soft small">{messages.earlierStops}</p>}
      </section>
    );
  }
  return (
    <section class="stack">
      <div class="card photo-link">
        <div class="tight">
          <p>
            <a class="button go large" href={link.url} data-photos-of={jobId}>
              {messages.takePhotos}
            </a>
          </p>
          <Copy text={link.url}>{messages.copyPhotoLink}</Copy>
          <p class="soft small">{messages.scan}</p>
          <p class="soft small">
            {fill(messages.worksUntil, { time: <Time at={link.expiresAt} /> })}
          </p>
        </div>
        <QrCode text={link.url} label={messages.qr} />
      </div>
      <div class="actions">
        {button}
        <p class="soft small">{messages.earlierStops}</p>
      </div>
    </section>
  );
}
