import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { register } from '../customer/support/accounts.js';
import { made } from '../customer-request/support/requests.js';
import * as flow from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';
import { type PushService, startPushService } from './support/push-service.js';

let service: PushService;
let app: TestApp;

beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp({
    WEB_PUSH_CONTACT: 'mailto:operator@example.com',
    PUSH_URL_HOSTS: service.host,
  });
});
afterAll(async () => {
  await app.stop();
  await service.stop();
});
beforeEach(() => service.answerWith(201));

let count = 0;
const browser = () => {
  count += 1;
  return service.browser(`browser-${count}`);
};
const subscriptions = () => app.services.db.collection('push_subscriptions');
const storedFor = (requestId: string) => subscriptions().find({ requestId }).toArray();
const settle = async () => {
  await app.services.relay.drain();
  await app.services.followers.catchUp();
};
const create = 'createSiteCheckPushSubscription';
const remove = 'deleteSiteCheckPushSubscription';

describe.each(apis)('notifications of a requester over $name', (api) => {
  it('reach the browser once for each turn, encrypted, with the private link', async () => {
    const opened = await flow.request(app);
    const phone = browser();
    const first = await api.call(app, create, { ...opened, input: phone.input });
    expect(first.code).toBeUndefined();
    // The same browser again.
    expect((await api.call(app, create, { ...opened, input: phone.input })).code).toBeUndefined();
    expect(await storedFor(opened.id)).toHaveLength(1);
    await flow.select(app, opened);
    await flow.end(app, await flow.checkout(app, opened), 'paid');
    await settle();
    await flow.assign(app, opened.jobId);
    await settle();
    const messages = phone.messages();
    expect(messages.map(({ title }) => title)).toEqual([
      "We've received your payment",
      'A verifier is on the way',
    ]);
    expect(messages[0]).toEqual({
      title: "We've received your payment",
      body: 'Is the shop open?',
      url: `/site-checks/${opened.id}#${opened.token}`,
      tag: opened.id,
    });
    const [stored] = await storedFor(opened.id);
    expect(stored?.['turns']).toHaveLength(2);
  });

  it('are in the language of the request', async () => {
    const opened = await flow.request(app, { language: 'ja' });
    const phone = browser();
    await api.call(app, create, { ...opened, input: phone.input });
    await flow.select(app, opened);
    await flow.end(app, await flow.checkout(app, opened), 'paid');
    await settle();
    expect(phone.messages()).toMatchObject([
      { title: 'お支払いを確認しました', body: 'Is the shop open?' },
    ]);
  });

  it('end when they are turned off', async () => {
    const opened = await flow.request(app);
    const phone = browser();
    await api.call(app, create, { ...opened, input: phone.input });
    const { endpoint } = phone.input;
    const off = await api.call(app, remove, { ...opened, input: { endpoint } });
    expect(off.body).toEqual({ removed: true });
    const again = await api.call(app, remove, { ...opened, input: { endpoint } });
    expect(again.body).toEqual({ removed: false });
    await flow.select(app, opened);
    await flow.end(app, await flow.checkout(app, opened), 'paid');
    await settle();
    expect(phone.messages()).toEqual([]);
  });

  it.each([
    ['a private address', { endpoint: 'https://10.0.0.1/send' }],
    ['the metadata service of a cloud', { endpoint: 'https://169.254.169.254/latest' }],
    ['plain http', { endpoint: 'http://push.example.com/send' }],
    ['another port', { endpoint: 'https://push.example.com:8443/send' }],
    ['credentials', { endpoint: 'https://a:b@push.example.com/send' }],
    ['a key off the curve', { p256dh: `BA${'A'.repeat(85)}` }],
    ['a short secret', { auth: 'AAAA' }],
  ])('reject %s', async (_name, fields) => {
    const opened = await flow.request(app);
    const input = { ...browser().input, ...fields };
    const answer = await api.call(app, create, { ...opened, input });
    expect(['invalid_input', 'bad_user_input']).toContain(answer.code);
    expect(await storedFor(opened.id)).toEqual([]);
  });

  it('need the access token of the request', async () => {
    const opened = await flow.request(app);
    const other = await flow.request(app);
    const { input } = browser();
    for (const token of [other.token, 'x'.repeat(43)]) {
      const answer = await api.call(app, create, { ...opened, token, input });
      expect(answer.code).toBe('site_check_not_found');
    }
    expect(await storedFor(opened.id)).toEqual([]);
  });

  it('are limited to five browsers of a request', async () => {
    const opened = await flow.request(app);
    const answers = await Promise.all(
      Array.from({ length: 7 }, () => api.call(app, create, { ...opened, input: browser().input })),
    );
    expect(answers.filter(({ code }) => code === 'push_limit')).toHaveLength(2);
    expect(await storedFor(opened.id)).toHaveLength(5);
  });
});

describe('a push service', () => {
  const paidWith = async (status: number) => {
    const opened = await flow.request(app);
    const phone = browser();
    await restApi.call(app, create, { ...opened, input: phone.input });
    service.answerWith(status);
    await flow.select(app, opened);
    await flow.end(app, await flow.checkout(app, opened), 'paid');
    await settle();
    return { opened, phone };
  };

  it.each([404, 410])('that answers %i ends the subscription', async (status) => {
    const { opened } = await paidWith(status);
    expect(await storedFor(opened.id)).toEqual([]);
  });

  it('that is down gets the message again later, once', async () => {
    const { phone } = await paidWith(503);
    expect(phone.messages()).toHaveLength(1);
    service.answerWith(201);
    app.advance(31_000);
    await settle();
    await settle();
    expect(phone.messages()).toHaveLength(2);
  });

  it('can verify who sends, by the key that browsers get', async () => {
    await paidWith(201);
    const { headers } = service.posts.at(-1) ?? {};
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '14400' });
    const [, token = '', key = ''] =
      /^vapid t=([^,]+), k=(.+)$/.exec(headers?.authorization ?? '') ?? [];
    const { body } = await restApi.call(app, 'pushKey', {});
    expect(key).toBe(body.public_key);
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) =>
      one.toString('base64url'),
    );
    expect(decodeProtectedHeader(token).alg).toBe('ES256');
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
    const { payload } = await jwtVerify(token, publicKey);
    expect(payload).toMatchObject({
      aud: `http://${service.host}`,
      sub: 'mailto:operator@example.com',
    });
  });
});

describe('a customer', () => {
  it('gets links that the session opens, exports the browser and erases it', async () => {
    const account = await register(app);
    const request = await made(app, account);
    const phone = browser();
    const { id, session } = request;
    const call = { id, session, input: phone.input };
    expect((await restApi.call(app, 'createCustomerPushSubscription', call)).code).toBeUndefined();
    await restApi.call(app, 'selectCustomerRequestOffer', {
      id,
      session,
      input: { offer_key: 'standard_72h' },
    });
    await flow.end(app, await flow.checkout(app, request), 'paid');
    await settle();
    expect(phone.messages()[0]).toMatchObject({ url: `/site-checks/${id}` });
    const { body } = await restApi.call(app, 'customerExport', { session });
    expect(body.requests[0].push_subscriptions).toEqual([
      { endpoint: phone.input.endpoint, created_at: expect.any(String) },
    ]);
    const other = await register(app);
    const stolen = { ...call, session: other.session };
    const denied = await restApi.call(app, 'createCustomerPushSubscription', stolen);
    expect(denied.code).toBe('site_check_not_found');
    const { token } = request;
    expect((await restApi.call(app, 'eraseSiteCheck', { id, token })).code).toBeUndefined();
    expect(await storedFor(id)).toEqual([]);
  });
});

describe('the requester of a quote', () => {
  it('is reminded once, six hours before it expires', async () => {
    const opened = await flow.request(app);
    const phone = browser();
    await restApi.call(app, create, { ...opened, input: phone.input });
    const { quote } = await flow.stored(app, opened.id);
    const left = (quote?.expiresAt.getTime() ?? 0) - app.now().getTime();
    app.advance(left - hours(7));
    await app.services.schedules.runDue();
    expect(phone.messages()).toEqual([]);
    app.advance(hours(2));
    await app.services.schedules.runDue();
    app.advance(hours(1));
    await app.services.schedules.runDue();
    expect(phone.messages()).toMatchObject([{ title: 'Your prices expire soon' }]);
  });
});

/** Creates an API key with one scope. */
async function keyWith(scope: string): Promise<{ secret: string; id: string }> {
  const { data } = await app.graphql(
    'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id } } }',
    { input: { integrator: 'Desk', label: 'desk', scopes: [scope] } },
  );
  const { secret, apiKey } = data.createApiKey;
  return { secret, id: apiKey.id };
}

describe('an operator', () => {
  it('is notified of a new ticket until the key is revoked', async () => {
    const desk = browser();
    const { secret, id } = await keyWith('OPERATOR');
    const call = { key: secret, input: desk.input };
    expect((await restApi.call(app, 'createOperatorPushSubscription', call)).code).toBeUndefined();
    const ticket = (objective: string) =>
      restApi.call(app, 'createDirectorTicket', {
        input: { objective, owning_plane: 'operations', requesting_plane: 'support' },
      });
    const first = await ticket('Find a verifier in Porto');
    expect(first.code).toBeUndefined();
    await settle();
    expect(desk.messages()).toMatchObject([{ body: 'Find a verifier in Porto' }]);
    await app.graphql('mutation($id: ID!) { revokeApiKey(id: $id) { id } }', { id });
    await ticket('Find a verifier in Braga');
    await settle();
    expect(desk.messages()).toHaveLength(1);
  });

  it('needs the scope `operator`', async () => {
    const { secret } = await keyWith('JOBS_READ');
    const call = { key: secret, input: browser().input };
    const { code } = await restApi.call(app, 'createOperatorPushSubscription', call);
    expect(code).toBe('scope_missing');
  });
});

describe('without WEB_PUSH_CONTACT', () => {
  it('there is no key, and nothing to subscribe to', async () => {
    const plain = await startTestApp();
    try {
      expect((await restApi.call(plain, 'pushKey', {})).body).toEqual({ public_key: null });
      const opened = await flow.request(plain);
      const answer = await restApi.call(plain, create, { ...opened, input: browser().input });
      expect(answer.code).toBe('push_off');
      const page = await plain.handle(
        new Request(`${plain.services.baseUrl}/site-checks/${opened.id}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: `access_token=${opened.token}`,
        }),
        {},
      );
      expect(await page.text()).not.toContain('data-push');
    } finally {
      await plain.stop();
    }
  });
});
