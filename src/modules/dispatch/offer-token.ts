import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Access } from '../../access.js';
import type { PresentedToken } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import { signedClaims } from '../../lib/signed-token.js';
import type { Services } from '../../services.js';
import type { OfferHolder } from '../../viewer.js';
import type { DispatchRun, DispatchThread } from './dispatch-run.js';

const claimsSchema = z.object({
  jti: z.string(),
  sub: z.string(),
  kind: z.literal('offer'),
  exp: z.number().int(),
});

/**
 * Returns the URL of the page with the token of an offer in its fragment, signed on each call. A bearer secret for
 * operators and the verifier.
 *
 * @returns null unless the thread is offered
 */
export async function offerLink(
  { baseUrl, serverKeys }: Pick<Services, 'baseUrl' | 'serverKeys'>,
  run: Pick<DispatchRun, '_id'>,
  { threadId, state, offeredAt, expiresAt }: DispatchThread,
): Promise<string | null> {
  if (state !== 'offered' || !offeredAt || !expiresAt) return null;
  const { keyId, privateKey } = serverKeys.tokens;
  const token = await new SignJWT({ kind: 'offer' })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: keyId })
    .setJti(threadId)
    .setSubject(run._id)
    .setIssuedAt(offeredAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey);
  return `${baseUrl}/offer#${token}`;
}

const invalid = (detail = errorText('error.offer_token')) => new ApiError('token_invalid', detail);

const presentedOffer = (value: string): PresentedToken<OfferHolder> => ({
  name: `offer ${value}`,
  value,
  async prove({ serverKeys, dispatch, clock }) {
    const claims = await signedClaims(serverKeys.tokens.privateKey, value, claimsSchema);
    const run = claims && (await dispatch.runs.find(claims.sub));
    const thread = run?.threads.find(({ threadId }) => threadId === claims?.jti);
    if (!claims || !run || !thread) throw invalid();
    const expiresAt = thread.expiresAt ?? new Date(claims.exp * 1000);
    // A verifier who declined can still open the link, which says so.
    if (expiresAt <= clock.now() && thread.state !== 'declined') {
      throw new ApiError(
        'token_expired',
        errorText('error.offer_expired_at', { time: expiresAt.toISOString() }),
      );
    }
    return { kind: 'offer_token', runId: run._id, threadId: thread.threadId };
  },
});

/** The token of an offer, sent as `Authorization: Bearer`. */
export const offerToken: Access<OfferHolder> = {
  label: 'offer token',
  security: [{ offerToken: [] }],
  errors: ['token_invalid', 'token_expired'],
  early: true,
  present: ({ bearer }) => (bearer === null ? null : presentedOffer(bearer)),
  admit({ caller }) {
    if (caller.bearer !== null) return caller.prove(presentedOffer(caller.bearer));
    const detail = errorText('error.send_offer_token');
    throw new ApiError('token_invalid', detail, { headers: { 'www-authenticate': 'Bearer' } });
  },
};
