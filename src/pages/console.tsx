import type { Hono } from 'hono';
import type { Env } from '../http/request.js';
import { renderClientPage } from './frame/client-page.js';
import { messages } from './messages/console.en.js';

/** A thin client of the interface for integrators; the browser draws it. */
export function mountConsole(app: Hono<Env>): void {
  app.get('/console', (c) => renderClientPage(c, { name: 'console', messages }));
}
