import type { Call } from '../../context.js';
import { operation } from '../../operation.js';
import type { Viewer } from '../../viewer.js';
import type { StoredEvent } from '../event/event.js';
import { type Step, stream } from '../event/stream.js';
import { type Party, viewFor } from './party.js';
import { reader, siteCheckTarget } from './requester.js';
import { accessTokenArgument } from './select-offer.js';
import type { SiteCheckView } from './site-check.js';

/**
 * A site check as a party sees it: as it is, then again after each change.
 * @param caller what the stream is counted under
 * @throws ApiError `site_check_not_found`, `rate_limited`
 */
export function followFor<V extends Viewer & Party>(
  ctx: Call<V>,
  requestId: string,
  caller: string,
): Promise<AsyncIterableIterator<Step<SiteCheckView>>> {
  let sent = '';
  const wants = ({ data }: StoredEvent) => data['request_id'] === requestId;
  return stream(ctx, caller, { wants, revisits: true }, async ({ services, viewer }) => {
    const view = await viewFor(services, viewer, requestId);
    const state = `${view.request.revision} ${view.job.revision}`;
    if (state === sent) return [];
    sent = state;
    return [view];
  });
}

export const followSiteCheck = operation({
  name: 'siteCheckUpdated',
  kind: 'subscription',
  description:
    'Stream a site check: its current state, then its state after each change of the site check or its job. Changes in quick succession are combined.',
  access: reader,
  target: siteCheckTarget,
  args: { accessToken: accessTokenArgument },
  errors: ['rate_limited'],
  run: (ctx, { requestId }) => followFor(ctx, requestId, requestId),
});
