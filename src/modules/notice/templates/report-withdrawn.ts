import { currentVersion } from '../../job/report-version.js';
import { readVersion } from '../../report/get-report.js';
import { signedReportLink } from '../../report/report-link.js';
import { quoted, when } from '../letter.js';
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
    const result = shown.withdrawnAt
      ? null
      : resultOf((await readVersion(services, view.job, shown)).content);
    return { request: view.request, header, withdrawnAt: header.withdrawnAt, shown, result, url };
  },
  write({ request, header, withdrawnAt, shown, result, url }, operatorName) {
    const [number, current] = [header.versionNumber, shown.versionNumber];
    return {
      subject: `Report withdrawn: ${quoted(request.objective, 80)}`,
      heading: 'A report was withdrawn',
      paragraphs: [
        `Version ${number} of your report was withdrawn on ${when(withdrawnAt)}. Do not rely on it any more.`,
        ...reasonParagraphs(header.withdrawReason),
        current === number
          ? 'There is no other version at the moment.'
          : `Version ${current} is the current one.`,
        ...(result ? [result.line] : []),
      ],
      facts: placeFacts(request),
      action: {
        label: current === number ? 'See the withdrawn version' : `Read version ${current}`,
        url,
      },
      reason: requesterReason(operatorName),
    };
  },
});
