import type { Target } from '../../operation.js';

/** The webhook endpoint that an operation targets. */
export const endpointTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'endpoint_id',
  description: 'Id of the webhook endpoint.',
  missing: 'webhook_endpoint_not_found',
};

/** The endpoint that owns the target of an operation. */
export const ownerTarget: Target<'endpointId'> = { ...endpointTarget, argument: 'endpointId' };

/** The delivery that an operation targets. */
export const deliveryTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'delivery_id',
  description: 'Id of the webhook delivery.',
  missing: 'webhook_delivery_not_found',
};
