import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/errors.js';
import { errorCodeOf, register } from '../customer/support/accounts.js';
import { completedJob } from '../report/support/flow.js';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { pageRoutes } from '../support/page-routes.js';

const pages = pageRoutes.filter(({ method }) => method === 'POST').map(({ example }) => example);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const post = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
  app.fetch(path, {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': type },
    body,
  });

describe.each(pages)('a form sent to %s', (path) => {
  it('is rejected if it is larger than an API body can be', async () => {
    const answer = await post(path, `access_token=${'x'.repeat(300_000)}`);
    // A checkout is looked up by its link before its form is read.
    expect(answer.status).toBe(path === '/checkout/x' ? 404 : 413);
  });

  it('is read in one format; any other counts as empty', async () => {
    const answer = await post(path, 'no boundary', 'multipart/form-data');
    expect(answer.status).toBeLessThan(500);
  });

  it.each(['constructor', '__proto__'])('does nothing for the action %s', async (name) => {
    const answer = await post(path, `do=${name}`);
    expect(answer.status).toBeLessThan(500);
  });
});

describe('a user whose session has expired', () => {
  const over = 'You were signed out. Sign in again.';

  it.each(['/account', `/site-checks/${crypto.randomUUID()}`])(
    'is asked to sign in again at %s',
    async (path) => {
      for (const action of path === '/account' ? ['details', 'password', 'export'] : ['invite']) {
        const answer = await post(path, `do=${action}&full_name=Ada&invitee_name=Grace`);
        expect([action, answer.status]).toEqual([action, 401]);
        expect(await answer.text()).toContain(over);
      }
    },
  );

  it.each(['feedback', 'version', 'pdf'])(
    'is asked to sign in again at a report, for %s',
    async (action) => {
      const answer = await post('/reports/x', `do=${action}&comment=Thanks&version=1`);
      expect(answer.status).toBe(401);
      const page = await answer.text();
      expect(page).toContain(over);
      expect(page).not.toContain('This link isn’t valid');
    },
  );

  it.each(['/site-checks/x', '/reports/x'])(
    'can sign in instead of entering a code at %s',
    async (path) => {
      const page = await (await app.fetch(path, { headers: { accept: 'text/html' } })).text();
      expect(page).toMatch(/<main.*href="\/sign-in".*<\/main>/s);
    },
  );

  it('is not offered to sign in on an offer, since candidates have no account', async () => {
    const page = await (await app.fetch('/offer', { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('name="access_token"');
    expect(page).not.toMatch(/<main.*href="\/sign-in".*<\/main>/s);
  });
});

it('/account reports a failed sign-out', async () => {
  const { session } = await register(app);
  vi.spyOn(app.services.customers, 'change').mockRejectedValueOnce(new Error('no store'));
  const signOut = () =>
    app.fetch('/account', {
      method: 'POST',
      headers: {
        accept: 'text/html',
        cookie: `session=${session}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'do=sign-out',
      redirect: 'manual',
    });
  expect((await signOut()).status).toBe(500);
  expect(await errorCodeOf(app, session)).toBeUndefined();
  expect((await signOut()).headers.get('location')).toBe('/sign-in');
  expect(await errorCodeOf(app, session)).toBe('session_invalid');
});

describe('the page of a report', () => {
  const shown = (query: string) =>
    app.fetch(`/reports/x?${query}`, { headers: { accept: 'text/html' } });

  it('asks for the code despite added tracking parameters', async () => {
    const answer = await shown('fbclid=IwAR0&utm_source=mail');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('name="access_token"');
  });

  it.each(['version=1', 'version=1&expires=9', 'signature=x&fbclid=IwAR0'])(
    'treats a partial signed link as invalid: %s',
    async (query) => {
      const answer = await shown(query);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('This link isn’t valid');
    },
  );
});

describe('a password', () => {
  it('that is too long is measured in characters, like in the service', async () => {
    const password = encodeURIComponent('\u{1f511}'.repeat(201));
    const page = await (await post('/register', `password=${password}`)).text();
    expect(page).toContain('Use at most 200 characters; you have 201.');
  });
});

describe('a text of several lines', () => {
  const lines = (count: number) =>
    new URLSearchParams({
      do: 'request',
      objective: 'Is the shop open?',
      address: 'Alexanderplatz 1, Berlin',
      latitude: '52.5219',
      longitude: '13.4132',
      notes: `${'x'.repeat(9)}\r\n`.repeat(count),
      intake_submission_id: `lines-${count}`,
    }).toString();

  it('has the same limit as when sent by a script, and is stored identically', async () => {
    const stored = () => app.siteChecks.findOne({ intakeSubmissionId: 'lines-100' });
    const page = await (await post('/site-checks', lines(101))).text();
    expect(page).toContain('Use at most 1000 characters; you have 1010.');
    expect(await app.siteChecks.countDocuments({ intakeSubmissionId: 'lines-101' })).toBe(0);
    await post('/site-checks', lines(100));
    expect((await stored())?.notes).toBe(`${'x'.repeat(9)}\n`.repeat(100).trim());
  });
});

describe('while there are too many requests', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startTestApp({ RATE_LIMITS: 'on' }, { frozenAt: new Date() });
    for (let status = 200; status === 200; ) {
      ({ status } = await limited.fetch('/v1/public/services'));
    }
  });
  afterAll(() => limited.stop());

  const send = (path: string, body: string) =>
    limited.fetch(path, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });

  it.each([
    ['/reset-password', 'do=set&password=another+long+password', 'Set password'],
    ['/confirm-email', 'do=confirm', 'Confirm'],
  ])('the token of a mail is kept for another attempt at %s', async (path, sent, button) => {
    const token = 'a-token-of-a-mail-that-works';
    const answer = await send(path, `${sent}&token=${token}`);
    expect(answer.status).toBe(429);
    const page = await answer.text();
    const seconds = answer.headers.get('retry-after');
    expect(page).toContain(`Too many requests. Try again in ${seconds} seconds.`);
    expect(page).toContain(`value="${token}"`);
    expect(page).toContain(`>${button}</button>`);
    expect(page).not.toContain('another long password');
  });

  it('an offer is not reported as expired', async () => {
    const answer = await send('/offer', 'do=open&access_token=x.y.z');
    expect(answer.status).toBe(429);
    const page = await answer.text();
    expect(page).toContain('Too many requests.');
    expect(page).not.toContain('This link isn’t valid');
  });
});

it('the page of a report says if the PDF is still being created', async () => {
  const { jobId } = await completedJob(app);
  await app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
  const download = (accept: string) =>
    app.fetch(`/reports/${jobId}`, {
      method: 'POST',
      headers: {
        accept,
        'content-type': 'application/x-www-form-urlencoded',
        'x-api-key': pilotKey,
      },
      body: 'do=pdf&version=1',
    });
  const late = new ApiError('unavailable', undefined, { headers: { 'retry-after': '5' } });
  const wait = vi.spyOn(app.services.reportPdfs, 'wait').mockRejectedValue(late);
  const answer = await download('text/html');
  expect(answer.status).toBe(503);
  // Without the messages that the page sends along for its script.
  const page = (await answer.text()).replace(/<script type="application\/json".*?<\/script>/gs, '');
  expect(page).toContain('The PDF is still being created. Try again in a minute.');
  expect(page).toContain('Download PDF');
  expect(page).not.toContain('Something went wrong on our side');
  expect(await (await download('*/*')).json()).toMatchObject({ code: 'unavailable' });
  wait.mockRestore();
});
