import { objectiveKey } from '../../question/objective.js';
import { readVersion } from '../../report/get-report.js';
import { signedReportLink } from '../../report/report-link.js';
import type { ReportContent } from '../../report/report-schema.js';
import { findDelivery } from '../../report/version-delivery.js';
import { type Passage, quoted, sentence } from '../letter.js';
import { notice } from '../notice.js';
import { mailedView, placeFacts, requesterReason } from '../site-check-notice.js';
import type { Writer } from '../writer.js';

const sentencesOf = (text: string, count: number): string =>
  text
    .split(/(?<=\.) /)
    .slice(0, count)
    .join(' ');

/**
 * Returns what a report answers, in the languages of the report: for the subject the value alone, for the first line all
 * of it; null when the objective has no answer, and for reports from before there were answers.
 */
export function resultOf({ headline, answers = [] }: Pick<ReportContent, 'headline' | 'answers'>) {
  const value = answers.find((one) => one.question_key === objectiveKey)?.text;
  if (!headline?.answer || value === undefined) return null;
  const { question, answer } = headline;
  return {
    value: quoted(value, 60),
    question: quoted(question, 80),
    line: `${sentence(quoted(question))} ${quoted(answer, 300)}`,
  };
}

/** Returns text of a report as paragraphs; in a mail of another language, after a sentence that says so. */
export const resultParagraphs = (
  { language, t }: Writer,
  texts: readonly string[],
): (string | Passage)[] => {
  if (language === 'en' || texts.length === 0) return [...texts];
  return [t('mail.report_in_english'), ...texts.map((text) => ({ text, lang: 'en' }))];
};

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
  write({ request, header, content, url }, writer) {
    const { t, quote, time } = writer;
    const { versionNumber, changeSummaryText, generatedAt } = header;
    const expires = new Date(Number(new URL(url).searchParams.get('expires')) * 1000);
    const result = resultOf(content);
    const isFirst = versionNumber === 1;
    const news = isFirst
      ? t('mail.report_delivered.heading')
      : t('mail.report_delivered.heading_new');
    const ready = isFirst ? t('mail.report_delivered.ready') : t('mail.report_delivered.ready_new');
    const summary = sentencesOf(content.summary, 2);
    const changed = quoted(changeSummaryText ?? '', 500);
    const objective = quote(request.objective, 80);
    const version = String(versionNumber);
    // The report is in English: an English mail starts with its answer.
    const leads = writer.language === 'en' ? result : null;
    return {
      subject: leads
        ? t('mail.report_delivered.subject_answer', {
            answer: leads.value,
            question: leads.question,
          })
        : t('mail.report_delivered.subject', { objective }),
      heading: leads ? leads.line : news,
      paragraphs: [
        ...(leads ? [ready] : []),
        ...resultParagraphs(writer, [...(!leads && result ? [result.line] : []), summary]),
        ...(changed ? [t('mail.report_delivered.changed', { summary: quote(changed, 500) })] : []),
      ],
      facts: [
        ...placeFacts(writer, request),
        {
          label: t('mail.fact.version'),
          value: t('mail.report_delivered.version', { version, time: time(generatedAt) }),
        },
      ],
      action: { label: t('mail.report_delivered.action'), url },
      notes: [t('mail.report_delivered.link', { time: time(expires) })],
      reason: requesterReason(writer),
    };
  },
});
