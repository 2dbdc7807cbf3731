import type { Hono } from 'hono';
import type { Env } from '../http/request.js';
import { renderClientPage } from './frame/client-page.js';
import { messages } from './messages/operations.en.js';

/** What the operators of the service look at; the browser draws it, with a key of theirs. */
export function mountOperations(app: Hono<Env>): void {
  app.get('/operations', (c) => renderClientPage(c, { name: 'operations', messages }));
}
