import type { LoggedEvent } from '../../../aggregate/event-log.js';
import { consequenceId } from '../../../lib/ids.js';
import type { Services } from '../../../services.js';
import { addressedInvite, inviteOfMail } from '../../invite/invite-mail.js';
import { inviteMailKind } from '../../job/invite-change.js';
import { inviteExpiresAt } from '../../job/invite-state.js';
import { quoted, when } from '../letter.js';
import { type Addressed, idIn, notice } from '../notice.js';
import { mailedView, placeFacts } from '../site-check-notice.js';

/** Queued by the call that issues a link too; here, what a kill between the two has left. */
async function planned(services: Services, event: LoggedEvent): Promise<Addressed | null> {
  const job = await services.jobs.find(idIn(event, 'job_id'), {});
  const invite = job?.invites?.find(({ inviteId }) => inviteId === idIn(event, 'invite_id'));
  const mailId = consequenceId(event._id, inviteMailKind);
  if (!job || !invite?.sends.some((send) => send.mailId === mailId)) return null;
  return addressedInvite(services, job, invite);
}

export const captureInvite = notice({
  kind: inviteMailKind,
  on: {
    'invite.created': planned,
    'invite.resent': planned,
    'invite.reassigned': planned,
  },
  async read(services, mail) {
    const found = await inviteOfMail(services, mail);
    const view = found && (await mailedView(services, mail));
    if (!found || !view) return null;
    const photos = found.job.steps.filter(({ required }) => required).length;
    const expiresAt = inviteExpiresAt(found.invite);
    return { request: view.request, url: found.captureUrl, expiresAt, photos };
  },
  write({ request, url, expiresAt, photos }, operatorName) {
    const name = quoted(request.requesterName ?? '', 80);
    const who = name || `A customer of ${operatorName}`;
    return {
      subject: `${who} asks you to take photos of a place`,
      heading: 'Please take photos of a place',
      paragraphs: [
        `${who} asks you to show with your phone how things are at this place. It takes a few minutes.`,
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
});
