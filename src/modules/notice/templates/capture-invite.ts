import type { LoggedEvent } from '../../../aggregate/event-log.js';
import { consequenceId } from '../../../lib/ids.js';
import type { Services } from '../../../services.js';
import { inviteMail } from '../../invite/invite-mail.js';
import { captureLink } from '../../job/capture-link.js';
import { inviteMailKind } from '../../job/invite-change.js';
import { inviteExpiresAt, inviteState, inviteTokenId } from '../../job/invite-state.js';
import { photoCodeUrl } from '../../job/photo-code.js';
import type { ReconcileNeeds } from '../../site-check/reconcile-site-check.js';
import { type Addressed, idIn, notice } from '../notice.js';
import { mailedView, placeFacts, viewOf } from '../site-check-notice.js';

/** Returns the mail that the use case also queues; with the same id, so that it is created once. */
async function planned(
  services: ReconcileNeeds & Pick<Services, 'customers'>,
  event: LoggedEvent,
): Promise<Addressed | null> {
  const job = (await viewOf(services, event))?.job;
  const invite = job?.invites?.find(({ inviteId }) => inviteId === idIn(event, 'invite_id'));
  const mailId = consequenceId(event._id, inviteMailKind);
  if (!job || !invite?.sends.some((send) => send.mailId === mailId)) return null;
  return inviteMail(services, job, invite);
}

export const captureInvite = notice({
  kind: inviteMailKind,
  on: {
    'invite.created': planned,
    'invite.resent': planned,
    'invite.reassigned': planned,
  },
  async read(services, mail) {
    const view = await mailedView(services, mail);
    const invite = view?.job.invites?.find(({ inviteId }) => inviteId === mail.about.inviteId);
    if (!view || !invite) return null;
    // A later link has its own mail.
    if (invite.sends.at(-1)?.mailId !== mail._id) return null;
    if (inviteState(view.job, invite, services.clock.now()) !== 'active') return null;
    const photos = view.job.steps.filter(({ required }) => required).length;
    const url = await captureLink(services, view.job, invite);
    const shortUrl = photoCodeUrl(services, view.job._id, inviteTokenId(invite));
    return { request: view.request, url, shortUrl, expiresAt: inviteExpiresAt(invite), photos };
  },
  write({ request, url, expiresAt, photos }, writer) {
    const { t, quote, operator } = writer;
    const sender = quote(request.requesterName ?? '', 80);
    return {
      subject: sender
        ? t('mail.capture_invite.subject', { sender })
        : t('mail.capture_invite.subject_customer', { operator }),
      heading: t('mail.capture_invite.heading'),
      paragraphs: [
        sender
          ? t('mail.capture_invite.body', { sender })
          : t('mail.capture_invite.body_customer', { operator }),
      ],
      facts: [
        ...placeFacts(writer, request),
        { label: t('mail.fact.photos'), value: t('mail.capture_invite.photos', { photos }) },
      ],
      action: { label: t('mail.capture_invite.action'), url },
      notes: [
        t('mail.capture_invite.position'),
        t('mail.capture_invite.link', { time: writer.time(expiresAt) }),
      ],
      reason: sender
        ? t('mail.capture_invite.why', { sender, operator })
        : t('mail.capture_invite.why_customer', { operator }),
    };
  },
  text({ request, shortUrl: url, expiresAt }, { t, smsName, operator: name, placeTime }) {
    const [sender, operator] = [smsName(request.requesterName ?? ''), smsName(name)];
    const time = placeTime(expiresAt, request, 'digits');
    if (sender) return t('sms.capture_invite', { sender, url, time });
    return operator
      ? t('sms.capture_invite.customer', { operator, url, time })
      : t('sms.capture_invite.anonymous', { url, time });
  },
});
