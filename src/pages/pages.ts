import type { Hono } from 'hono';
import { healthz, metrics, readyz } from '../http/probes.js';
import type { Env } from '../http/request.js';
import { capturePage } from './capture.js';
import { mountCheckout } from './checkout.js';
import { mountConsole } from './console.js';
import { mountDocs } from './docs.js';
import { errorPage, errorsPage } from './errors.js';

/** What stands beside the interface: probes, and pages for people. */
export function mountPages(app: Hono<Env>): void {
  app.get('/healthz', healthz);
  app.get('/readyz', readyz);
  app.get('/metrics', metrics);
  app.get('/capture', capturePage);
  app.get('/errors', errorsPage);
  app.get('/errors/:code', errorPage);
  mountDocs(app);
  mountConsole(app);
  mountCheckout(app);
}
