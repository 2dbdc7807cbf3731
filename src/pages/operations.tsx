import type { Hono } from 'hono';
import type { Env } from '../http/request.js';
import { renderClientPage } from './frame/client-page.js';
import { mapAttributes } from './frame/map.js';
import { messages } from './messages/operations.en.js';

/** Mounts the operators' dashboard, rendered in the browser with the operator's key. */
export function mountOperations(app: Hono<Env>): void {
  app.get('/operations', (c) =>
    renderClientPage(c, {
      name: 'operations',
      messages,
      data: mapAttributes(c.get('services').config.map),
    }),
  );
}
