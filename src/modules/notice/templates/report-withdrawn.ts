import { currentVersion } from '../../job/report-version.js';
import { readVersion } from '../../report/get-report.js';
import { signedReportLink } from '../../report/report-link.js';
import { notice } from '../notice.js';
import {
  mailedView,
  placeFacts,
  reasonParagraphs,
  requesterReason,
  toRequester,
  viewOf,
} from '../site-check-notice.js';
import { resultOf } from './report-delivered.js';

export const reportWithdrawn = notice({
  kind: 'report_withdrawn',
  on: {
    async 'report.withdrawn'(services, event) {
      const view = await viewOf(services, event);
      const versionNumber = Number(event.data['version_number']);
      const header = view?.job.reports.find((one) => one.versionNumber === versionNumber);
      if (!view || !header || !(header.deliveredAt || header.firstViewedAt)) return null;
      return toRequester(services, view.request, { versionNumber });
    },
  },
  async read(services, mail) {
    const view = await mailedView(services, mail);
    const { versionNumber } = mail.about;
    const header = view?.job.reports.find((one) => one.versionNumber === versionNumber);
    if (!view || !header?.withdrawnAt) return null;
    const shown = currentVersion(view.job.reports) ?? header;
    const url = signedReportLink(services, {
      requestId: view.request._id,
      version: shown.versionNumber,
      // From the time of each attempt, as in the mail that delivers a report.
      from: services.clock.now(),
    });
    // The answer of a withdrawn version is not repeated.
    const content = shown.withdrawnAt
      ? null
      : (await readVersion(services, view.job, shown)).content;
    return { request: view.request, header, withdrawnAt: header.withdrawnAt, shown, content, url };
  },
  write({ request, header, withdrawnAt, shown, content, url }, writer) {
    const { t, quote, time } = writer;
    const version = String(header.versionNumber);
    const current = { version: String(shown.versionNumber) };
    const isCurrent = current.version === version;
    const result = content && resultOf(writer, content);
    return {
      subject: t('mail.report_withdrawn.subject', { objective: quote(request.objective, 80) }),
      heading: t('mail.report_withdrawn.heading'),
      paragraphs: [
        t('mail.report_withdrawn.body', { version, time: time(withdrawnAt) }),
        ...reasonParagraphs(writer, header.withdrawReason),
        isCurrent ? t('mail.report_withdrawn.none') : t('mail.report_withdrawn.current', current),
        ...(result ? [result.line] : []),
      ],
      facts: placeFacts(writer, request),
      action: {
        label: isCurrent
          ? t('mail.report_withdrawn.see')
          : t('mail.report_withdrawn.read', current),
        url,
      },
      reason: requesterReason(writer),
    };
  },
});
