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

/** The masked email of a guest's request, and whether mail to it came back. */
export function Contact(props: ContactProps) {
  const { request, token, forms } = props;
  if (!token || request.customerId !== undefined || request.requesterEmail === null) return null;
  const { contact } = messages;
  const email = <bdi>{maskedEmail(request.requesterEmail)}</bdi>;
  const wrong = Object.keys(forms['contact']?.errors ?? {}).length > 0;
  return (
    <section class="tight" aria-labelledby="contact">
      <h2 id="contact" class="h3">
        {contact.heading}
      </h2>
      <p>{fill(request.mailReturned ? contact.returned : contact.goesTo, { email })}</p>
      <details open={wrong || request.mailReturned}>
        <summary>{contact.change}</summary>
        <ContactForm {...props} />
      </details>
    </section>
  );
}
