import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { made } from '../customer-request/support/requests.js';
import { restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { type Account, register } from './support/accounts.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const read = async (path: string, { session }: Pick<Account, 'session'>) => {
  const answer = await app.fetch(path, {
    headers: { accept: 'text/html', cookie: `session=${session}` },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe("the list of an account's requests", () => {
  const objectives = ['Is the bakery open?', 'Is the harbor open?'] as const;
  let account: Account;
  beforeAll(async () => {
    account = await register(app);
    await made(app, account, { objective: objectives[0] });
    const { id } = await made(app, account, { objective: objectives[1] });
    const { session } = account;
    await restApi.call(app, 'cancelCustomerRequest', {
      id,
      session,
      input: { reason: 'Too late' },
    });
  });

  it.each([
    ['state=quoted', [objectives[0]]],
    ['state=cancelled', [objectives[1]]],
    ['state=expired', []],
    ['q=HARBOR&state=cancelled', [objectives[1]]],
    ['q=harbor&state=quoted', []],
    // Not a status: the filter is ignored, and the select shows it.
    ['state=Choose+an+offer', objectives],
    ['q=bakery&state=constructor', [objectives[0]]],
  ])('is filtered by %s', async (query, expected) => {
    const page = await read(`/account?${query}`, account);
    expect(page.status).toBe(200);
    expect(objectives.filter((objective) => page.text.includes(objective))).toEqual(expected);
    const file = await read(`/account/requests.csv?${query}`, account);
    expect(objectives.filter((objective) => file.text.includes(objective))).toEqual(expected);
  });

  it('is filtered by codes, which the form sends and the file repeats', async () => {
    const { text } = await read('/account?state=cancelled', account);
    expect(text).toContain('<option value="cancelled" selected="">Cancelled</option>');
    expect(text).toContain('<option value="awaiting_payment">Payment started</option>');
    expect(text).toContain('href="/account/requests.csv?state=cancelled"');
  });
});
