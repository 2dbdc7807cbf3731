import type { Target } from '../../operation.js';
import { siteCheckTarget } from '../site-check/requester.js';

/** The request that an operation targets; another customer's is not found, like an unknown one. */
export const customerRequestTarget: Target<'requestId'> = {
  ...siteCheckTarget,
  description: 'Id of the request.',
  node: 'CustomerRequest',
};
