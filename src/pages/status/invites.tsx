import { mailErrorReason } from '../../modules/mail/mail-error.js';
import { fill } from '../frame/fill.js';
import { ActionButton, Field, Form, Problem } from '../frame/form.js';
import { type FormState, freshForm } from '../frame/form-state.js';
import { Time } from '../frame/format.js';
import { messages as frameMessages } from '../messages/frame.en.js';
import { messages } from '../messages/status.en.js';
import { Copy } from './photo-link.js';
import type { ShownInvite } from './read-request.js';

/** Returns the id of the form that creates an invite, or reassigns one. */
export const inviteFormId = (inviteId?: string) => (inviteId ? `give-${inviteId}` : 'invite');

interface FieldsProps {
  state: FormState;
  /** True if the service sends text messages. */
  sendsTexts: boolean;
}

function Fields({ state, sendsTexts }: FieldsProps) {
  const { inviteFields } = messages;
  return (
    <div class="pair">
      <Field
        state={state}
        name="invitee_name"
        label={inviteFields.invitee_name}
        hint={frameMessages.nameHint}
      />
      <Field state={state} name="invitee_email" label={inviteFields.invitee_email} type="email" />
      <Field
        state={state}
        name="invitee_phone"
        label={inviteFields.invitee_phone}
        hint={sendsTexts ? messages.textsSent : messages.noTexts}
        type="tel"
      />
    </div>
  );
}

function Delivery({ invite }: { invite: ShownInvite }) {
  const { status, sentAt, error } = invite.delivery;
  const failures: Record<string, string> = messages.failures;
  const text = fill(messages.deliveries[status], {
    time: sentAt ? <Time at={sentAt} /> : '',
    error: failures[mailErrorReason(error) ?? error ?? ''] ?? error ?? '',
  });
  return <>{text}</>;
}

/** Says why the link was not sent and what to do; nothing for one that was. */
function NotSent({ invite }: { invite: ShownInvite }) {
  const { status, error } = invite.delivery;
  if (status !== 'skipped') return null;
  const reasons: Record<string, string> = messages.notSent;
  return <p class="small">{reasons[error ?? ''] ?? messages.shareIt}</p>;
}

interface InviteProps {
  invite: ShownInvite;
  action: string;
  forms: Record<string, FormState>;
  sendsTexts: boolean;
}

function Invite({ invite, action, forms, sendsTexts }: InviteProps) {
  const { inviteId, status, sessionState, inviteeName } = invite;
  const id = inviteFormId(inviteId);
  const state = forms[id] ?? freshForm(id);
  const hidden = { invite_id: inviteId };
  const isOpen = status === 'active' || status === 'expired';
  const isSent = invite.channel === 'email' || (invite.channel === 'sms' && sendsTexts);
  return (
    <li class="card tight" data-key={inviteId}>
      <h3>{inviteeName}</h3>
      <p class="soft small">
        {messages.inviteStates[status]}
        {isOpen && sessionState && <> · {messages.sessionStates[sessionState]}</>}
        {isOpen && (
          <>
            {' · '}
            <Delivery invite={invite} />
          </>
        )}
      </p>
      {status === 'active' && <NotSent invite={invite} />}
      {status === 'active' && (
        <Copy text={invite.captureUrl}>{messages.copyInvite(inviteeName)}</Copy>
      )}
      {isOpen && (
        <div class="actions">
          <ActionButton do="revoke" action={action} hidden={hidden} button="button bad">
            {messages.revoke}
          </ActionButton>
        </div>
      )}
      {isOpen && invite.canResend && (
        <details data-key={`replace-${inviteId}`}>
          <summary>{messages.replaceLink}</summary>
          <div class="tight">
            {status === 'active' && <p class="soft">{messages.currentStops}</p>}
            <ActionButton do="resend" action={action} hidden={hidden}>
              {isSent ? messages.again : messages.replaceNow}
            </ActionButton>
          </div>
        </details>
      )}
      {isOpen && invite.canReassign && (
        <details data-key={`give-${inviteId}`} open={Object.keys(state.errors).length > 0}>
          <summary>{messages.toOtherPerson}</summary>
          <Form do="reassign" action={action} hidden={hidden} class="form">
            <Problem state={state} labels={messages.inviteFields} />
            {status === 'active' && <p class="soft">{messages.currentStops}</p>}
            <Fields state={state} sendsTexts={sendsTexts} />
            <div class="actions">
              <button type="submit" class="button">
                {messages.give}
              </button>
            </div>
          </Form>
        </details>
      )}
    </li>
  );
}

/** Invites of a customer: a form, and each link with its state. */
export function Invites(props: {
  invites: ShownInvite[];
  action: string;
  forms: Record<string, FormState>;
  sendsTexts: boolean;
}) {
  const { invites, action, forms, sendsTexts } = props;
  const state = forms[inviteFormId()] ?? freshForm(inviteFormId());
  return (
    <section class="stack" aria-labelledby="ask" data-key="invites">
      <div class="tight">
        <h2 id="ask">{messages.ask}</h2>
        <p class="soft">{messages.askLead}</p>
      </div>
      <Form do="invite" action={action} label={messages.ask} class="form">
        <Problem state={state} labels={messages.inviteFields} />
        <Fields state={state} sendsTexts={sendsTexts} />
        <div class="actions">
          <button type="submit" class="button">
            {messages.sendLink}
          </button>
        </div>
      </Form>
      {invites.length > 0 && (
        <ul class="tight" aria-label={messages.invites}>
          {invites.map((invite) => (
            <Invite invite={invite} action={action} forms={forms} sendsTexts={sendsTexts} />
          ))}
        </ul>
      )}
    </section>
  );
}
