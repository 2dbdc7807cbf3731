import { minute } from '../../../lib/units.js';
import { Skip } from '../../mail/send-mail.js';
import { notice } from '../notice.js';
import {
  linkedView,
  placeFacts,
  requestAction,
  requesterReason,
  toRequester,
  viewOf,
} from '../site-check-notice.js';

/** A report that is ready within this time is the only mail. */
const reportMilliseconds = 10 * minute;

export const photosReceived = notice({
  kind: 'photos_received',
  optional: true,
  on: {
    async 'job.submitted'(services, event) {
      const view = await viewOf(services, event);
      const addressed = view && (await toRequester(services, view.request));
      if (!addressed?.to) return null;
      return { ...addressed, at: new Date(event.timestamp.getTime() + reportMilliseconds) };
    },
  },
  async read(services, mail) {
    const view = await linkedView(services, mail);
    if (view instanceof Skip) return view;
    return view.job.status === 'submitted' ? view : new Skip(`job_${view.job.status}`);
  },
  write: ({ request, url }, writer) => ({
    subject: writer.t('mail.photos_received.subject', {
      objective: writer.quote(request.objective, 80),
    }),
    heading: writer.t('mail.photos_received.heading'),
    paragraphs: [writer.t('mail.photos_received.body')],
    facts: placeFacts(writer, request),
    action: requestAction(writer, url),
    reason: requesterReason(writer),
  }),
});
