import { z } from 'zod';
import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import { flag, whole } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { KeyHolder } from '../../viewer.js';
import { deliveryId, newDelivery } from './delivery.js';
import { ownerTarget, takesEvent } from './endpoint.js';

/** Maximum number of deliveries that one call queues. */
const queuedMax = 10_000;
const batchSize = 200;

const seq = () => whole({ ge: 0, le: 999_999_999_999_999 }).meta({ scalar: 'SafeInt' });

const replayWebhookEventsInput = z
  .object({
    afterSeq: seq().describe('The seq of the event to start after.'),
    beforeSeq: seq().nullish().describe('The seq of the event to stop before.'),
    onlyFailed: flag()
      .default(false)
      .describe('Whether only failed deliveries are replayed, and none is made that is missing.'),
  })
  .meta({ document: 'WebhookReplayIn', description: 'Which events are to be delivered.' });
type ReplayInput = z.infer<typeof replayWebhookEventsInput>;

/**
 * Waits until the events of earlier requests are in the log.
 * @throws ApiError `unavailable` if that takes longer than 5 s
 */
async function listEarlierEvents({ relay }: Call['services']): Promise<void> {
  if (await relay.catchUp()) return;
  throw new ApiError('unavailable', errorText('error.events_new'), {
    headers: { 'retry-after': '5' },
  });
}

async function replay(
  { services, viewer }: Call<KeyHolder>,
  endpointId: string,
  { afterSeq, beforeSeq, onlyFailed }: ReplayInput,
): Promise<{ queued: number }> {
  const { webhooks, events } = services;
  const { endpoints, deliveries } = webhooks;
  const endpoint = await endpoints.getOf(viewer.integratorId, endpointId);
  const { allIntegrators, eventTypes } = endpoint;
  await listEarlierEvents(services);
  let queued = 0;
  for (let after = afterSeq; queued < queuedMax; ) {
    const found = await events.list({
      after,
      ...(beforeSeq != null && { before: beforeSeq }),
      limit: Math.min(batchSize, queuedMax - queued),
      integratorId: allIntegrators ? undefined : endpoint.integratorId,
      types: eventTypes.length > 0 ? eventTypes : undefined,
    });
    const last = found.at(-1);
    if (!last) break;
    after = last.seq;
    const taken = found.filter((event) => takesEvent(endpoint, event));
    const now = webhooks.now();
    for (const id of await deliveries.failedOf(
      taken.map(({ _id }) => deliveryId(_id, endpointId)),
    )) {
      if (await deliveries.replay(id, ['failed'], now)) queued += 1;
    }
    if (!onlyFailed) {
      queued += await deliveries.make(taken.map((event) => newDelivery(event, endpoint, now)));
    }
  }
  webhooks.wake(endpointId);
  return { queued };
}

export const replayWebhookEvents = operation({
  name: 'replayWebhookEvents',
  kind: 'mutation',
  description: `Deliver the events of a range that a webhook endpoint lacks or whose delivery failed, at most ${queuedMax} in a call; call again for more. Includes the events of every request answered before the call.`,
  access: scope('webhooks:write'),
  target: ownerTarget,
  input: replayWebhookEventsInput,
  errors: [],
  example: { after_seq: 0, only_failed: true },
  rest: post('/v1/webhook-endpoints/{endpoint_id}/replay', {
    tag: 'Webhooks',
    summary: 'Replay events to a webhook endpoint',
  }),
  run: (ctx, { endpointId, input }) => replay(ctx, endpointId, input),
});
