import type { RequestContext } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import { createQueue } from '../../lib/queue.js';
import { ratePolicies } from '../../limits.js';
import type { Language } from '../../messages/language.js';
import { countAttempt } from '../rate-limit/count-attempt.js';
import { drawCard } from './draw-card.js';
import { readSharedContent } from './open-share-link.js';

export type CardQueue = ReturnType<typeof createCardQueue>;

/** Draws one card at a time; 20 others can wait. */
export const createCardQueue = () =>
  createQueue({
    atOnce: 1,
    waitingMax: 20,
    createError: () =>
      new ApiError('unavailable', errorText('error.pictures'), {
        headers: { 'retry-after': '2' },
      }),
  });

/**
 * Returns the picture that previews of a link show, as PNG.
 * @throws errors of `openShareLink`, `report_not_found`, `erased`, `rate_limited` and `unavailable`
 */
export async function sharedCard(
  ctx: RequestContext,
  token: string,
  language: Language,
): Promise<Buffer> {
  const { rateLimiter, cardQueue } = ctx.services;
  const shared = await readSharedContent(ctx, token);
  countAttempt(rateLimiter, [{ policy: ratePolicies.sharedCards, key: ctx.address }]);
  return cardQueue.run(() => drawCard(shared, language));
}
