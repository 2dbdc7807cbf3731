import { objectiveKey } from '../../question/objective.js';
import { readVersion } from '../../report/get-report.js';
import { signedReportLink } from '../../report/report-link.js';
import type { ReportContent } from '../../report/report-schema.js';
import { findDelivery } from '../../report/version-delivery.js';
import { quoted, sentence, when } from '../letter.js';
import { notice } from '../notice.js';
import { mailedView, placeFacts, requesterReason } from '../site-check-notice.js';

const sentencesOf = (text: string, count: number): string =>
  text
    .split(/(?<=\.) /)
    .slice(0, count)
    .join(' ');

/**
 * Returns what a report answers: for the subject the value alone, for the first line all of it; null when the objective
 * has no answer, and for reports from before there were answers.
 */
export function resultOf({ headline, answers = [] }: Pick<ReportContent, 'headline' | 'answers'>) {
  const value = answers.find((one) => one.question_key === objectiveKey)?.text;
  if (!headline?.answer || value === undefined) return null;
  const { question, answer } = headline;
  return {
    subject: `${quoted(value, 60)}: ${quoted(question, 80)}`,
    line: `${sentence(quoted(question))} ${quoted(answer, 300)}`,
  };
}

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
    return { request: view.request, header: found.header, content, url };
  },
  write({ request, header, content, url }, operatorName) {
    const { versionNumber, changeSummaryText, generatedAt } = header;
    const expires = new Date(Number(new URL(url).searchParams.get('expires')) * 1000);
    const result = resultOf(content);
    const news = versionNumber === 1 ? 'Your report is ready' : 'Your report has a new version';
    return {
      subject: result?.subject ?? `Your report: ${quoted(request.objective, 80)}`,
      heading: result?.line ?? news,
      paragraphs: [
        ...(result ? [`${news}.`] : []),
        sentencesOf(content.summary, 2),
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
