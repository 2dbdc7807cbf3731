import { readVersion } from '../../report/get-report.js';
import { signedReportLink } from '../../report/report-link.js';
import { findDelivery } from '../../report/version-delivery.js';
import { quoted, when } from '../letter.js';
import { notice } from '../notice.js';
import { mailedView, placeFacts, requesterReason } from '../site-check-notice.js';

const sentencesOf = (text: string, count: number): string =>
  text
    .split(/(?<=\.) /)
    .slice(0, count)
    .join(' ');

/** Queued by its delivery, whose follower completes it after a crash. */
export const reportDelivered = notice({
  kind: 'report_delivered',
  on: {},
  async read(services, mail) {
    const view = await mailedView(services, mail);
    const found = view && findDelivery(view.job, mail.about.deliveryId ?? '');
    if (!found || found.header.withdrawnAt) return null;
    const { content } = await readVersion(services, view.job, found.header);
    const version = found.header.versionNumber;
    const url = signedReportLink(services, {
      requestId: view.request._id,
      version,
      // From the time of each attempt: a mail can be retried after the link of the first attempt has expired.
      from: services.clock.now(),
    });
    return { request: view.request, header: found.header, summary: content.summary, url };
  },
  write({ request, header, summary, url }, operatorName) {
    const { versionNumber, changeSummaryText, generatedAt } = header;
    const expires = new Date(Number(new URL(url).searchParams.get('expires')) * 1000);
    return {
      subject: `Your report: ${quoted(request.objective, 80)}`,
      heading: versionNumber === 1 ? 'Your report is ready' : 'Your report has a new version',
      paragraphs: [
        sentencesOf(summary, 2),
        ...(changeSummaryText ? [`What changed: ${quoted(changeSummaryText, 500)}`] : []),
      ],
      facts: [
        ...placeFacts(request),
        { label: 'Version', value: `${versionNumber}, made on ${when(generatedAt)}` },
      ],
      action: { label: 'Read the report', url },
      notes: [`The link works until ${when(expires)}, for everybody who has it.`],
      reason: requesterReason(operatorName),
    };
  },
});
