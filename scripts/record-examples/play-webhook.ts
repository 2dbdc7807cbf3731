import type { Caller } from './caller.js';
import type { RecordedService } from './service.js';

/** Plays events and webhooks: one endpoint is paused before anything is posted, and one receives a test event. */
export async function playWebhooks({ call }: Caller, service: RecordedService): Promise<void> {
  const [{ id: event_id }] = await call('list_events', { fields: { limit: 2 } });
  await call('get_event', { params: { event_id } });

  const { endpoint_id } = await call('create_webhook_endpoint');
  const params = { endpoint_id };
  await call('get_webhook_endpoint', { params });
  await call('list_webhook_endpoints');
  await call('update_webhook_endpoint', { params });
  await call('rotate_webhook_secret', { params });
  await call('test_webhook_endpoint', { params });
  await call('list_webhook_deliveries', { params });
  await call('replay_webhook_events', { params });

  const fields = { url: service.hookUrl, event_types: ['job.failed'] };
  const second = await call('create_webhook_endpoint', { fields });
  const others = { endpoint_id: second.endpoint_id };
  const { delivery_id } = await call('test_webhook_endpoint', { params: others });
  await call('replay_webhook_delivery', { params: { delivery_id } });
  await call('delete_webhook_endpoint', { params });
  await call('delete_webhook_endpoint', { params: others });
}
