import { z } from 'zod';
import { scope } from '../../access.js';
import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor } from '../../lib/cursor.js';
import { oncePer } from '../../lib/once-per.js';
import { type Page, pageLengthMax, pageOf, pageRequest } from '../../lib/page.js';
import { choice, text, timestamp, whole } from '../../lib/schema.js';
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
  after: text().nullish().describe('Cursor after which the page begins.'),
};

/** The query of the same list on REST. */
export const siteCheckPageQuery = {
  status: text()
    .nullish()
    .describe('Only site checks with this status; an unknown status matches none.'),
  limit: whole({ ge: 1, le: pageLengthMax })
    .default(pageLength)
    .describe('Maximum number of site checks to return.'),
  cursor: text().nullish().describe('Cursor from the Link header of the previous response.'),
};

/**
 * One page of site checks with their jobs, newest first. What is due of them is settled before.
 * @throws ApiError `bad_cursor`
 */
export async function pageOfSiteChecks(
  ctx: RequestContext,
  filter: SiteCheckFilter,
  args: { first?: number | null | undefined; after?: string | null | undefined },
): Promise<Page<SiteCheckView>> {
  const { services, notes } = ctx;
  const { customerId } = filter;
  const matched = [
    customerId ?? null,
    filter.status ?? null,
    filter.intakeSource ?? null,
    filter.createdAfter ?? null,
    filter.createdBefore ?? null,
  ];
  const request = pageRequest(args, pageLength);
  const cursor = request.cursor !== null ? decodeCursor(request.cursor, matched) : null;
  await settleSiteChecks(services, customerId == null ? {} : { customerId });
  const found = await services.siteChecks.list({ filter, cursor, limit: request.count });
  const page = await pageOf(
    await viewsOf(services, found),
    request,
    ({ request: { createdAt, _id } }) => encodeCursor({ at: createdAt, id: _id }, matched),
    async () => true,
  );
  notes.nextCursor = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  const countAll = () =>
    oncePer(notes, ['site checks', ...matched], () => services.siteChecks.count(filter));
  return { ...page, countAll };
}

/** Requests with their jobs, which are read in one batch. */
const viewsOf = (services: Services, requests: readonly SiteCheck[]): Promise<SiteCheckView[]> =>
  Promise.all(
    requests.map(async (request) => ({ request, job: await ensureJob(services, request) })),
  );

/** Which site checks of a list; every condition given must hold. */
const siteCheckFilter = z
  .object({
    status: choice(siteCheckStatus).nullish().describe('Only site checks with this status.'),
    customerId: text().nullish().describe('Only site checks of this customer.'),
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
  description: 'Lists site checks of guests and customers, newest first.',
  access: scope('operator'),
  args: {
    ...siteCheckPageArgs,
    filter: siteCheckFilter.nullish().describe('Conditions on the site checks; omitted for all.'),
  },
  refusals: ['bad_cursor'],
  rest: get('/v1/operator/site-checks', {
    operationId: 'list_site_checks',
    tag: 'Operators',
    summary: 'List site checks, newest first',
    pick: 'nodes',
    query: z.object({
      ...siteCheckPageQuery,
      customerId: siteCheckFilter.shape.customerId,
      intakeSource: text()
        .nullish()
        .describe('Only site checks requested through this channel; an unknown one matches none.'),
      createdAfter: siteCheckFilter.shape.createdAfter,
      createdBefore: siteCheckFilter.shape.createdBefore,
    }),
    toArgs: ({ limit, cursor, ...filter }) => ({ first: limit, after: cursor, filter }),
  }),
  run: (ctx, { filter, ...page }) => pageOfSiteChecks(ctx, filter ?? {}, page),
});
