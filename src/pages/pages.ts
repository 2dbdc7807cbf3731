import type { Hono } from 'hono';
import type { Env } from '../rest/request.js';
import { capturePage } from './capture.js';
import { healthz, readyz } from './health.js';

/** What stands beside the interface: probes, and pages for people. */
export function mountPages(app: Hono<Env>): void {
  app.get('/healthz', healthz);
  app.get('/readyz', readyz);
  app.get('/capture', capturePage);
}
