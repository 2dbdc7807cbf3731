import type { LoggedEvent } from '../../../aggregate/event-log.js';
import { consequenceId } from '../../../lib/ids.js';
import { placeTimeText } from '../../../lib/time-zone.js';
import type { Services } from '../../../services.js';
import { inviteMail } from '../../invite/invite-mail.js';
import { captureLink } from '../../job/capture-link.js';
import { inviteMailKind } from '../../job/invite-change.js';
import { inviteExpiresAt, inviteState, inviteTokenId } from '../../job/invite-state.js';
import { photoCodeUrl } from '../../job/photo-code.js';
import type { ReconcileNeeds } from '../../site-check/reconcile-site-check.js';
import { quoted, when } from '../letter.js';
import { type Addressed, idIn, notice } from '../notice.js';
import { mailedView, placeFacts, viewOf } from '../site-check-notice.js';
import { stopHint, textName } from '../text-message.js';

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
  write({ request, url, expiresAt, photos }, operatorName) {
    const name = quoted(request.requesterName ?? '', 80);
    const sender = name || `A customer of ${operatorName}`;
    return {
      subject: `${sender} asks you to take photos of a place`,
      heading: 'Please take photos of a place',
      paragraphs: [
        `${sender} asks you to show with your phone how things are at this place. It takes a few minutes.`,
      ],
      facts: [...placeFacts(request), { label: 'Photos', value: String(photos) }],
      action: { label: 'Take the photos', url },
      notes: [
        'Open the link on your phone when you are at the place. The phone asks for your position: the report says where each photo was taken.',
        `The link is for you alone and works until ${when(expiresAt)}.`,
      ],
      reason: `You get this mail because ${name || 'the customer'} gave ${operatorName} your address for this. If you do not know who that is, ignore it.`,
    };
  },
  text({ request, shortUrl, expiresAt }, operatorName) {
    const operator = textName(operatorName);
    const anyone = operator ? `A customer of ${operator}` : 'A customer';
    const sender = textName(request.requesterName ?? '') || anyone;
    const until = placeTimeText(expiresAt, request);
    return `${sender} asks you to take photos of a place: ${shortUrl} The link works until ${until}. ${stopHint}`;
  },
});
