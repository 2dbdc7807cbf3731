import type { Language } from '../../messages/language.js';
import { languageFor } from '../../messages/match-language.js';
import type { Services } from '../../services.js';
import type { Invite } from './invite.js';

type LanguageNeeds = Pick<Services, 'customers' | 'siteChecks'>;

/**
 * Returns the language of mails to a requester: the one of the account, else the one of the site check, else English.
 */
export async function requesterLanguage(
  { customers, siteChecks }: LanguageNeeds,
  { customerId, requestId }: { customerId?: string; requestId?: string | null },
): Promise<Language> {
  const account = customerId === undefined ? null : await customers.find(customerId);
  if (account?.language !== undefined) return languageFor(account.language);
  const request = requestId == null ? null : await siteChecks.peek(requestId);
  return languageFor(request?.language);
}

/** Returns the language of messages to an invitee: the one that was stated, else the one of the requester. */
export const inviteLanguage = async (
  services: LanguageNeeds,
  requester: { customerId?: string; requestId?: string | null },
  { preferredLanguage }: Pick<Invite, 'preferredLanguage'>,
): Promise<Language> =>
  preferredLanguage === null
    ? requesterLanguage(services, requester)
    : languageFor(preferredLanguage);
