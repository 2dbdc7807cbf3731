import type { Target } from '../../operation.js';
import { siteCheckTarget } from '../site-check/requester.js';

/** The request that an operation is about; another customer's is missing as an unknown one is. */
export const customerRequestTarget: Target<'requestId'> = {
  ...siteCheckTarget,
  description: 'Id of the request.',
  node: 'CustomerRequest',
};
