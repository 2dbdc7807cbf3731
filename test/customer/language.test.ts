import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestBody } from '../site-check/support/flow.js';
import { apis } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { login, password, register, registration, storedCustomer } from './support/accounts.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe.each(apis)('the language of a reader over $name', (api) => {
  it.each([
    ['pt-PT', 'pt-BR'],
    ['de-CH', 'de'],
    ['xx', 'en'],
  ])('is stored as %s, and answered as %s', async (tag, language) => {
    const input = registration({ language: tag });
    const { body } = await api.call(app, 'registerCustomer', { input });
    expect(body.account.language).toBe(language);
    expect((await storedCustomer(app, body.account.account_id)).language).toBe(tag);

    const guest = { input: requestBody({ language: tag }) };
    const { body: receipt } = await api.call(app, 'requestSiteCheck', guest);
    expect(receipt.language).toBe(language);
    expect((await app.siteChecks.findOne({ _id: receipt.request_id }))?.language).toBe(tag);
  });

  it('is changed and removed on the account', async () => {
    const { id, email } = await register(app);
    const session = await login(app, email, password);
    const change = (input: Record<string, unknown>) =>
      api.call(app, 'updateCustomer', { session, input });
    expect((await change({ language: 'ja' })).body.language).toBe('ja');
    expect((await change({ full_name: 'Ada King' })).body.language).toBe('ja');
    expect((await change({ language: null })).body.language).toBe('en');
    expect(await storedCustomer(app, id)).not.toHaveProperty('language');
  });

  it('is rejected if it is no tag', async () => {
    const input = registration({ language: 'Plain English' });
    expect((await api.call(app, 'registerCustomer', { input })).code).toBe('invalid_input');
  });
});

it('is that of Accept-Language without a choice', async () => {
  const body = registration();
  const headers = { 'accept-language': 'nl, fr-CA;q=0.8, en;q=0.5' };
  const made = await app.rest('POST', '/v1/customer/auth/register', { key: null, body, headers });
  expect(made.body.account.language).toBe('fr');
});

it.each([
  ['a guest', false],
  ['a customer', true],
])('is the one chosen on a page, for a request of %s on the order form', async (_, isCustomer) => {
  const { session } = await register(app);
  const { address, latitude, longitude } = requestBody();
  const objective = `Is the shop of ${isCustomer ? 'a customer' : 'a guest'} open?`;
  const answer = await app.fetch('/site-checks', {
    method: 'POST',
    headers: {
      'accept-language': 'fr',
      cookie: ['language=ja', ...(isCustomer ? [`session=${session}`] : [])].join('; '),
      origin: app.services.baseUrl,
    },
    body: new URLSearchParams({
      objective,
      address: String(address),
      latitude: String(latitude),
      longitude: String(longitude),
      intake_submission_id: `chosen-language-${isCustomer}`,
      ...(isCustomer && { account: 'yes' }),
    }),
  });
  expect(answer.status).toBe(200);
  expect(await app.siteChecks.findOne({ objective })).toMatchObject({ language: 'ja' });
});
