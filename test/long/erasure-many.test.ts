import { afterAll, beforeAll, expect, it } from 'vitest';
import { password, register, storedCustomer } from '../customer/support/accounts.js';
import { type Made, made } from '../customer-request/support/requests.js';
import { tracesOf } from '../erasure/support/traces.js';
import { restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const count = 31;

it(`erases an account with ${count} requests completely`, async () => {
  const name = 'Germain31x';
  const email = `${name}@example.com`;
  const account = await register(app, { full_name: name, email, phone: `+49 30 ${name}` });
  const requests: Made[] = [];
  for (let n = 0; n < count; n += 1) {
    requests.push(await made(app, account, { objective: `Is ${name} at home?`, notes: name }));
  }
  const other = await made(app, await register(app));
  const needles = [name, name.toLowerCase()];
  expect(await tracesOf(app, needles)).toContain(`jobs: ${name}`);

  const { session } = account;
  const answer = await restApi.call(app, 'eraseCustomer', { session, input: { password } });
  expect(answer.body).toMatchObject({ account_id: account.id, status: 'erasing' });
  await app.services.relay.drain();
  await app.services.followers.catchUp();

  expect(await storedCustomer(app, account.id)).toMatchObject({ status: 'erased' });
  expect(await tracesOf(app, needles)).toEqual([]);
  const ids = requests.map(({ jobId }) => jobId);
  const blanked = { _id: { $in: ids }, objective: '[erased]', erasePending: { $exists: false } };
  expect(await app.jobs.countDocuments(blanked)).toBe(count);
  const emitted = {
    type: 'site_check.erased',
    'data.request_id': { $in: requests.map((r) => r.id) },
  };
  expect(await app.db.collection('events').countDocuments(emitted)).toBe(count);
  expect(await app.siteChecks.findOne({ _id: other.id })).not.toHaveProperty('erasedAt');
  expect(app.logLines.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
}, 120_000);
