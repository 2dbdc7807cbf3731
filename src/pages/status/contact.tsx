import { maskedEmail } from '../../lib/email-address.js';
import { fill } from '../../messages/fill.js';
import { statusCatalogue } from '../../messages/status/catalogue.js';
import type { StatusEnglish } from '../../messages/status/en.js';
import type { MailErrorReason } from '../../modules/mail/mail-error.js';
import { Field, Form, Problem } from '../frame/form.js';
import { type FormState, freshForm } from '../frame/form-state.js';
import { useText } from '../frame/frame-text.js';
import type { ShownRequest } from './read-request.js';

interface ContactProps {
  request: ShownRequest;
  action: string;
  token: string | undefined;
  /** True if the service sends mail. */
  sendsMail: boolean;
  /** True if the request belongs to the account of the reader's session. */
  own: boolean;
  forms: Record<string, FormState>;
}

/** The form that changes the email of a guest's request. */
export function ContactForm({ request, action, token, forms }: ContactProps) {
  const state = forms['contact'] ?? freshForm('contact');
  const t = useText(statusCatalogue);
  const labels = { requester_email: t('status.contact.address') };
  return (
    <Form do="contact" action={action} token={token} class="form narrow">
      <Problem state={state} labels={labels} />
      <Field
        state={state}
        name="requester_email"
        label={labels.requester_email}
        type="email"
        autocomplete="email"
      />
      <div class="actions">
        <button type="submit" class="button">
          {t(request.requesterEmail === null ? 'status.contact.send' : 'status.contact.save')}
        </button>
      </div>
    </Form>
  );
}

/** Messages by the reason why mail to a guest came back. */
const returnedTexts = {
  mailbox_full: 'status.contact.full',
  unknown_address: 'status.contact.unknown',
  other: 'status.contact.returned',
} as const satisfies Record<MailErrorReason | 'other', keyof StatusEnglish>;

/** The same to a customer, whose address belongs to the account. */
const returnedToAccount = {
  mailbox_full: 'status.contact.account_full',
  unknown_address: 'status.contact.account_unknown',
  other: 'status.contact.account_returned',
} as const satisfies Record<MailErrorReason | 'other', keyof StatusEnglish>;

/**
 * The masked email of a guest's request, and why mail to it came back; nothing if no mail is sent. A customer sees the address of the account if
 * mail to it came back.
 */
export function Contact(props: ContactProps) {
  const t = useText(statusCatalogue);
  const { request, token, own, sendsMail, forms } = props;
  const { email: address, returned } = request.contact;
  const isGuests = request.customerId === undefined;
  if (!sendsMail || address === null || !(isGuests ? token : own && returned)) return null;
  const email = <bdi>{maskedEmail(address)}</bdi>;
  const wrong = Object.keys(forms['contact']?.errors ?? {}).length > 0;
  const texts = isGuests ? returnedTexts : returnedToAccount;
  return (
    <section class="tight" aria-labelledby="contact">
      <h2 id="contact" class="h3">
        {t('status.contact')}
      </h2>
      <p>
        {fill(
          t(returned ? texts[returned.reason ?? 'other'] : 'status.contact.goes_to', {
            email: '{email}',
          }),
          { email },
        )}
      </p>
      {isGuests && (
        <details open={wrong || returned !== null}>
          <summary>{t('status.contact.change')}</summary>
          <ContactForm {...props} />
        </details>
      )}
    </section>
  );
}
