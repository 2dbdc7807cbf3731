import type { z } from 'zod';
import { declareEvents } from '../event/event.js';

export const webhookEventType = declareEvents({
  'webhook_endpoint.created': 'A webhook endpoint was created.',
  'webhook_endpoint.updated': 'A webhook endpoint was changed, or its secret rotated.',
  'webhook_endpoint.enabled': 'A webhook endpoint was enabled.',
  'webhook_endpoint.paused': 'A webhook endpoint was paused; its deliveries wait.',
  'webhook_endpoint.disabled': 'A webhook endpoint was disabled because its receiver failed.',
  'webhook_endpoint.deleted': 'A webhook endpoint was deleted.',
});
export type WebhookEventType = z.infer<typeof webhookEventType>;
