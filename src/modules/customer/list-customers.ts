import { z } from 'zod';
import { scope } from '../../access.js';
import { cursorText } from '../../lib/bounded-text.js';
import { pageNewestFirst } from '../../lib/newest-first.js';
import { type Page, pageLengthMax } from '../../lib/page.js';
import { text, whole } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import { type Customer, emailKeyOf } from './customer.js';

const pageLength = 20;
const count = () => whole({ ge: 1, le: pageLengthMax }).nullish().default(pageLength);
const email = () =>
  text(0, 320).nullish().describe('Only the account with this email, in any case; matched whole.');

export const listCustomers = operation({
  name: 'customers',
  kind: 'query',
  description: 'List the accounts of customers, newest first.',
  access: scope('operator'),
  args: {
    email: email(),
    first: count().describe('Maximum number of accounts to return.'),
    after: cursorText().nullish().describe('Cursor after which the page begins.'),
  },
  errors: ['bad_cursor'],
  rest: get('/v1/operator/customers', {
    operationId: 'list_customers',
    tag: 'Operators',
    summary: 'List customers, newest first',
    pick: 'nodes',
    query: z.object({
      email: email(),
      limit: count().describe('Maximum number of accounts to return.'),
      cursor: cursorText()
        .nullish()
        .describe('Cursor from the Link header of the previous response.'),
    }),
    toArgs: ({ limit, cursor, ...filter }) => ({ first: limit, after: cursor, ...filter }),
  }),
  run({ services, notes }, { email = null, first, after }, selects): Promise<Page<Customer>> {
    const emailKey = email === null ? null : emailKeyOf(email);
    return pageNewestFirst(
      {
        scope: ['customers', emailKey],
        keyOf: ({ createdAt: at, _id: id }: Customer) => ({ at, id }),
        read: (range) => services.customers.list(emailKey, range),
      },
      { count: first ?? pageLength, after: after ?? null },
      selects('pageInfo', 'hasPreviousPage'),
      notes,
    );
  },
});
