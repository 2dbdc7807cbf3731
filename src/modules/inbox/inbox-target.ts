import type { Target } from '../../operation.js';

/** The inbox message that an operation targets. */
export const inboxMessageTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'message_id',
  description: 'Id of the inbox message.',
  missing: 'email_message_not_found',
};
