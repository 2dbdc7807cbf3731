import { placeTimeText } from '../../../lib/time-zone.js';
import { Skip } from '../../mail/send-mail.js';
import { quoted } from '../letter.js';
import { notice } from '../notice.js';
import {
  linkedView,
  placeFacts,
  reportDueAt,
  requesterReason,
  toRequester,
  viewOf,
} from '../site-check-notice.js';

export const verifierOnWay = notice({
  kind: 'verifier_on_way',
  optional: true,
  on: {
    async 'job.assigned'(services, event) {
      const view = await viewOf(services, event);
      // The requester of a self-service check has chosen who takes the photos.
      if (view?.job.executionMode !== 'operator') return null;
      const addressed = await toRequester(services, view.request);
      return addressed?.to ? addressed : null;
    },
  },
  async read(services, mail) {
    const view = await linkedView(services, mail);
    if (view instanceof Skip) return view;
    const isGoing = view.job.status === 'assigned' || view.job.status === 'in_progress';
    return isGoing ? view : new Skip(`job_${view.job.status}`);
  },
  write({ request, action }, operatorName) {
    const dueAt = reportDueAt(request);
    return {
      subject: `A verifier is on the way: ${quoted(request.objective, 80)}`,
      heading: 'A verifier is on the way',
      paragraphs: [
        'A verifier has accepted your check and will take the photos at the place.',
        ...(dueAt ? [`The report is due by ${placeTimeText(dueAt, request)}.`] : []),
      ],
      facts: placeFacts(request),
      action,
      reason: requesterReason(operatorName),
    };
  },
});
