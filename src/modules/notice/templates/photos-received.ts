import { minute } from '../../../lib/units.js';
import { Skip } from '../../mail/send-mail.js';
import { quoted } from '../letter.js';
import { notice } from '../notice.js';
import {
  linkedView,
  placeFacts,
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
  write: ({ request, action }, operatorName) => ({
    subject: `All photos are in: ${quoted(request.objective, 80)}`,
    heading: 'All photos are in',
    paragraphs: ['We are reviewing the photos. You get the report by mail.'],
    facts: placeFacts(request),
    action,
    reason: requesterReason(operatorName),
  }),
});
