import { z } from 'zod';
import { scope } from '../../access.js';
import { cursorText, idText } from '../../lib/bounded-text.js';
import { statusText } from '../../lib/list-args.js';
import { pageNewestFirst } from '../../lib/newest-first.js';
import { type Page, pageLengthMax } from '../../lib/page.js';
import { choice, whole } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import { type Mail, mailKind, mailStatus } from './mail.js';

const pageLength = 20;

const filterArgs = {
  status: choice(mailStatus).nullish().describe('Only mails with this status.'),
  kind: choice(mailKind).nullish().describe('Only mails of this kind.'),
  requestId: idText()
    .meta({ node: 'SiteCheck' })
    .nullish()
    .describe('Only mails about this site check.'),
};

const count = () => whole({ ge: 1, le: pageLengthMax });

export const listMails = operation({
  name: 'mails',
  kind: 'query',
  description: 'List the mails of the service, newest first.',
  access: scope('operator'),
  args: {
    first: count()
      .nullish()
      .default(pageLength)
      .describe('Maximum number of mails to return, from `after` or the start of the list.'),
    after: cursorText().nullish().describe('Cursor after which the page begins.'),
    ...filterArgs,
  },
  errors: ['bad_cursor'],
  rest: get('/v1/operator/email/mails', {
    operationId: 'list_mails',
    tag: 'Email',
    summary: 'List mails, newest first',
    pick: 'nodes',
    query: z.object({
      ...filterArgs,
      status: statusText('mails'),
      limit: count().nullish().default(pageLength).describe('Maximum number of mails to return.'),
      cursor: cursorText()
        .nullish()
        .describe('Cursor from the Link header of the previous response.'),
    }),
    toArgs: ({ limit, cursor, ...filter }) => ({ first: limit, after: cursor, ...filter }),
  }),
  run({ services, notes }, { first, after, ...filter }, selects): Promise<Page<Mail>> {
    const { status = null, kind = null, requestId = null } = filter;
    return pageNewestFirst(
      {
        scope: ['mails', status, kind, requestId],
        keyOf: ({ createdAt: at, _id: id }: Mail) => ({ at, id }),
        read: (range) => services.mails.list(filter, range),
      },
      { count: first ?? pageLength, after: after ?? null },
      selects('pageInfo', 'hasPreviousPage'),
      notes,
    );
  },
});
