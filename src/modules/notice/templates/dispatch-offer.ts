import type { LoggedEvent } from '../../../aggregate/event-log.js';
import type { Services } from '../../../services.js';
import { textsOf } from '../../catalogue/service-texts.js';
import { nearestMarketCity } from '../../catalogue/serviceability.js';
import { taskHours } from '../../dispatch/accept-provider-offer.js';
import { offerCodeUrl } from '../../dispatch/offer-code.js';
import { offerLink } from '../../dispatch/offer-token.js';
import { offeredWork } from '../../dispatch/offered-work.js';
import { textRecipient } from '../../invite/invite-mail.js';
import { wordingIn } from '../../report/reader-wording.js';
import { type Addressed, idIn, notice } from '../notice.js';

async function offered(
  services: Pick<Services, 'dispatch' | 'jobs'>,
  event: LoggedEvent,
): Promise<Addressed | null> {
  const run = await services.dispatch.runs.find(idIn(event, 'run_id'));
  const thread = run?.threads.find(({ threadId }) => threadId === idIn(event, 'thread_id'));
  if (!run || !thread || thread.channel === 'link') return null;
  const { jobId } = run;
  const { threadId, channel, providerId, email, phone = null } = thread;
  return {
    ...(channel === 'sms'
      ? textRecipient(phone, await services.jobs.get(jobId, {}))
      : { to: email }),
    // Without the site check: its customer can see the mails about it.
    about: {
      jobId,
      runId: run._id,
      threadId,
      ...(providerId !== null && { providerId }),
    },
  };
}

/** The mail with the link of an offer; it reveals neither the address nor the customer. */
export const dispatchOffer = notice({
  kind: 'dispatch_offer',
  on: { 'dispatch.offered': offered },
  async read(services, { about }) {
    const run = await services.dispatch.runs.find(about.runId ?? '');
    const thread = run?.threads.find(({ threadId }) => threadId === about.threadId);
    const url = run && thread && (await offerLink(services, run, thread));
    if (!run || !thread?.expiresAt || !url) return null;
    const job = await services.jobs.get(run.jobId, {});
    const { catalogue } = services;
    const city = nearestMarketCity(catalogue, job)?.name ?? null;
    const { expiresAt, distanceKm } = thread;
    const work = offeredWork(job);
    const shortUrl = offerCodeUrl(services, run, thread);
    return {
      url,
      shortUrl,
      job,
      expiresAt,
      distanceKm,
      city,
      work,
      texts: textsOf(catalogue, job.serviceKey),
      payText: run.payText ?? null,
    };
  },
  write({ url, job, expiresAt, distanceKm, city, work, texts, payText }, writer) {
    const { t, quote, operator, placeTime, distance, language } = writer;
    const title =
      city === null
        ? t('mail.dispatch_offer.title')
        : t('mail.dispatch_offer.title_near', { city });
    const { photoCount, questionCount, estimatedMinutes, questions } = work;
    const counts = { photos: photoCount, questions: questionCount, minutes: estimatedMinutes };
    const { labels, prose } = wordingIn(language, texts);
    const more = prose(
      questions.map((one) => quote(labels.question(one.questionKey, 'label', one.label))),
    );
    return {
      subject: title,
      heading: title,
      paragraphs: [t('mail.dispatch_offer.body', { operator })],
      facts: [
        { label: t('mail.fact.question'), value: quote(job.objective) },
        { label: t('mail.fact.work'), value: t('mail.dispatch_offer.work', counts) },
        ...(payText === null ? [] : [{ label: t('mail.fact.pay'), value: quote(payText) }]),
        ...(city === null ? [] : [{ label: t('mail.fact.city'), value: city }]),
        ...(distanceKm === null
          ? []
          : [{ label: t('mail.fact.distance'), value: distance(distanceKm) }]),
        { label: t('mail.fact.accept_by'), value: placeTime(expiresAt, job) },
        ...(more === '' ? [] : [{ label: t('mail.fact.more_questions'), value: more }]),
      ],
      action: { label: t('mail.dispatch_offer.action'), url },
      notes: [t('mail.dispatch_offer.first', { hours: taskHours })],
      reason: t('mail.dispatch_offer.why', { operator }),
    };
  },
  text({ shortUrl: url, job, expiresAt, city: name }, writer) {
    const { t, smsName } = writer;
    const [operator, city] = [smsName(writer.operator), smsName(name ?? '')];
    const time = writer.placeTime(expiresAt, job, 'digits');
    if (operator) {
      return city
        ? t('sms.dispatch_offer.near', { operator, city, url, time })
        : t('sms.dispatch_offer', { operator, url, time });
    }
    return city
      ? t('sms.dispatch_offer.anonymous_near', { city, url, time })
      : t('sms.dispatch_offer.anonymous', { url, time });
  },
});
