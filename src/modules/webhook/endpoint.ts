import { z } from 'zod';
import { type Aggregate, aggregatePolicies } from '../../aggregate/change.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import type { Target } from '../../target.js';
import { declareEvents, type StoredEvent } from '../event/event.js';

export const webhookEventType = declareEvents({
  'webhook_endpoint.created': 'A webhook endpoint was created.',
  'webhook_endpoint.updated': 'A webhook endpoint was changed, or its secret rotated.',
  'webhook_endpoint.enabled': 'A webhook endpoint was enabled.',
  'webhook_endpoint.paused': 'A webhook endpoint was paused; its deliveries wait.',
  'webhook_endpoint.disabled': 'A webhook endpoint was disabled because its receiver failed.',
  'webhook_endpoint.deleted': 'A webhook endpoint was deleted.',
});
export type WebhookEventType = z.infer<typeof webhookEventType>;

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

export const endpointStatus = z.enum(['enabled', 'paused', 'disabled']);
export type EndpointStatus = z.infer<typeof endpointStatus>;

/** Maximum number of endpoints per integrator. */
export const endpointsMax = 10;

/** A URL that events are posted to. */
export interface WebhookEndpoint extends Aggregate {
  /** `deleted` is never shown: reading a deleted endpoint returns not found. */
  status: EndpointStatus | 'deleted';
  /** Reason why it is disabled. */
  statusReason: 'failing' | 'gone' | null;
  /** Integrator and a number below `endpointsMax`, unique; absent after deletion. */
  slot?: string;
  url: string;
  description: string | null;
  /** Empty: every type. */
  eventTypes: string[];
  /** True if it gets the events of every integrator. */
  allIntegrators: boolean;
  /** The encrypted signing secret; absent after deletion. */
  secret?: string;
  /** Last four characters of the secret. */
  secretHint: string;
  /** The previous secret, encrypted, which also signs until `oldSecretUntil`. */
  oldSecret?: string;
  oldSecretUntil?: Date;
  /** `seq` after which events are delivered. */
  fromSeq: number;
  createdAt: Date;
  /** To the minute. */
  lastSuccessAt: Date | null;
  /** First failure after the last success. */
  failingSince: Date | null;
}

/** Configured by an integrator; contains no personal data to erase. */
export const webhookEndpointPolicies: FieldPolicies<WebhookEndpoint> = {
  ...aggregatePolicies,
  statusReason: kept,
  slot: kept,
  url: kept,
  description: kept,
  eventTypes: kept,
  allIntegrators: kept,
  secret: kept,
  secretHint: kept,
  oldSecret: kept,
  oldSecretUntil: kept,
  fromSeq: kept,
  createdAt: kept,
  lastSuccessAt: kept,
  failingSince: kept,
};

/** An endpoint with the secret that was just created for it. */
export type IssuedEndpoint = WebhookEndpoint & { issuedSecret?: string };

/** Returns whether an endpoint can get the events of an integrator, both new and previously delivered ones. */
export const mayHaveEventsOf = (
  { allIntegrators, integratorId }: Pick<WebhookEndpoint, 'allIntegrators' | 'integratorId'>,
  owner: string,
): boolean => allIntegrators || integratorId === owner;

const ownPrefix = 'webhook_endpoint.';

/**
 * Returns whether an endpoint gets an event, regardless of its time. An integrator's endpoints get no events about
 * endpoints; those of all integrators do, except about themselves.
 */
export function takesEvent(
  endpoint: WebhookEndpoint,
  { type, data, integratorId }: Pick<StoredEvent, 'type' | 'data' | 'integratorId'>,
): boolean {
  const { allIntegrators, eventTypes } = endpoint;
  if (type.startsWith(ownPrefix) && !(allIntegrators && data['endpoint_id'] !== endpoint._id)) {
    return false;
  }
  if (!mayHaveEventsOf(endpoint, integratorId)) return false;
  return eventTypes.length === 0 || eventTypes.includes(type);
}
