import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password, register, registration } from '../customer/support/accounts.js';
import { made } from '../customer-request/support/requests.js';
import { requestBody } from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';

/** Number of requests each for a known and an unknown email, alternating. */
const pairs = 40;
/** A busy machine can distort single measurements. */
const attempts = 5;
const ratioMax = 1.3;

let app: TestApp;
/** Emails of existing accounts, one per pair. */
const known: string[] = [];
beforeAll(async () => {
  app = await startTestApp();
  for (let i = 0; i < pairs; i += 1) known.push((await register(app)).email);
});
afterAll(() => app.stop());

let count = 0;
/** An unknown email of the same length as the known ones. */
const unknownEmail = () => `eva-${++count % 90}@example.com`;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle - 0.5)] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

type Send = (email: string) => Promise<unknown>;

async function measured(send: Send, email: string): Promise<number> {
  const start = performance.now();
  await send(email);
  const took = performance.now() - start;
  // Keeps work that follows a response, such as relaying events, out of the next measurement.
  await app.services.relay.drain();
  await app.services.followers.catchUp();
  return took;
}

/** Returns the ratio of the larger median to the smaller. */
async function compare(send: Send) {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let i = 0; i < pairs; i += 1) {
    const order = i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) {
      const email = kind === 'known' ? (known[i] ?? '') : unknownEmail();
      times[kind].push(await measured(send, email));
    }
  }
  const [ofKnown, ofUnknown] = [median(times.known), median(times.unknown)];
  return { ofKnown, ofUnknown, ratio: Math.max(ofKnown / ofUnknown, ofUnknown / ofKnown) };
}

async function expectEqualCost(name: string, send: Send): Promise<void> {
  for (let i = 0; i < 6; i += 1) await send(i % 2 ? unknownEmail() : (known[i] ?? ''));
  let attempt = 1;
  let result = await compare(send);
  for (; attempt < attempts && result.ratio >= ratioMax; attempt += 1) result = await compare(send);
  const [ofKnown, ofUnknown] = [result.ofKnown, result.ofUnknown].map((ms) => ms.toFixed(2));
  console.log(
    `${name}: known ${ofKnown} ms, unknown ${ofUnknown} ms, ratio ${result.ratio.toFixed(2)}, attempt ${attempt}`,
  );
  expect(result.ratio).toBeLessThan(ratioMax);
}

describe.each(apis)('a known and an unknown email take the same time over $name', (api) => {
  it('for a sign-in', () =>
    expectEqualCost(`${api.name} login`, (email) =>
      api.call(app, 'loginCustomer', { input: { email, password: 'not the password' } }),
    ));

  it('for a registration', () =>
    expectEqualCost(`${api.name} register`, (email) =>
      api.call(app, 'registerCustomer', {
        // Registering an unknown email creates an account for it.
        input: registration({ email: email.startsWith('eva') ? `${++count}-${email}` : email }),
      }),
    ));

  it('for a password reset request', () =>
    expectEqualCost(`${api.name} password reset`, (email) =>
      api.call(app, 'requestPasswordReset', { input: { email } }),
    ));

  it('for a site check request', () =>
    expectEqualCost(`${api.name} site check`, (email) =>
      api.call(app, 'requestSiteCheck', { input: requestBody({ requester_email: email }) }),
    ));

  it('for an invite', async () => {
    const account = await register(app);
    // Each request accepts 20 invites.
    let left = 0;
    let id = '';
    let inviteId = '';
    await expectEqualCost(`${api.name} invite`, async (email) => {
      const input = { invitee_name: 'Grace Hopper', invitee_email: email };
      if (left === 0) {
        ({ id } = await made(app, account, {}, 'createSelfServiceRequest'));
        left = 19;
        const first = { id, session: account.session, input };
        const { body } = await restApi.call(app, 'createSelfServiceInvite', first);
        inviteId = body.invite_id;
      }
      left -= 1;
      const call = { id: inviteId, session: account.session, input };
      const { body, code } = await api.call(app, 'reassignSelfServiceInvite', call);
      expect(code).toBeUndefined();
      inviteId = body.invite_id;
    });
  });
});

describe('a known and an unknown email take the same time on the page', () => {
  const submit = (path: string, fields: Record<string, string>) =>
    app.fetch(path, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });

  it('for the sign-in', () =>
    expectEqualCost('page /sign-in', (email) =>
      submit('/sign-in', { email, password: 'not the password' }),
    ));

  it('for the registration', () =>
    expectEqualCost('page /register', (email) =>
      submit('/register', {
        email: email.startsWith('eva') ? `${++count}-${email}` : email,
        full_name: 'Ada Lovelace',
        phone: '+49 30 1234567',
        password,
      }),
    ));

  it('for the password reset', () =>
    expectEqualCost('page /reset-password', (email) =>
      submit('/reset-password', { do: 'ask', email }),
    ));
});
