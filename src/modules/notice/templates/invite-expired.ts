import { inviteExpiresAt, inviteState } from '../../job/invite-state.js';
import { notice } from '../notice.js';
import {
  aboutRequest,
  mailedView,
  placeFacts,
  requestAction,
  requesterReason,
  requestUrl,
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
    const url = await requestUrl(services, view.request, mail);
    return { request: view.request, invite, url };
  },
  write({ request, invite, url }, writer) {
    const { t, quote } = writer;
    const time = writer.time(inviteExpiresAt(invite));
    const name = quote(invite.inviteeName, 80);
    return {
      subject: t('mail.invite_expired.subject', { objective: quote(request.objective, 80) }),
      heading: t('mail.invite_expired.heading'),
      paragraphs: [
        invite.own
          ? t('mail.invite_expired.own', { time })
          : t('mail.invite_expired.sent', { name, time }),
        t('mail.invite_expired.next'),
      ],
      facts: placeFacts(writer, request),
      action: requestAction(writer, url),
      reason: requesterReason(writer),
    };
  },
});
