import { cursorText, queryText } from './bounded-text.js';
import { pageLengthMax } from './page.js';
import { whole } from './schema.js';

/**
 * The arguments of a list that is sorted newest first.
 *
 * @param items name of the listed items, in the plural
 * @param length default page length
 */
export const listArgs = (items: string, length: number) => ({
  first: whole({ ge: 1, le: pageLengthMax })
    .nullish()
    .default(length)
    .describe(`Maximum number of ${items} to return.`),
  after: cursorText().nullish().describe('Cursor after which the page begins.'),
});

/** The same arguments as query parameters of REST. */
export const restListArgs = (items: string, length: number) => ({
  limit: whole({ ge: 1, le: pageLengthMax })
    .default(length)
    .describe(`Maximum number of ${items} to return.`),
  cursor: cursorText().nullish().describe('Cursor from the Link header of the previous response.'),
});

/**
 * The filter by status of a list on REST, which accepts any text; GraphQL has an enum.
 *
 * @param items name of the listed items, in the plural
 */
export const statusText = (items: string) =>
  queryText().nullish().describe(`Only ${items} with this status; an unknown status matches none.`);

/**
 * Converts the query parameters of REST to arguments of a list. Parameters other than `limit` and `cursor` are its
 * filter.
 */
export const fromRestQuery = ({ limit, cursor, ...filter }: Record<string, unknown>) => ({
  first: limit,
  after: cursor,
  filter,
});
