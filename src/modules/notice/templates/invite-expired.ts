import { inviteExpiresAt, inviteState } from '../../job/invite-state.js';
import { quoted, when } from '../letter.js';
import { notice } from '../notice.js';
import {
  aboutRequest,
  mailedView,
  placeFacts,
  requestAction,
  requesterReason,
  viewOf,
} from '../site-check-notice.js';

export const inviteExpired = notice({
  kind: 'invite_expired',
  on: {
    async 'job.opened'(services, event) {
      if (event.data['previous_status'] !== 'assigned') return null;
      const view = await viewOf(services, event);
      const invite = view?.job.invites?.at(-1);
      if (!view || !invite || view.request.customerId === undefined) return null;
      if (inviteState(view.job, invite, event.timestamp) !== 'expired') return null;
      const customer = await services.customers.find(view.request.customerId);
      if (!customer?.email || !customer.emailConfirmedAt) return null;
      const about = { ...aboutRequest(view.request), inviteId: invite.inviteId };
      return { to: customer.email, about };
    },
  },
  async read(services, mail) {
    const view = await mailedView(services, mail);
    const invite = view?.job.invites?.find(({ inviteId }) => inviteId === mail.about.inviteId);
    if (!view || !invite) return null;
    // It was sent again, reassigned or used since.
    if (inviteState(view.job, invite, services.clock.now()) !== 'expired') return null;
    const action = await requestAction(services, view.request, mail);
    return { request: view.request, invite, action };
  },
  write({ request, invite, action }, operatorName) {
    const at = when(inviteExpiresAt(invite));
    const name = quoted(invite.inviteeName, 80);
    return {
      subject: `Photo link expired: ${quoted(request.objective, 80)}`,
      heading: 'A link for taking photos has expired',
      paragraphs: [
        invite.own
          ? `Your link for taking the photos expired on ${at} before any photo arrived.`
          : `The link that was sent to ${name} expired on ${at} before any photo arrived.`,
        'The site check waits: send the link again, give it to someone else, or take the photos yourself.',
      ],
      facts: placeFacts(request),
      action,
      reason: requesterReason(operatorName),
    };
  },
});
