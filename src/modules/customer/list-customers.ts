import { z } from 'zod';
import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { decodeCursor, encodeCursor } from '../../lib/cursor.js';
import { type Page, pageLengthMax, pageOf, pageRequest } from '../../lib/page.js';
import { text, whole } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import type { KeyHolder } from '../../viewer.js';
import { type Customer, emailKeyOf } from './customer.js';

const pageLength = 20;
const count = () => whole({ ge: 1, le: pageLengthMax }).nullish().default(pageLength);
const email = () =>
  text().nullish().describe('Only the account with this email, in any case; matched whole.');

interface ListQuery {
  email?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}

async function list(
  ctx: Call<KeyHolder>,
  { email = null, ...paging }: ListQuery,
): Promise<Page<Customer>> {
  const emailKey = email === null ? null : emailKeyOf(email);
  const cursorScope = ['customers', emailKey];
  const request = pageRequest(paging, pageLength);
  const found = await ctx.services.customers.list({
    emailKey,
    cursor: request.cursor === null ? null : decodeCursor(request.cursor, cursorScope),
    limit: request.count + 1,
  });
  const cursorOf = ({ createdAt: at, _id: id }: Customer) => encodeCursor({ at, id }, cursorScope);
  const page = await pageOf(found, request, cursorOf, async () => true);
  ctx.notes.nextCursor = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  return page;
}

export const listCustomers = operation({
  name: 'customers',
  kind: 'query',
  description: 'Lists the accounts of customers, newest first.',
  access: scope('operator'),
  args: {
    email: email(),
    first: count().describe('Maximum number of accounts to return.'),
    after: text().nullish().describe('Cursor after which the page begins.'),
  },
  refusals: ['bad_cursor'],
  rest: get('/v1/operator/customers', {
    operationId: 'list_customers',
    tag: 'Operators',
    summary: 'List customers, newest first',
    pick: 'nodes',
    query: z.object({
      email: email(),
      limit: count().describe('Maximum number of accounts to return.'),
      cursor: text().nullish().describe('Cursor from the Link header of the previous response.'),
    }),
    toArgs: ({ limit, cursor, ...filter }) => ({ first: limit, after: cursor, ...filter }),
  }),
  run: (ctx, query) => list(ctx, query),
});
