import { ActionButton } from '../frame/form.js';
import type { FormState } from '../frame/form-state.js';
import { messages } from '../messages/status.en.js';
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
  const { saveLink } = messages;
  if (!privateLink || own || request.customerId !== undefined) return null;
  const getsMail = sendsMail && request.requesterEmail !== null;
  if (getsMail || endedEarly.includes(request.status)) return null;
  return (
    <section class="card photo-link" aria-labelledby="save-link" data-save={request.requestId}>
      <div class="tight">
        <h2 id="save-link" class="h3">
          {saveLink.heading}
        </h2>
        <p>{sendsMail ? saveLink.lead : saveLink.noMail}</p>
        <Copy text={privateLink}>{saveLink.copy}</Copy>
        <div class="actions">
          <button type="button" class="button" data-share={privateLink} hidden>
            {saveLink.share}
          </button>
          <ActionButton do="calendar" action={action} token={token} file>
            {saveLink.calendar}
          </ActionButton>
        </div>
        {sendsMail && (
          <details open={Object.keys(props.forms['contact']?.errors ?? {}).length > 0}>
            <summary>{saveLink.byMail}</summary>
            <ContactForm {...props} />
          </details>
        )}
        <p data-script="" hidden>
          <button type="button" class="button" data-saved="">
            {saveLink.saved}
          </button>
        </p>
      </div>
      <QrCode text={privateLink} label={saveLink.qr} />
    </section>
  );
}
