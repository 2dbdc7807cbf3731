import { z } from 'zod';
import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { decodeCursor, encodeCursor } from '../../lib/cursor.js';
import { type Page, pageLengthMax, pageOf, pageRequest } from '../../lib/page.js';
import { choice, text, whole } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import type { KeyHolder } from '../../viewer.js';
import { type Mail, mailKind, mailStatus } from './mail.js';
import type { MailFilter } from './mails.js';

const pageLength = 20;

const filterArgs = {
  status: choice(mailStatus).nullish().describe('Only mails with this status.'),
  kind: choice(mailKind).nullish().describe('Only mails of this kind.'),
  requestId: text().nullish().describe('Only mails about this site check.'),
};

const count = () => whole({ ge: 1, le: pageLengthMax });

async function list(
  ctx: Call<KeyHolder>,
  {
    first,
    after,
    ...filter
  }: MailFilter & { first?: number | null; after?: string | null | undefined },
): Promise<Page<Mail>> {
  const { status = null, kind = null, requestId = null } = filter;
  const cursorScope = ['mails', status, kind, requestId];
  const request = pageRequest({ first, after }, pageLength);
  const found = await ctx.services.mails.list({
    filter,
    cursor: request.cursor === null ? null : decodeCursor(request.cursor, cursorScope),
    limit: request.count,
  });
  const cursorOf = (mail: Mail) => encodeCursor({ at: mail.createdAt, id: mail._id }, cursorScope);
  const page = await pageOf(found, request, cursorOf, async () => true);
  ctx.notes.nextCursor = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  return page;
}

export const listMails = operation({
  name: 'mails',
  kind: 'query',
  description: 'Lists the mails of the service, newest first.',
  access: scope('operator'),
  args: {
    first: count()
      .nullish()
      .default(pageLength)
      .describe('Maximum number of mails to return, from `after` or the start of the list.'),
    after: text().nullish().describe('Cursor after which the page begins.'),
    ...filterArgs,
  },
  refusals: ['bad_cursor'],
  rest: get('/v1/operator/email/mails', {
    operationId: 'list_mails',
    tag: 'Email',
    summary: 'List mails, newest first',
    pick: 'nodes',
    query: z.object({
      ...filterArgs,
      limit: count().nullish().default(pageLength).describe('Maximum number of mails to return.'),
      cursor: text().nullish().describe('Cursor from the Link header of the previous response.'),
    }),
    toArgs: ({ limit, cursor, ...filter }) => ({ first: limit, after: cursor, ...filter }),
  }),
  run: (ctx, query) => list(ctx, query),
});
