import { operation } from '../../operation.js';
import type { StoredEvent } from '../event/event.js';
import { type Step, stream } from '../event/stream.js';
import { reconcileSiteCheck } from './reconcile-site-check.js';
import { reader, siteCheckTarget } from './requester.js';
import { accessTokenArgument } from './select-offer.js';
import type { SiteCheckView } from './site-check.js';

export const followSiteCheck = operation({
  name: 'siteCheckUpdated',
  kind: 'subscription',
  description:
    'Streams a site check: its current state, then its state after each change of the site check or its job. Changes in quick succession are combined.',
  access: reader,
  target: siteCheckTarget,
  args: { accessToken: accessTokenArgument },
  refusals: ['rate_limited'],
  run(ctx, { requestId }): Promise<AsyncIterableIterator<Step<SiteCheckView>>> {
    let sent = '';
    const wants = ({ data }: StoredEvent) => data['request_id'] === requestId;
    return stream(ctx, requestId, { wants, revisits: true }, async ({ services }) => {
      const view = await reconcileSiteCheck(services, requestId);
      const state = `${view.request.revision} ${view.job.revision}`;
      if (state === sent) return [];
      sent = state;
      return [view];
    });
  },
});
