import { type ServiceTexts, textsOf } from '../../catalogue/service-texts.js';
import { answerText } from '../../report/answer-text.js';
import { readVersion } from '../../report/get-report.js';
import { changesFor } from '../../report/reader-text.js';
import { type Wording, wordingIn } from '../../report/reader-wording.js';
import { signedReportLink } from '../../report/report-link.js';
import type { ReportContent } from '../../report/report-schema.js';
import { summarySentences } from '../../report/report-summary.js';
import { answerLine, objectiveAnswer } from '../../report/verdict.js';
import { findDelivery } from '../../report/version-delivery.js';
import { notice } from '../notice.js';
import { mailedView, placeFacts, requesterReason } from '../site-check-notice.js';
import type { Writer } from '../writer.js';

/** Returns the wording of a report in a mail, which quotes the text of others in at most `max` characters. */
const quoting = ({ language, quote }: Writer, max: number, texts?: ServiceTexts): Wording => ({
  ...wordingIn(language, texts),
  own: (text) => quote(text, max),
});

/**
 * Returns what a report answers: for the subject the value alone, for the first line all of it; null when the objective
 * has no answer, and for reports from before there were answers.
 */
export function resultOf(writer: Writer, content: Pick<ReportContent, 'headline' | 'answers'>) {
  const { headline } = content;
  const answer = objectiveAnswer(content);
  if (!headline?.answer || !answer) return null;
  const wording = quoting(writer, 300);
  return {
    value: answerText(quoting(writer, 60), answer, answer),
    question: writer.quote(headline.question, 80),
    line: wording.prose([writer.quote(headline.question), answerLine(wording, content)]),
  };
}

/** Returns what changed since the previous version, as a paragraph; none for the first one. */
function changeParagraphs(writer: Writer, content: ReportContent, texts: ServiceTexts): string[] {
  const changes = changesFor(quoting(writer, 200, texts), content);
  if (!changes) return [];
  const summary = changes.isEnglish ? writer.quote(changes.text, 500) : changes.text;
  return [writer.t('mail.report_delivered.changed', { summary })];
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
    const texts = textsOf(services.catalogue, view.job.serviceKey);
    return { request: view.request, header: found.header, content, texts, url };
  },
  write({ request, header, content, texts, url }, writer) {
    const { t, quote, time } = writer;
    const { versionNumber, generatedAt } = header;
    const expires = new Date(Number(new URL(url).searchParams.get('expires')) * 1000);
    const result = resultOf(writer, content);
    const isFirst = versionNumber === 1;
    const news = isFirst
      ? t('mail.report_delivered.heading')
      : t('mail.report_delivered.heading_new');
    const ready = isFirst ? t('mail.report_delivered.ready') : t('mail.report_delivered.ready_new');
    const wording = wordingIn(writer.language);
    const version = String(versionNumber);
    return {
      subject: result
        ? t('mail.report_delivered.subject_answer', {
            answer: result.value,
            question: result.question,
          })
        : t('mail.report_delivered.subject', { objective: quote(request.objective, 80) }),
      heading: result ? result.line : news,
      paragraphs: [
        ...(result ? [ready] : []),
        // About the status and the steps; the rest is in the report.
        wording.prose(summarySentences(wording, content).slice(0, 2)),
        ...changeParagraphs(writer, content, texts),
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
