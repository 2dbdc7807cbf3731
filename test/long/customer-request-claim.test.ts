import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from '../customer/support/accounts.js';
import { eventsOf, request, stored, storedJob } from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it('lets one of a hundred concurrent customers claim a site check, with one event', async () => {
  const customers = [];
  for (let n = 0; n < 100; n += 1) customers.push(await register(app));
  const opened = await request(app);
  const input = { access_token: opened.token };
  const answers = await Promise.all(
    customers.map(({ session }) => restApi.call(app, 'claimCustomerRequest', { session, input })),
  );
  const winners = answers.flatMap(({ body }) => (body ? [body.account.account_id] : []));
  const errors = answers.flatMap(({ code }) => code ?? []);
  expect(errors).toEqual(Array.from({ length: 99 }, () => 'already_claimed'));
  expect(winners).toEqual([(await stored(app, opened.id)).customerId]);
  expect(await storedJob(app, opened.jobId)).toMatchObject({ customerId: winners[0] });
  const events = await eventsOf(app, opened.id);
  expect(events.filter((type) => type === 'site_check.claimed')).toHaveLength(1);
});
