import type { Context, Hono } from 'hono';
import { relayLagMilliseconds } from '../aggregate/relay.js';
import { ApiError, errorText } from '../errors.js';
import type { Services } from '../services.js';
import type { Env } from './request.js';
import { interfaceVersion } from './version.js';

const probeMilliseconds = 1_000;

async function storeAnswers(services: Services): Promise<boolean> {
  if ((services.storeSilentMs?.() ?? 0) > probeMilliseconds) return false;
  const ping = services.db.command({ ping: 1 }).then(
    () => true,
    () => false,
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), probeMilliseconds);
  });
  return Promise.race([ping, late]).finally(() => clearTimeout(timer));
}

/** Reports that the process is alive, and whether it can reach its database; always 200. */
export async function healthz(c: Context<Env>): Promise<Response> {
  const services = c.get('services');
  const store = (await storeAnswers(services)) ? 'ok' : 'unavailable';
  const time = services.clock.now().toISOString();
  return c.json({ status: 'ok', version: interfaceVersion, time, checks: { store } }, 200, {
    'cache-control': 'no-store',
  });
}

/**
 * Returns 200 if requests can be served, else 503. A stopping process returns 503. Reports whether events are relayed
 * promptly, and when scheduled work was last done.
 */
async function readyz(c: Context<Env>): Promise<Response> {
  const services = c.get('services');
  const reason = services.stopping
    ? errorText('error.stopping')
    : (await storeAnswers(services))
      ? null
      : errorText('error.store_unavailable');
  if (reason) throw new ApiError('unavailable', reason, { headers: { 'retry-after': '2' } });
  // Requests are still served; only events and their effects are delayed.
  const lag = await services.relay.lag().catch(() => 0);
  const relay = lag > relayLagMilliseconds ? 'behind' : 'ok';
  const schedules = Object.fromEntries(
    (await services.schedules.status().catch(() => [])).map((one) => [
      one.name,
      { status: one.status, last_run_at: one.lastRunAt, age_seconds: one.ageSeconds },
    ]),
  );
  const body = { status: 'ready', checks: { relay }, schedules };
  return c.json(body, 200, { 'cache-control': 'no-store' });
}

/** Mounts the probe for load balancers; `/healthz` is a documented path. */
export function mountProbes(app: Hono<Env>): void {
  app.get('/readyz', readyz);
}
