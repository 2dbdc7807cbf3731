import type { LoggedEvent } from '../../../aggregate/event-log.js';
import { placeTimeText } from '../../../lib/time-zone.js';
import type { Services } from '../../../services.js';
import { nearestMarketCity } from '../../catalogue/serviceability.js';
import { taskHours } from '../../dispatch/accept-provider-offer.js';
import { offerCodeUrl } from '../../dispatch/offer-code.js';
import { offerLink } from '../../dispatch/offer-token.js';
import { type OfferedWork, offeredWork, workText } from '../../dispatch/offered-work.js';
import { textRecipient } from '../../invite/invite-mail.js';
import { quoted, sentence } from '../letter.js';
import { type Addressed, idIn, notice } from '../notice.js';
import { stopHint, textName } from '../text-message.js';

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

const questionList = ({ questions }: OfferedWork): string =>
  questions.map((question) => sentence(quoted(question))).join(' ');

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
    const city = nearestMarketCity(services.catalogue, job)?.name ?? null;
    const { expiresAt, distanceKm } = thread;
    const deadline = placeTimeText(expiresAt, job);
    const { objective } = job;
    const work = offeredWork(job);
    const shortUrl = offerCodeUrl(services, run, thread);
    return {
      url,
      shortUrl,
      deadline,
      distanceKm,
      city,
      objective,
      work,
      payText: run.payText ?? null,
    };
  },
  write({ url, deadline, distanceKm, city, objective, work, payText }, operatorName) {
    const near = city === null ? '' : ` near ${city}`;
    return {
      subject: `A job${near} for you`,
      heading: `A job${near}`,
      paragraphs: [
        `${operatorName} offers you a job: go to a place and show with your phone how things are there.`,
      ],
      facts: [
        { label: 'Question', value: quoted(objective) },
        { label: 'Work', value: workText(work) },
        ...(payText === null ? [] : [{ label: 'Pay', value: quoted(payText) }]),
        ...(city === null ? [] : [{ label: 'City', value: city }]),
        ...(distanceKm === null ? [] : [{ label: 'Distance', value: `${distanceKm} km` }]),
        { label: 'Accept by', value: deadline },
        ...(work.questions.length === 0
          ? []
          : [{ label: 'Also asked', value: questionList(work) }]),
      ],
      action: { label: 'See the offer', url },
      notes: [
        `Others may have this offer too: the first to accept gets the job and its address, and has ${taskHours} hours to finish it.`,
      ],
      reason: `You get this mail because ${operatorName} has your address for offers of jobs.`,
    };
  },
  text({ shortUrl, deadline, city }, operatorName) {
    const operator = textName(operatorName) || 'A verification service';
    const place = textName(city ?? '');
    const near = place ? ` near ${place}` : '';
    return `${operator} offers you a job${near}: ${shortUrl} Accept by ${deadline}. ${stopHint}`;
  },
});
