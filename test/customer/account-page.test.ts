import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { made } from '../customer-request/support/requests.js';
import { restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { type Account, password, register, storedCustomer } from './support/accounts.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

interface Sent {
  session?: string;
  /** Language that the browser asks for. */
  language?: string;
  /** Fields of a form; without them, the page is read. */
  fields?: Record<string, string>;
}

/** Sends a request like a browser without script. */
async function browse(path: string, { session, language, fields }: Sent) {
  const answer = await app.fetch(path, {
    redirect: 'manual',
    headers: {
      accept: 'text/html',
      ...(session !== undefined && { cookie: `session=${session}` }),
      ...(language !== undefined && { 'accept-language': language }),
    },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

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
    const page = await browse(`/account?${query}`, account);
    expect(page.status).toBe(200);
    expect(objectives.filter((objective) => page.text.includes(objective))).toEqual(expected);
    const file = await browse(`/account/requests.csv?${query}`, account);
    expect(objectives.filter((objective) => file.text.includes(objective))).toEqual(expected);
  });

  it('is filtered by codes, which the form sends and the file repeats', async () => {
    const { text } = await browse('/account?state=cancelled', account);
    expect(text).toContain('<option value="cancelled" selected="">Cancelled</option>');
    expect(text).toContain('<option value="awaiting_payment">Payment started</option>');
    expect(text).toContain('href="/account/requests.csv?state=cancelled"');
  });

  it('is in the language of the browser, as is its file, and codes stay', async () => {
    const reader = { ...account, language: 'de' };
    const { headers, text } = await browse('/account?state=cancelled', reader);
    expect(headers.get('content-language')).toBe('de');
    expect(headers.get('vary')).toMatch(/^Accept, Accept-Language, Cookie/);
    expect(text).toContain('<html lang="de" dir="ltr">');
    expect(text).toContain('<option value="cancelled" selected="">Storniert</option>');
    expect(text).toContain('1 passende Anfrage.');
    const file = await browse('/account/requests.csv?state=cancelled', reader);
    expect(file.headers.get('content-language')).toBe('de');
    const [columns, row] = file.text.split('\r\n');
    expect(columns).toBe('Frage,Adresse,Status,Angefragt,Anfrage-ID');
    expect(row).toMatch(/^Is the harbor open\?,.*,Storniert,20\d\d-.*Z,[0-9a-f-]{36}$/);
  });
});

describe('the language of emails on the account page', () => {
  const details = { do: 'details', full_name: 'Ada Lovelace', phone: '+49 30 1234567' };
  const chosenOn = (page: string) =>
    [...page.matchAll(/<option value="([^"]*)"( lang="[^"]*")? selected="">/g)]
      .map(([, value]) => value)
      // The last select is the one for the language of pages.
      .slice(0, -1);

  it.each([
    ['de', ['de']],
    ['pt-PT', ['pt-PT']],
    ['xx', ['xx']],
  ])(
    'is shown as it is used for the tag %s, and stays when other details are saved',
    async (tag, chosen) => {
      const { id, session } = await register(app, { language: tag });
      expect(chosenOn((await browse('/account', { session })).text)).toEqual(chosen);
      const fields = { ...details, full_name: 'Ada King', language: tag };
      const saved = await browse('/account', { session, fields });
      expect(saved.status).toBe(200);
      expect(chosenOn(saved.text)).toEqual(chosen);
      expect(await storedCustomer(app, id)).toMatchObject({ fullName: 'Ada King', language: tag });
    },
  );

  it('is that of each request until one is chosen', async () => {
    const { id, session } = await register(app);
    const page = await browse('/account', { session });
    expect(page.text).toContain('<option value="" selected="">As chosen for each request</option>');
    const unchanged = { ...details, language: '' };
    expect((await browse('/account', { session, fields: unchanged })).status).toBe(200);
    expect(await storedCustomer(app, id)).not.toHaveProperty('language');
    const chosen = await browse('/account', { session, fields: { ...details, language: 'ja' } });
    expect(chosenOn(chosen.text)).toEqual(['ja']);
    expect(chosen.text).not.toContain('As chosen for each request');
    expect((await storedCustomer(app, id)).language).toBe('ja');
    expect((await restApi.call(app, 'customerSession', { session })).body.account.language).toBe(
      'ja',
    );
  });

  it('stays as it is if the form has no such field', async () => {
    const { id, session } = await register(app, { language: 'fr' });
    expect((await browse('/account', { session, fields: details })).status).toBe(200);
    expect((await storedCustomer(app, id)).language).toBe('fr');
  });

  it('is rejected if it is no tag, in the language of the page, and nothing changes', async () => {
    const { id, session } = await register(app, { language: 'fr' });
    const before = await storedCustomer(app, id);
    const fields = { ...details, full_name: 'Ada King', language: 'Plain English' };
    const { status, text } = await browse('/account', { session, language: 'de', fields });
    expect(status).toBe(422);
    expect(text).toContain('Sprache der E-Mails: Diese Angabe ist ungültig.');
    expect(text).toContain('value="Ada King"');
    expect(await storedCustomer(app, id)).toEqual(before);
  });

  it('is not changed without a session', async () => {
    const { id } = await register(app, { language: 'fr' });
    const before = await storedCustomer(app, id);
    const fields = { ...details, language: 'ja' };
    const { status, text } = await browse('/account', { language: 'de', fields });
    expect(status).toBe(401);
    expect(text).toContain('Sie wurden abgemeldet. Bitte melden Sie sich erneut an.');
    expect(await storedCustomer(app, id)).toEqual(before);
  });
});

describe('an account page in another language', () => {
  it('stores the language of the page for the account that it creates', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const fields = { full_name: 'Ada King', email, phone: '+49 30 1234567', password };
    expect((await browse('/register', { language: 'ja', fields })).status).toBe(303);
    expect(await app.db.collection('customers').findOne({ email })).toMatchObject({
      language: 'ja',
    });
  });

  it.each([
    ['/sign-in', {}, 'E-Mail: Bitte füllen Sie dieses Feld aus.'],
    ['/sign-in', { email: 'a@b.de', password: 'xx' }, 'E-Mail-Adresse oder Passwort ist falsch.'],
    [
      '/reset-password',
      { do: 'set', token: 'x'.repeat(30), password: 'kurz' },
      'Neues Passwort: Geben Sie mindestens 8 Zeichen ein.',
    ],
    [
      '/reset-password',
      { do: 'set', token: 'x'.repeat(30), password },
      'Dieser Link funktioniert nicht mehr.',
    ],
    ['/confirm-email', { do: 'confirm' }, 'Zugangscode: Bitte füllen Sie dieses Feld aus.'],
    ['/confirm-email', { do: 'resend' }, 'Melden Sie sich an, um einen neuen Link zu erhalten.'],
  ])('explains at %s why it rejects %j', async (path, fields, error) => {
    const { status, headers, text } = await browse(path, { language: 'de', fields });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers.get('content-language')).toBe('de');
    expect(text).toContain(error);
  });

  it('says that a password must not be the email', async () => {
    const { email, session } = await register(app);
    const { status, text } = await browse('/account', {
      session,
      language: 'de',
      fields: { do: 'password', current_password: password, new_password: email },
    });
    expect(status).toBe(422);
    expect(text).toContain('Neues Passwort: Das Passwort darf nicht Ihre E-Mail-Adresse sein.');
    expect(text).not.toContain(`value="${email}"`);
  });

  it('says in it that the current password is wrong', async () => {
    const { session } = await register(app);
    const { status, text } = await browse('/account', {
      session,
      language: 'ar',
      fields: { do: 'erase', password: 'a wrong password' },
    });
    expect(status).toBe(401);
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(text).toContain('كلمة المرور غير صحيحة.');
  });
});
