import { operation, post } from '../../operation.js';
import { customer } from '../customer/customer-access.js';
import { feedbackErrors, requesterFeedbackInput } from '../job/submit-requester-feedback.js';
import { giveFeedback } from '../site-check/submit-site-check-feedback.js';
import { customerRequestTarget } from './customer-request-target.js';

export const submitCustomerRequestFeedback = operation({
  name: 'submitCustomerRequestFeedback',
  kind: 'mutation',
  description:
    'Submit feedback of the customer on the report of a request; a verdict changes the status of the request.',
  access: customer,
  target: customerRequestTarget,
  input: requesterFeedbackInput,
  errors: feedbackErrors,
  example: { verdict: 'accepted', rating: 5 },
  rest: post('/v1/customer/requests/{request_id}/requester-feedback', {
    tag: 'Customer requests',
    summary: 'Submit feedback on a customer request',
  }),
  run: (ctx, { requestId, input }) => giveFeedback(ctx, ctx.viewer, requestId, input),
});
