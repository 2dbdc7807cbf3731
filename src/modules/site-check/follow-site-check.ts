import type { RequestContext } from '../../context.js';
import { type Step, stream } from '../event/stream.js';
import { getSiteCheck } from './get-site-check.js';
import type { SiteCheckView } from './site-check.js';

/**
 * A request as it stands, then whenever it or its job has changed; of several changes at once, the
 * last.
 *
 * @param accessToken as for `getSiteCheck`
 * @throws ApiError what `getSiteCheck` throws, `rate_limited`
 */
export async function followSiteCheck(
  ctx: RequestContext,
  requestId: string,
  accessToken: string | null,
): Promise<AsyncIterableIterator<Step<SiteCheckView>>> {
  let told = '';
  return stream(ctx, requestId, async (now) => {
    const view = await getSiteCheck(now, requestId, accessToken);
    const state = `${view.request.revision} ${view.job.revision}`;
    if (state === told) return [];
    told = state;
    return [view];
  });
}
