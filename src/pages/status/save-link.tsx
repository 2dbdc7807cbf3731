import { statusCatalogue } from '../../messages/status/catalogue.js';
import { ActionButton } from '../frame/form.js';
import type { FormState } from '../frame/form-state.js';
import { useText } from '../frame/frame-text.js';
import { ContactForm } from './contact.js';
import { Copy, QrCode } from './photo-link.js';
import { endedEarly } from './progress.js';
import type { ShownRequest } from './read-request.js';

interface SaveLinkProps {
  request: ShownRequest;
  own: boolean;
  sendsMail: boolean;
  action: string;
  token: string | undefined;
  forms: Record<string, FormState>;
  privateLink: string | null;
}

/** Asks a guest who gets no mail to keep the private link; the script hides it on this device once it is saved. */
export function SaveLink(props: SaveLinkProps) {
  const { request, own, sendsMail, action, token, privateLink } = props;
  const t = useText(statusCatalogue);
  if (!privateLink || own || request.customerId !== undefined) return null;
  const getsMail = sendsMail && request.requesterEmail !== null;
  if (getsMail || endedEarly.includes(request.status)) return null;
  return (
    <section class="card photo-link" aria-labelledby="save-link" data-save={request.requestId}>
      <div class="tight">
        <h2 id="save-link" class="h3">
          {t('status.save')}
        </h2>
        <p>{t(sendsMail ? 'status.save.lead' : 'status.save.no_mail')}</p>
        <Copy text={privateLink}>{t('status.save.copy')}</Copy>
        <div class="actions">
          <button type="button" class="button" data-share={privateLink} hidden>
            {t('status.save.share')}
          </button>
          <ActionButton do="calendar" action={action} token={token} file>
            {t('status.save.calendar')}
          </ActionButton>
        </div>
        {sendsMail && (
          <details open={Object.keys(props.forms['contact']?.errors ?? {}).length > 0}>
            <summary>{t('status.save.by_mail')}</summary>
            <ContactForm {...props} />
          </details>
        )}
        <p data-script="" hidden>
          <button type="button" class="button" data-saved="">
            {t('status.save.saved')}
          </button>
        </p>
      </div>
      <QrCode text={privateLink} label={t('status.save.qr')} />
    </section>
  );
}
