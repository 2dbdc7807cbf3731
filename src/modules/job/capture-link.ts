import type { Services } from '../../services.js';
import type { Invite } from './invite.js';
import { inviteState, inviteTokenId } from './invite-state.js';
import type { Job } from './job.js';
import { issueTaskToken } from './task-token.js';

/** Returns the URL of the capture page with a task token in its fragment. */
export const captureUrl = (baseUrl: string, taskToken: string): string =>
  `${baseUrl}/capture#${taskToken}`;

/**
 * Returns the URL of the capture page with the newest token of an invite in its fragment, issued again from the token's
 * record; without a token unless the invite is active. A bearer secret for the requester and the invitee.
 */
export async function captureLink(
  services: Pick<Services, 'baseUrl' | 'clock' | 'serverKeys'>,
  job: Job,
  invite: Invite,
): Promise<string> {
  const { baseUrl, clock, serverKeys } = services;
  const page = `${baseUrl}/capture`;
  if (inviteState(job, invite, clock.now()) !== 'active') return page;
  const record = job.tokens.find(({ tokenId }) => tokenId === inviteTokenId(invite));
  if (!record || record.revokedAt) return page;
  return captureUrl(baseUrl, await issueTaskToken(serverKeys.tokens, job, record));
}
