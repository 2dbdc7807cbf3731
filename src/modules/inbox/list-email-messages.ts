import { z } from 'zod';
import { scope } from '../../access.js';
import { filterText, idText } from '../../lib/bounded-text.js';
import { fromRestQuery, listArgs, restListArgs } from '../../lib/list-args.js';
import { pageNewestFirst } from '../../lib/newest-first.js';
import type { Page } from '../../lib/page.js';
import { choice } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import { emailProcessingStatus, type InboxMessage } from './inbox-message.js';
import { shownTo } from './shown-message.js';

const pageLength = 50;

const filterFields = {
  folder: filterText().nullish().describe('Only messages in this folder.'),
  processingStatus: choice(emailProcessingStatus)
    .nullish()
    .describe('Only messages with this processing status.'),
  routingClass: filterText().nullish().describe('Only messages with this routing class.'),
  assignedAgent: filterText().nullish().describe('Only messages assigned to this agent.'),
  relatedJobId: idText().meta({ node: 'Job' }).nullish().describe('Only messages about this job.'),
};

const emailMessageFilter = z.object(filterFields).meta({
  input: 'EmailMessageFilter',
  description: 'Conditions on inbox messages; a message must meet all of them.',
});

export const listEmailMessages = operation({
  name: 'emailMessages',
  kind: 'query',
  description:
    'List inbox messages by the time they were received, newest first. Subject, bodies and metadata of founder-private messages are empty without the scope `inbox:private`.',
  access: scope('operator'),
  args: {
    ...listArgs('messages', pageLength),
    filter: emailMessageFilter.nullish().describe('Conditions; omitted for all messages.'),
  },
  errors: ['bad_cursor'],
  rest: get('/v1/operator/email/inbox/messages', {
    tool: { name: 'list_inbox_messages' },
    operationId: 'list_email_messages',
    tag: 'Email',
    summary: 'List inbox messages, newest first',
    query: z.object({
      ...filterFields,
      processingStatus: filterText()
        .nullish()
        .describe('Only messages with this processing status; an unknown one matches none.'),
      ...restListArgs('messages', pageLength),
    }),
    toArgs: fromRestQuery,
  }),
  async run({ services, viewer, notes }, args, selects): Promise<Page<InboxMessage>> {
    const { inbox } = services;
    const filter = args.filter ?? {};
    const { folder, processingStatus, routingClass, assignedAgent, relatedJobId } = filter;
    const scope = [
      'emailMessages',
      ...[folder, processingStatus, routingClass, assignedAgent, relatedJobId].map(
        (value) => value ?? null,
      ),
    ];
    return pageNewestFirst(
      {
        scope,
        keyOf: (message: InboxMessage) => ({ at: message.receivedAt, id: message._id }),
        read: async (range) => {
          const { items, more } = await inbox.list(filter, range);
          return { items: items.map((message) => shownTo(viewer, message)), more };
        },
        count: () => inbox.count(filter),
      },
      { count: args.first ?? pageLength, after: args.after ?? null },
      selects('pageInfo', 'hasPreviousPage'),
      notes,
    );
  },
});
