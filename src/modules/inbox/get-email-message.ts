import { scope } from '../../access.js';
import { get, operation } from '../../operation.js';
import type { InboxMessage } from './inbox-message.js';
import { inboxMessageTarget } from './inbox-target.js';
import { shownTo } from './shown-message.js';

export const getEmailMessage = operation({
  name: 'emailMessage',
  kind: 'query',
  description:
    'Get an inbox message. Subject, bodies and metadata of a founder-private message are empty without the scope `inbox:private`.',
  access: scope('operator'),
  target: inboxMessageTarget,
  errors: [],
  rest: get('/v1/operator/email/inbox/messages/{message_id}', {
    operationId: 'get_email_message',
    tag: 'Email',
    summary: 'Get an inbox message',
  }),
  run: async ({ services, viewer }, { id }): Promise<InboxMessage> =>
    shownTo(viewer, await services.inbox.get(id)),
});
