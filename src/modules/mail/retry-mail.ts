import { scope } from '../../access.js';
import { operation, post } from '../../operation.js';
import type { Mail } from './mail.js';
import { mailTarget } from './mail-target.js';

export const retryMail = operation({
  name: 'retryMail',
  kind: 'mutation',
  description: 'Queue a failed mail again; it is attempted at once and then as a new one.',
  access: scope('operator'),
  target: mailTarget,
  errors: ['invalid_transition'],
  rest: post('/v1/operator/email/mails/{mail_id}/retry', {
    tag: 'Email',
    summary: 'Retry a mail',
  }),
  run: ({ services }, { id }): Promise<Mail> => services.mails.retry(id),
});
