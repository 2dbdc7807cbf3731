import { cursorText, queryText } from './bounded-text.js';
import { pageLengthMax } from './page.js';
import { whole } from './schema.js';

/**
 * The arguments of a list that is read from its newest item on.
 *
 * @param items what it lists, in the plural
 * @param length of a page where none is given
 */
export const listArgs = (items: string, length: number) => ({
  first: whole({ ge: 1, le: pageLengthMax })
    .nullish()
    .default(length)
    .describe(`Maximum number of ${items} to return.`),
  after: cursorText().nullish().describe('Cursor after which the page begins.'),
});

/** The same as members of a query on REST. */
export const restListArgs = (items: string, length: number) => ({
  limit: whole({ ge: 1, le: pageLengthMax })
    .default(length)
    .describe(`Maximum number of ${items} to return.`),
  cursor: cursorText().nullish().describe('Cursor from the Link header of the previous response.'),
});

/**
 * The filter by status of a list on REST, which takes any text; GraphQL has an enum.
 * @param items what it lists, in the plural
 */
export const statusText = (items: string) =>
  queryText().nullish().describe(`Only ${items} with this status; an unknown status matches none.`);

/** The arguments of a list from its query on REST: what is neither length nor cursor is its filter. */
export const fromRestQuery = ({ limit, cursor, ...filter }: Record<string, unknown>) => ({
  first: limit,
  after: cursor,
  filter,
});
