import { z } from 'zod';
import { scope } from '../../access.js';
import type { RequestContext } from '../../context.js';
import { cursorText, filterText, idText } from '../../lib/bounded-text.js';
import { statusText } from '../../lib/list-args.js';
import { pageNewestFirst } from '../../lib/newest-first.js';
import { type Page, pageLengthMax } from '../../lib/page.js';
import { choice, timestamp, whole } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import type { Services } from '../../services.js';
import { intakeSource } from '../job/job.js';
import { ensureJob } from './make-job.js';
import { settleSiteChecks } from './settle-site-checks.js';
import type { SiteCheck, SiteCheckView } from './site-check.js';
import type { SiteCheckFilter } from './site-check.store.js';
import { siteCheckStatus } from './states.js';

const pageLength = 20;

/** Arguments of a list of site checks, besides its filter. */
export const siteCheckPageArgs = {
  first: whole({ ge: 1, le: pageLengthMax })
    .nullish()
    .default(pageLength)
    .describe('Maximum number of site checks to return.'),
  after: cursorText().nullish().describe('Cursor after which the page begins.'),
};

/** The query of the same list on REST. */
export const siteCheckPageQuery = {
  status: statusText('site checks'),
  limit: whole({ ge: 1, le: pageLengthMax })
    .default(pageLength)
    .describe('Maximum number of site checks to return.'),
  cursor: cursorText().nullish().describe('Cursor from the Link header of the previous response.'),
};

/**
 * One page of site checks with their jobs, newest first. What is due of them is settled before.
 * @param hasBefore whether the client asks if the list has items before the page
 * @throws ApiError `bad_cursor`
 */
export async function pageOfSiteChecks(
  ctx: RequestContext,
  filter: SiteCheckFilter,
  { first, after }: { first?: number | null | undefined; after?: string | null | undefined },
  hasBefore: boolean,
): Promise<Page<SiteCheckView>> {
  const { services, notes } = ctx;
  const { siteChecks } = services;
  const { customerId, status, intakeSource: source, createdAfter, createdBefore } = filter;
  const scope = ['site checks', customerId, status, source, createdAfter, createdBefore];
  await settleSiteChecks(services, customerId == null ? {} : { customerId });
  return pageNewestFirst(
    {
      scope,
      keyOf: ({ request }: SiteCheckView) => ({ at: request.createdAt, id: request._id }),
      read: async (range) => {
        const { items, more } = await siteChecks.list(filter, range);
        return { items: await viewsOf(services, items), more };
      },
      count: () => siteChecks.count(filter),
    },
    { count: first ?? pageLength, after: after ?? null },
    hasBefore,
    notes,
  );
}

/** Requests with their jobs. */
const viewsOf = (services: Services, requests: readonly SiteCheck[]): Promise<SiteCheckView[]> =>
  Promise.all(
    requests.map(async (request) => ({ request, job: await ensureJob(services, request) })),
  );

/** Which site checks of a list; every condition given must hold. */
const siteCheckFilter = z
  .object({
    status: choice(siteCheckStatus).nullish().describe('Only site checks with this status.'),
    customerId: idText().nullish().describe('Only site checks of this customer.'),
    intakeSource: choice(intakeSource)
      .nullish()
      .describe('Only site checks requested through this channel.'),
    createdAfter: timestamp().nullish().describe('Only site checks requested after this time.'),
    createdBefore: timestamp().nullish().describe('Only site checks requested before this time.'),
  })
  .meta({
    input: 'SiteCheckFilter',
    description: 'Conditions on site checks; a site check must meet all of them.',
  });

export const listSiteChecks = operation({
  name: 'siteChecks',
  kind: 'query',
  description: 'List site checks of guests and customers, newest first.',
  access: scope('operator'),
  args: {
    ...siteCheckPageArgs,
    filter: siteCheckFilter.nullish().describe('Conditions on the site checks; omitted for all.'),
  },
  errors: ['bad_cursor'],
  rest: get('/v1/operator/site-checks', {
    tool: { name: 'list_site_checks' },
    operationId: 'list_site_checks',
    tag: 'Operators',
    summary: 'List site checks, newest first',
    pick: 'nodes',
    query: z.object({
      ...siteCheckPageQuery,
      customerId: siteCheckFilter.shape.customerId,
      intakeSource: filterText()
        .nullish()
        .describe('Only site checks requested through this channel; an unknown one matches none.'),
      createdAfter: siteCheckFilter.shape.createdAfter,
      createdBefore: siteCheckFilter.shape.createdBefore,
    }),
    toArgs: ({ limit, cursor, ...filter }) => ({ first: limit, after: cursor, filter }),
  }),
  run: (ctx, { filter, ...page }, selects) =>
    pageOfSiteChecks(ctx, filter ?? {}, page, selects('pageInfo', 'hasPreviousPage')),
});
