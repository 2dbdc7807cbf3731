import type { LoggedEvent } from '../../aggregate/event-log.js';
import { consequenceId } from '../../lib/ids.js';
import type { Services } from '../../services.js';
import { Skip } from '../mail/send-mail.js';
import { renderLetter } from './layout.js';
import type { Notice, NoticeNeeds } from './notice.js';
import { notices } from './notices.js';
import { recipientLanguage } from './recipient-language.js';
import { createWriter } from './writer.js';

/** Registers the renderer of one kind of mail. */
function renderNotice<D>(services: NoticeNeeds, record: Notice<D>): void {
  const { kind, optional, read, write, text } = record;
  const { operatorName, mailFrom } = services.config;
  const { mailPreferences, baseUrl } = services;
  services.mails.renderWith(kind, async (mail) => {
    const isText = mail.channel === 'sms';
    // Nothing is rendered if nothing can be sent.
    if (!isText && mailFrom === undefined) return null;
    const to = optional ? mail.to : null;
    if (to !== null && (await mailPreferences.isUnsubscribed(to))) return new Skip('unsubscribed');
    const data = await read(services, mail);
    if (data === null) return null;
    if (data instanceof Skip) return data;
    const writer = createWriter(await recipientLanguage(services, mail), operatorName);
    if (isText) return text ? { subject: '', text: text(data, writer), html: null } : null;
    const unsubscribeUrl =
      to === null ? undefined : `${baseUrl}/unsubscribe/${mailPreferences.tokenFor(to)}`;
    const from = mailFrom ?? '';
    return renderLetter(write(data, writer), { writer, from, unsubscribeUrl });
  });
}

async function queueNotices(services: NoticeNeeds, event: LoggedEvent): Promise<void> {
  for (const { kind, on } of notices) {
    const addressed = await on[event.type]?.(services, event);
    if (!addressed) continue;
    await services.mails.queue({ id: consequenceId(event._id, kind), kind, ...addressed });
  }
}

/** Mails events to the people concerned, one mail per event and kind. */
export function followNotices(services: NoticeNeeds & Pick<Services, 'followers'>): void {
  for (const one of notices) renderNotice(services, one as Notice<unknown>);
  const followed = new Set(notices.flatMap(({ on }) => Object.keys(on)));
  services.followers.followEvents('mails', (event) => queueNotices(services, event), {
    subject: ({ _id, type }) => (followed.has(type) ? _id : null),
  });
}
