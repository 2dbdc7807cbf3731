import { restApi } from '../../support/apis.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { registration } from './accounts.js';

/** Starts an app with rate limits behind a proxy that names each client, at the start of an hour. */
export const startLimitedApp = (): Promise<TestApp> =>
  startTestApp(
    { RATE_LIMITS: 'on', TRUST_PROXY: '1' },
    { frozenAt: new Date('2026-11-22T10:00:00Z') },
  );

let address = 0;

/** Returns headers with an unused IP address. */
export const freshAddress = () => {
  address += 1;
  return { 'x-forwarded-for': `198.18.${address >> 8}.${address & 255}` };
};

/** Registers a customer from an IP address. */
export async function registerAt(app: TestApp, headers = freshAddress()) {
  const input = registration();
  const { body, cookies } = await restApi.call(app, 'registerCustomer', { input, headers });
  return { email: input.email, id: body.account.account_id, cookies };
}
