import { maskedEmail } from '../../lib/email-address.js';
import { fill } from '../frame/fill.js';
import { Field, Form, Problem } from '../frame/form.js';
import { type FormState, freshForm } from '../frame/form-state.js';
import { messages } from '../messages/status.en.js';
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
  const labels = { requester_email: messages.contact.email };
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
          {request.requesterEmail === null ? messages.contact.send : messages.contact.save}
        </button>
      </div>
    </Form>
  );
}

/**
 * The masked email of a guest's request, and why mail to it came back; nothing if no mail is sent. A customer sees the address of the account if
 * mail to it came back.
 */
export function Contact(props: ContactProps) {
  const { request, token, own, sendsMail, forms } = props;
  const { email: address, returned } = request.contact;
  const isGuests = request.customerId === undefined;
  if (!sendsMail || address === null || !(isGuests ? token : own && returned)) return null;
  const { contact } = messages;
  const email = <bdi>{maskedEmail(address)}</bdi>;
  const wrong = Object.keys(forms['contact']?.errors ?? {}).length > 0;
  const texts = isGuests ? contact.returned : contact.returnedToAccount;
  return (
    <section class="tight" aria-labelledby="contact">
      <h2 id="contact" class="h3">
        {contact.heading}
      </h2>
      <p>{fill(returned ? texts[returned.reason ?? 'other'] : contact.goesTo, { email })}</p>
      {isGuests && (
        <details open={wrong || returned !== null}>
          <summary>{contact.change}</summary>
          <ContactForm {...props} />
        </details>
      )}
    </section>
  );
}
