import { fill } from '../../messages/fill.js';
import { statusCatalogue } from '../../messages/status/catalogue.js';
import type { StatusEnglish } from '../../messages/status/en.js';
import type { CaptureSessionState, InviteStatus } from '../../modules/job/invite.js';
import { type MailErrorReason, mailErrorReason } from '../../modules/mail/mail-error.js';
import type { SmsError } from '../../modules/mail/sms-provider.js';
import { ActionButton, Field, Form, Problem } from '../frame/form.js';
import { type FormState, freshForm } from '../frame/form-state.js';
import { Time } from '../frame/format.js';
import { useFrameText, useText } from '../frame/frame-text.js';
import { Copy } from './photo-link.js';
import type { ShownInvite } from './read-request.js';

/** Returns the id of the form that creates an invite, or reassigns one. */
export const inviteFormId = (inviteId?: string) => (inviteId ? `give-${inviteId}` : 'invite');

type Key = keyof StatusEnglish;

const inviteStates = {
  active: 'status.invite_state.active',
  expired: 'status.invite_state.expired',
  invalidated: 'status.invite_state.invalidated',
  completed: 'status.invite_state.completed',
} as const satisfies Record<InviteStatus, Key>;

const sessionStates = {
  not_started: 'status.session.not_started',
  opened: 'status.session.opened',
  capturing: 'status.session.capturing',
  submitted: 'status.session.submitted',
} as const satisfies Record<CaptureSessionState, Key>;

/** Messages by the reason why a link could not be sent. */
const failures = {
  sms_not_configured: 'status.failed.sms_not_configured',
  no_number: 'status.failed.no_number',
  number_not_valid: 'status.failed.number_not_valid',
  number_not_reachable: 'status.failed.number_not_reachable',
  region_not_supported: 'status.failed.region_not_supported',
  recipient_opted_out: 'status.failed.recipient_opted_out',
  message_blocked: 'status.failed.message_blocked',
  not_delivered: 'status.failed.not_delivered',
  bounced: 'status.failed.bounced',
  mailbox_full: 'status.failed.mailbox_full',
  unknown_address: 'status.failed.unknown_address',
} as const satisfies Record<SmsError | MailErrorReason | 'bounced', Key>;

/** Messages by the reason why a link was not sent. */
const notSent = {
  address_not_confirmed: 'status.not_sent.address_not_confirmed',
  mail_not_configured: 'status.not_sent.mail_not_configured',
  sms_not_configured: 'status.not_sent.sms_not_configured',
  no_address: 'status.not_sent.no_address',
  address_not_plain: 'status.not_sent.address_not_plain',
  no_number: 'status.not_sent.no_number',
  number_not_valid: 'status.not_sent.number_not_valid',
  recipient_opted_out: 'status.not_sent.recipient_opted_out',
} as const satisfies Record<string, Key>;

const isKeyOf = <T extends object>(table: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(table, key);

/** Returns the labels of the fields, by name. */
function useLabels() {
  const t = useText(statusCatalogue);
  return {
    invitee_name: t('status.invite.name'),
    invitee_email: t('status.invite.email'),
    invitee_phone: t('status.invite.phone'),
  };
}

interface FieldsProps {
  state: FormState;
  /** True if the service sends text messages. */
  sendsTexts: boolean;
}

function Fields({ state, sendsTexts }: FieldsProps) {
  const t = useText(statusCatalogue);
  const frame = useFrameText();
  const labels = useLabels();
  return (
    <div class="pair">
      <Field
        state={state}
        name="invitee_name"
        label={labels.invitee_name}
        hint={frame('frame.name_hint')}
      />
      <Field state={state} name="invitee_email" label={labels.invitee_email} type="email" />
      <Field
        state={state}
        name="invitee_phone"
        label={labels.invitee_phone}
        hint={t(sendsTexts ? 'status.invite.texts_sent' : 'status.invite.no_texts')}
        type="tel"
      />
    </div>
  );
}

function Delivery({ invite }: { invite: ShownInvite }) {
  const { status, sentAt, error } = invite.delivery;
  const t = useText(statusCatalogue);
  if (status === 'queued') return <>{t('status.delivery.queued')}</>;
  if (status === 'skipped') return <>{t('status.delivery.skipped')}</>;
  if (status === 'sent') {
    const time = sentAt && <Time at={sentAt} />;
    return <>{fill(t('status.delivery.sent', { time: '{time}' }), { time })}</>;
  }
  const reason = mailErrorReason(error) ?? error ?? '';
  if (isKeyOf(failures, reason)) return <>{t(failures[reason])}</>;
  // The provider's own text.
  return <>{fill(t('status.failed.other', { error: '{error}' }), { error: <bdi>{error}</bdi> })}</>;
}

/** Says why the link was not sent and what to do; nothing for one that was. */
function NotSent({ invite }: { invite: ShownInvite }) {
  const t = useText(statusCatalogue);
  const { status, error } = invite.delivery;
  if (status !== 'skipped') return null;
  const reason = error ?? '';
  return (
    <p class="small">{t(isKeyOf(notSent, reason) ? notSent[reason] : 'status.not_sent.other')}</p>
  );
}

interface InviteProps {
  invite: ShownInvite;
  action: string;
  forms: Record<string, FormState>;
  sendsTexts: boolean;
}

function Invite({ invite, action, forms, sendsTexts }: InviteProps) {
  const t = useText(statusCatalogue);
  const labels = useLabels();
  const { inviteId, status, sessionState, inviteeName } = invite;
  const name = <bdi>{inviteeName}</bdi>;
  const id = inviteFormId(inviteId);
  const state = forms[id] ?? freshForm(id);
  const hidden = { invite_id: inviteId };
  const isOpen = status === 'active' || status === 'expired';
  const isSent = invite.channel === 'email' || (invite.channel === 'sms' && sendsTexts);
  return (
    <li class="card tight" data-key={inviteId}>
      <h3>{name}</h3>
      <p class="soft small">
        {t(inviteStates[status])}
        {isOpen && sessionState && <> · {t(sessionStates[sessionState])}</>}
        {isOpen && (
          <>
            {' · '}
            <Delivery invite={invite} />
          </>
        )}
      </p>
      {status === 'active' && <NotSent invite={invite} />}
      {status === 'active' && (
        <Copy text={invite.captureUrl}>
          {fill(t('status.invite.copy', { name: '{name}' }), { name })}
        </Copy>
      )}
      {isOpen && (
        <div class="actions">
          <ActionButton do="revoke" action={action} hidden={hidden} button="button bad">
            {t('status.invite.revoke')}
          </ActionButton>
        </div>
      )}
      {isOpen && invite.canResend && (
        <details data-key={`replace-${inviteId}`}>
          <summary>{t('status.link.replace')}</summary>
          <div class="tight">
            {status === 'active' && <p class="soft">{t('status.link.current_stops')}</p>}
            <ActionButton do="resend" action={action} hidden={hidden}>
              {t(isSent ? 'status.invite.again' : 'status.link.replace_now')}
            </ActionButton>
          </div>
        </details>
      )}
      {isOpen && invite.canReassign && (
        <details data-key={`give-${inviteId}`} open={Object.keys(state.errors).length > 0}>
          <summary>{t('status.invite.to_other')}</summary>
          <Form do="reassign" action={action} hidden={hidden} class="form">
            <Problem state={state} labels={labels} />
            {status === 'active' && <p class="soft">{t('status.link.current_stops')}</p>}
            <Fields state={state} sendsTexts={sendsTexts} />
            <div class="actions">
              <button type="submit" class="button">
                {t('status.invite.give')}
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
  const t = useText(statusCatalogue);
  const labels = useLabels();
  const { invites, action, forms, sendsTexts } = props;
  const state = forms[inviteFormId()] ?? freshForm(inviteFormId());
  return (
    <section class="stack" aria-labelledby="ask" data-key="invites">
      <div class="tight">
        <h2 id="ask">{t('status.invite.ask')}</h2>
        <p class="soft">{t('status.invite.lead')}</p>
      </div>
      <Form do="invite" action={action} label={t('status.invite.ask')} class="form">
        <Problem state={state} labels={labels} />
        <Fields state={state} sendsTexts={sendsTexts} />
        <div class="actions">
          <button type="submit" class="button">
            {t('status.invite.send')}
          </button>
        </div>
      </Form>
      {invites.length > 0 && (
        <ul class="tight" aria-label={t('status.invite.list')}>
          {invites.map((invite) => (
            <Invite invite={invite} action={action} forms={forms} sendsTexts={sendsTexts} />
          ))}
        </ul>
      )}
    </section>
  );
}
