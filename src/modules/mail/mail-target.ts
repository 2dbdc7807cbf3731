import type { Target } from '../../operation.js';

/** The mail that an operation targets. */
export const mailTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'mail_id',
  description: 'Id of the mail.',
  missing: 'mail_not_found',
};
