import type { Child } from 'hono/jsx';
import qrcode from 'qrcode';
import { fill } from '../../messages/fill.js';
import { statusCatalogue } from '../../messages/status/catalogue.js';
import { ActionButton } from '../frame/form.js';
import { Time } from '../frame/format.js';
import { useText } from '../frame/frame-text.js';
import { Icon } from '../frame/icons.js';
import type { ShownRequest } from './read-request.js';

/** A QR code as one path, in a square with the required quiet zone of four modules. */
export function QrCode({ text, label }: { text: string; label: string }) {
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
export function Copy(props: { text: string; children: Child }) {
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
  request: ShownRequest;
  action: string;
  token: string | undefined;
}

/** A button that ends the link that works now, after the reader has opened it. */
function ReplaceLink({ request, action, token }: PhotoLinkProps) {
  const t = useText(statusCatalogue);
  const { photoLink, selfService } = request;
  const name = <bdi>{selfService?.invite.inviteeName}</bdi>;
  return (
    <details data-key="replace-link">
      <summary>{t(photoLink ? 'status.link.replace' : 'status.link.take_yourself')}</summary>
      <div class="tight">
        <p class="soft">
          {photoLink
            ? t('status.link.current_stops')
            : fill(t('status.link.invitee_stops', { name: '{name}' }), { name })}
        </p>
        <ActionButton do="link" action={action} token={token}>
          {t(photoLink ? 'status.link.replace_now' : 'status.link.get')}
        </ActionButton>
      </div>
    </details>
  );
}

/** The photo link of a self-service request. */
export function PhotoLinkPart(props: PhotoLinkProps) {
  const t = useText(statusCatalogue);
  const { request, action, token } = props;
  const { photoLink, selfService } = request;
  if (!photoLink) {
    if (selfService?.status === 'active') return <ReplaceLink {...props} />;
    return (
      <ActionButton do="link" action={action} token={token} button="button go large">
        {t('status.link.get')}
      </ActionButton>
    );
  }
  return (
    <section class="stack">
      <div class="card photo-link">
        <div class="tight">
          <p class="actions">
            <a class="button go large" href={photoLink.url} data-photos-of={request.jobId}>
              {t('status.link.take_photos')}
            </a>
          </p>
          <Copy text={photoLink.url}>{t('status.link.copy')}</Copy>
          <p class="soft small">{t('status.link.scan')}</p>
          <p class="soft small">
            {fill(t('status.link.until', { time: '{time}' }), {
              time: <Time at={photoLink.expiresAt} />,
            })}
          </p>
        </div>
        <QrCode text={photoLink.scanUrl} label={t('status.link.qr')} />
      </div>
      <ReplaceLink {...props} />
    </section>
  );
}
