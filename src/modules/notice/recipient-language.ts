import type { Language } from '../../messages/language.js';
import { languageFor } from '../../messages/match-language.js';
import { inviteLanguage, requesterLanguage } from '../job/recipient-language.js';
import type { Mail } from '../mail/mail.js';
import type { NoticeNeeds } from './notice.js';

/** Returns the language of a mail: the one that its recipient chose. */
export async function recipientLanguage(
  services: NoticeNeeds,
  { kind, about }: Pick<Mail, 'kind' | 'about'>,
): Promise<Language> {
  if (kind === 'dispatch_offer') {
    const { providerId } = about;
    const provider = providerId === undefined ? null : await services.providers.find(providerId);
    return languageFor(provider?.language);
  }
  if (kind === 'capture_invite') {
    const job = about.jobId === undefined ? null : await services.jobs.get(about.jobId, {});
    const invite = job?.invites?.find(({ inviteId }) => inviteId === about.inviteId);
    if (job && invite) return inviteLanguage(services, job, invite);
  }
  return requesterLanguage(services, about);
}
