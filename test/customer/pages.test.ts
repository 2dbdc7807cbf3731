import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestMailToken } from '../../src/modules/customer/mail-token.js';
import { claimed, confirmEmail, grace, invite, invitesOf } from '../invite/support/invites.js';
import { restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import {
  type Account,
  deviceIn,
  errorCodeOf,
  handleResets,
  login,
  password,
  register,
  sessionIn,
  storedCustomer,
} from './support/accounts.js';
import { freshAddress, registerAt, startLimitedApp } from './support/limited.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const newPassword = 'another long password';
const confirmToken = async (id: string) =>
  (await newestMailToken(app.services, id, 'confirm'))?.token ?? '';

/** Submits a form of a page like a browser without script. */
async function submit(
  path: string,
  fields: Record<string, string>,
  { cookies = {}, on = app, headers = {} }: Sent = {},
) {
  const cookie = Object.entries(cookies).map((pair) => pair.join('='));
  const answer = await on.fetch(path, {
    method: 'POST',
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });
  return {
    status: answer.status,
    cookies: answer.headers.getSetCookie(),
    page: await answer.text(),
  };
}

interface Sent {
  cookies?: Record<string, string>;
  on?: TestApp;
  headers?: Record<string, string>;
}

describe('the page of a confirmation mail', () => {
  it('confirms the address in the session that registered, which stays valid', async () => {
    const { id, email, session } = await register(app);
    const token = await confirmToken(id);
    const { status, page } = await submit(
      '/confirm-email',
      { do: 'confirm', token },
      { cookies: { session } },
    );
    expect(status).toBe(200);
    expect(page).toContain('Your email is confirmed.');
    expect(page).not.toContain('New password');
    expect((await storedCustomer(app, id)).emailConfirmedAt).toBeInstanceOf(Date);
    expect(await errorCodeOf(app, session)).toBeUndefined();
    await login(app, email);
  });

  it('asks for a new password in another browser, and ends the sessions of the registration', async () => {
    const { id, email, session } = await register(app);
    const token = await confirmToken(id);
    const confirmed = await submit('/confirm-email', { do: 'confirm', token });
    expect(confirmed.page).toContain('Choose a new password.');
    expect(confirmed.page).toContain(`name="token" value="${token}"`);
    expect(await errorCodeOf(app, session)).toBe('session_invalid');
    const old = await submit('/sign-in', { email, password });
    expect([old.status, old.cookies]).toEqual([401, []]);
    const fields = { do: 'set', token, password: newPassword };
    const set = await submit('/reset-password', fields);
    expect(set.page).toContain('Your password is set. You are signed in.');
    expect(await errorCodeOf(app, sessionIn(set.cookies))).toBeUndefined();
    expect((await submit('/reset-password', fields)).page).toContain('This link no longer works.');
    await login(app, email, newPassword);
  });

  it('rejects an empty and a wrong code, and changes nothing', async () => {
    const { id, session } = await register(app);
    const before = await storedCustomer(app, id);
    const empty = await submit(
      '/confirm-email',
      { do: 'confirm', token: ' ' },
      { cookies: { session } },
    );
    expect([empty.status, empty.page.includes('This field is required.')]).toEqual([422, true]);
    for (const [token, status] of [
      ['short', 422],
      ['x'.repeat(30), 401],
    ] as const) {
      const wrong = await submit('/confirm-email', { do: 'confirm', token });
      expect(wrong.status).toBe(status);
      expect(wrong.page).toContain('This link no longer works.');
    }
    expect(await storedCustomer(app, id)).toEqual(before);
  });
});

describe('the pages of an account', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startLimitedApp();
  });
  afterAll(() => limited.stop());

  it("let a browser that has signed in before sign in despite a stranger's attempts from its address", async () => {
    const { email, cookies } = await registerAt(limited);
    const at = { on: limited, headers: freshAddress() };
    const wrong = { email, password: 'a wrong password' };
    for (let i = 0; i < 10; i += 1) expect((await submit('/sign-in', wrong, at)).status).toBe(401);
    const right = { email, password };
    expect((await submit('/sign-in', right, at)).status).toBe(429);
    const elsewhere = { on: limited, headers: freshAddress() };
    expect((await submit('/sign-in', right, elsewhere)).status).toBe(303);
    const signedIn = await submit('/sign-in', right, {
      ...at,
      cookies: { device: deviceIn(cookies) },
    });
    expect(signedIn.status).toBe(303);
    const session = sessionIn(signedIn.cookies);
    const changed = await submit(
      '/account',
      { do: 'password', current_password: password, new_password: newPassword },
      { ...at, cookies: { session } },
    );
    expect(changed.status).toBe(303);
    expect(deviceIn(changed.cookies)).not.toBe('no device');
    expect(await errorCodeOf(limited, session)).toBe('session_invalid');
  });

  it('send the owner a reset mail after a stranger has requested many', async () => {
    const { email } = await registerAt(limited);
    const ask = (headers: Record<string, string>) =>
      submit('/reset-password', { do: 'ask', email }, { on: limited, headers });
    const stranger = freshAddress();
    for (let i = 0; i < 5; i += 1) expect((await ask(stranger)).status).toBe(200);
    expect((await ask(stranger)).status).toBe(429);
    const { status, page } = await ask(freshAddress());
    expect(status).toBe(200);
    expect(page).toContain('a link is on its way');
    await handleResets(limited);
    const mails = limited.db.collection('mails');
    expect(await mails.countDocuments({ to: email, kind: 'password_reset' })).toBe(6);
  });
});

describe('the page that creates an account', () => {
  const fieldsFor = (full_name: string) => ({
    full_name,
    email: `${randomUUID()}@example.com`,
    phone: '+49 30 1234567',
    password,
  });

  it.each([
    ['  ', 'This field is required.'],
    ['李', 'Enter at least 2 characters.'],
    [' 李 ', 'Enter at least 2 characters.'],
  ])('rejects the name "%s" with the requirements', async (name, error) => {
    const fields = fieldsFor(name);
    const { status, page } = await submit('/register', fields);
    expect(status).toBe(422);
    expect(page).toContain(error);
    expect(page).toContain(
      'At least 2 characters. For a one-character name such as 李, add a given name.',
    );
    const { email } = fields;
    expect(await app.db.collection('customers').countDocuments({ email })).toBe(0);
  });

  it('stores a name without surrounding spaces', async () => {
    const fields = fieldsFor('  李 雷 ');
    expect((await submit('/register', fields)).status).toBe(303);
    const { email } = fields;
    expect(await app.db.collection('customers').findOne({ email })).toMatchObject({
      fullName: '李 雷',
    });
  });
});

const invitee = { invitee_email: '', invitee_phone: '+49 30 1234567' };

/** A form of a signed-in customer that takes a person's name, and the name that is stored. */
interface NameForm {
  path: string;
  fields: (name: string) => Record<string, string>;
  storedName: () => Promise<string | undefined>;
}

const nameForms: Record<string, (account: Account) => Promise<NameForm>> = {
  'of the customer': async ({ id }) => ({
    path: '/account',
    fields: (name) => ({ do: 'details', full_name: name, phone: '+49 30 1234567' }),
    storedName: async () => (await storedCustomer(app, id)).fullName,
  }),
  'of an invitee': async (account) => {
    await confirmEmail(app, account);
    const { opened } = await claimed(app, account);
    return {
      path: `/site-checks/${opened.id}`,
      fields: (name) => ({ do: 'invite', ...invitee, invitee_name: name }),
      storedName: async () => (await invitesOf(app, opened)).at(-1)?.inviteeName,
    };
  },
  'of the invitee who takes over': async (account) => {
    await confirmEmail(app, account);
    const { opened } = await claimed(app, account);
    await invite(app, opened, grace, restApi, { session: account.session });
    const [first] = await invitesOf(app, opened);
    return {
      path: `/site-checks/${opened.id}`,
      fields: (name) => ({
        do: 'reassign',
        invite_id: first?.inviteId ?? '',
        ...invitee,
        invitee_name: name,
      }),
      storedName: async () => (await invitesOf(app, opened)).at(-1)?.inviteeName,
    };
  },
};

describe('a form that takes a name', () => {
  it.each(Object.entries(nameForms))(
    '%s rejects spaces alone and trims a name',
    async (_, form) => {
      const account = await register(app);
      const { session } = account;
      const { path, fields, storedName } = await form(account);
      const before = await storedName();
      for (const [name, error] of [
        ['  ', 'This field is required.'],
        [' 李 ', 'Enter at least 2 characters.'],
      ] as const) {
        const { status, page } = await submit(path, fields(name), { cookies: { session } });
        expect([name, status]).toEqual([name, 422]);
        expect(page).toContain(error);
        expect(page).toContain(
          'At least 2 characters. For a one-character name such as 李, add a given name.',
        );
        expect(await storedName()).toBe(before);
      }
      const { status } = await submit(path, fields('  李 雷 '), { cookies: { session } });
      expect(status).toBeLessThan(400);
      expect(await storedName()).toBe('李 雷');
    },
  );

  it('of a requester takes spaces alone as no name and trims a name', async () => {
    const order = (name: string) => ({
      objective: 'Is it open?',
      address: 'Main Street 1',
      latitude: '52.5',
      longitude: '13.4',
      intake_submission_id: `web-${randomUUID()}`,
      requester_name: name,
    });
    const storedName = async (fields: { intake_submission_id: string }) => {
      const { intake_submission_id: intakeSubmissionId } = fields;
      return (await app.siteChecks.findOne({ intakeSubmissionId }))?.requesterName;
    };
    for (const [typed, name] of [
      ['  ', null],
      ['  李 雷 ', '李 雷'],
    ] as const) {
      const fields = order(typed);
      expect((await submit('/site-checks', fields)).status).toBe(200);
      expect(await storedName(fields)).toBe(name);
    }
    const fields = order(' 李 ');
    const { status, page } = await submit('/site-checks', fields);
    expect(status).toBe(422);
    expect(page).toContain('Enter at least 2 characters.');
    expect(page).toContain('At least 2 characters. For a one-character name such as 李');
    expect(await storedName(fields)).toBeUndefined();
  });
});
