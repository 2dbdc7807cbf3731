import { scope } from '../../access.js';
import { get, operation } from '../../operation.js';
import type { EmailPolicy } from './email-policy.js';

export const getEmailInboxPolicy = operation({
  name: 'emailInboxPolicy',
  kind: 'query',
  description: 'Get the email policy: folders, queues, agents and the aliases that each may use.',
  access: scope('operator'),
  errors: [],
  rest: get('/v1/operator/email/policy', {
    operationId: 'get_email_inbox_policy',
    tag: 'Email',
    summary: 'Get the email policy',
  }),
  run: ({ services }): EmailPolicy => services.emailPolicy,
});
