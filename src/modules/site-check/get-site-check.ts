import { z } from 'zod';
import { get, operation } from '../../operation.js';
import { viewFor } from './party.js';
import { reader, siteCheckTarget } from './requester.js';
import { accessTokenArgument, accessTokenField } from './select-offer.js';
import type { SiteCheckView } from './site-check.js';

export const getSiteCheck = operation({
  name: 'siteCheck',
  kind: 'query',
  description: 'Get a site check.',
  access: reader,
  target: siteCheckTarget,
  args: { accessToken: accessTokenArgument },
  errors: [],
  rest: get('/v1/public/site-checks/{request_id}', {
    tool: { name: 'get_site_check' },
    operationId: 'get_site_check',
    tag: 'Site checks',
    summary: 'Get a site check',
    query: z.object({ accessToken: accessTokenField }),
  }),
  run: ({ services, viewer }, { requestId }): Promise<SiteCheckView> =>
    viewFor(services, viewer, requestId),
});
