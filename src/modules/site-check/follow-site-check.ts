import { operation } from '../../operation.js';
import { type Step, stream } from '../event/stream.js';
import { joinSiteCheck } from './join-site-check.js';
import { reader, siteCheckTarget } from './requester.js';
import { accessTokenArgument } from './select-offer.js';
import type { SiteCheckView } from './site-check.js';

export const followSiteCheck = operation({
  name: 'siteCheckUpdated',
  kind: 'subscription',
  description:
    'Yields a site check now and after each change of it or its job; of several changes at once, the last.',
  access: reader,
  target: siteCheckTarget,
  args: { accessToken: accessTokenArgument },
  refusals: ['rate_limited'],
  run(ctx, { requestId }): Promise<AsyncIterableIterator<Step<SiteCheckView>>> {
    let sent = '';
    return stream(ctx, requestId, async ({ services }) => {
      const view = await joinSiteCheck(services, requestId);
      const state = `${view.request.revision} ${view.job.revision}`;
      if (state === sent) return [];
      sent = state;
      return [view];
    });
  },
});
