import { scope } from '../../access.js';
import { get, operation } from '../../operation.js';
import type { Mail } from './mail.js';
import { mailTarget } from './mail-target.js';

export const getMail = operation({
  name: 'mail',
  kind: 'query',
  description: 'Get a mail by its id.',
  access: scope('operator'),
  target: mailTarget,
  errors: [],
  rest: get('/v1/operator/email/mails/{mail_id}', {
    operationId: 'get_mail',
    tag: 'Email',
    summary: 'Get a mail',
  }),
  run: ({ services }, { id }): Promise<Mail> => services.mails.get(id),
});
