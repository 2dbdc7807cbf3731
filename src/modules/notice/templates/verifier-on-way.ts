import { Skip } from '../../mail/send-mail.js';
import { notice } from '../notice.js';
import {
  linkedView,
  placeFacts,
  reportDueAt,
  requestAction,
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
  write({ request, url }, writer) {
    const { t, quote, placeTime } = writer;
    const dueAt = reportDueAt(request);
    return {
      subject: t('mail.verifier_on_way.subject', { objective: quote(request.objective, 80) }),
      heading: t('mail.verifier_on_way.heading'),
      paragraphs: [
        t('mail.verifier_on_way.body'),
        ...(dueAt ? [t('mail.report_due', { time: placeTime(dueAt, request) })] : []),
      ],
      facts: placeFacts(writer, request),
      action: requestAction(writer, url),
      reason: requesterReason(writer),
    };
  },
});
