import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentCatalogue } from '../../src/messages/report-content/catalogue.js';
import { type ShareLink, shareLinksMax } from '../../src/modules/share-link/share-link.js';
import { type Account, register } from '../customer/support/accounts.js';
import { carriedOut, made } from '../customer-request/support/requests.js';
import { disputeAndAccept } from '../delivery/support/scene.js';
import { type Opened, paid, reported } from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { days, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let ada: Account;
let grace: Account;
/** A guest's site check with a report, one without, and a customer's with a report. */
let guest: Opened;
let early: Opened;
let own: Awaited<ReturnType<typeof made>>;
beforeAll(async () => {
  app = await startTestApp();
  [ada, grace] = await Promise.all([register(app), register(app)]);
  guest = await reported(app);
  early = await paid(app);
  own = await made(app, ada);
  await carriedOut(app, own);
});
afterAll(() => app.stop());

const links = () => app.db.collection<ShareLink>('share_links');
const stored = (id: string) => links().findOne({ _id: id });

/** The same operations for a guest and for a customer. */
const owners = () => [
  {
    create: 'createShareLink',
    list: 'shareLinks',
    revoke: 'revokeShareLink',
    id: guest.id,
    by: { token: guest.token },
  },
  {
    create: 'createCustomerShareLink',
    list: 'customerShareLinks',
    revoke: 'revokeCustomerShareLink',
    id: own.id,
    by: { session: ada.session },
  },
];

describe.each(apis)('share links over $name', (api) => {
  it.each([0, 1])('are created for 30 days, listed and revoked by their owner (%i)', async (at) => {
    const { create, list, revoke, id, by } = owners()[at]!;
    const { body } = await api.call(app, create, { id, ...by });
    expect(body).toEqual({
      share_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: expect.stringMatching(/^http:\/\/service\.test\/shared\/[\w-]{43}$/),
      expires_at: expect.any(String),
      views: 0,
      revoked_at: null,
    });
    const token = body.url.split('/').at(-1);
    const link = await stored(body.share_id);
    expect(link).toMatchObject({ requestId: id, revokedAt: null, views: 0 });
    expect(link!.expiresAt.getTime() - link!.createdAt.getTime()).toBe(days(30));
    expect(new Date(body.expires_at)).toEqual(link!.expiresAt);
    expect(JSON.stringify(link)).not.toContain(token);
    expect(link!.tokenHash).toMatch(/^[0-9a-f]{64}$/);

    const listed = await api.call(app, list, { id, ...by });
    expect(listed.body[0]).toEqual(body);

    const input = { share_id: body.share_id };
    const revoked = await api.call(app, revoke, { id, ...by, input });
    expect(revoked.body).toEqual({ ...body, revoked_at: expect.any(String) });
    const after = await stored(body.share_id);
    expect(after!.revokedAt).toEqual(new Date(revoked.body.revoked_at));
    app.advance(60_000);
    expect((await api.call(app, revoke, { id, ...by, input })).body).toEqual(revoked.body);
    expect(await stored(body.share_id)).toEqual(after);
  });

  it.each([1, 365])('last %i days when asked to', async (expires_in_days) => {
    const input = { expires_in_days };
    const { body } = await api.call(app, 'createShareLink', { ...guest, input });
    const link = await stored(body.share_id);
    expect(link!.expiresAt.getTime() - link!.createdAt.getTime()).toBe(days(expires_in_days));
  });

  it.each([0, 366, 1.5, 'soon'])('cannot last %s days', async (expires_in_days) => {
    const before = await links().countDocuments();
    const input = { expires_in_days };
    expect((await api.call(app, 'createShareLink', { ...guest, input })).code).toBe(
      'invalid_input',
    );
    expect(await links().countDocuments()).toBe(before);
  });

  it('need a report', async () => {
    expect((await api.call(app, 'createShareLink', early)).code).toBe('report_not_found');
    expect((await api.call(app, 'shareLinks', early)).body).toEqual([]);
    expect(await links().countDocuments({ requestId: early.id })).toBe(0);
  });

  it('belong to one site check and its owner', async () => {
    const [ofGuest] = await links().find({ requestId: guest.id }).sort({ number: -1 }).toArray();
    const input = { share_id: ofGuest!._id };
    const code = async (operation: string, call: object) =>
      (await api.call(app, operation, call)).code;
    const { session } = grace;
    const wrong = { id: guest.id, token: early.token };
    for (const [operation, call, expected] of [
      ['createShareLink', wrong, 'site_check_not_found'],
      ['shareLinks', wrong, 'site_check_not_found'],
      ['revokeShareLink', { ...wrong, input }, 'site_check_not_found'],
      ['createCustomerShareLink', { id: own.id, session }, 'site_check_not_found'],
      ['customerShareLinks', { id: own.id, session }, 'site_check_not_found'],
      ['revokeCustomerShareLink', { id: own.id, session, input }, 'site_check_not_found'],
      ['createCustomerShareLink', { id: own.id }, 'session_missing'],
      ['customerShareLinks', { id: own.id }, 'session_missing'],
      ['revokeCustomerShareLink', { id: own.id, input }, 'session_missing'],
      // The link of another site check, and an unknown one.
      ['revokeShareLink', { ...early, input }, 'share_link_not_found'],
      ['revokeShareLink', { ...guest, input: { share_id: 'x' } }, 'share_link_not_found'],
      [
        'revokeShareLink',
        { ...guest, input: { share_id: 'x'.repeat(500) } },
        'share_link_not_found',
      ],
    ] as const) {
      expect([operation, await code(operation, call)]).toEqual([operation, expected]);
    }
    expect(await stored(ofGuest!._id)).toEqual(ofGuest);
  });
});

describe('DELETE', () => {
  const path = (id: string) => `/v1/customer/requests/${own.id}/share-links/${id}`;

  it('takes the access token as Bearer, outside the URL', async () => {
    const { body } = await restApi.call(app, 'createShareLink', guest);
    const url = `/v1/public/site-checks/${guest.id}/share-links/${body.share_id}`;
    const missing = await app.rest('DELETE', url, { key: null });
    expect([missing.status, missing.body.detail[0].loc]).toEqual([422, ['query', 'access_token']]);
    const headers = { authorization: `Bearer ${guest.token}` };
    const answer = await app.rest('DELETE', url, { key: null, headers });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await stored(body.share_id))?.revokedAt).toBeInstanceOf(Date);
  });

  it('does not accept the session of a request from another site', async () => {
    const { session } = ada;
    const { body } = await restApi.call(app, 'createCustomerShareLink', { id: own.id, session });
    const headers = { cookie: `session=${session}`, origin: 'https://other.example' };
    const answer = await app.rest('DELETE', path(body.share_id), { key: null, headers });
    expect([answer.status, answer.body.code]).toEqual([403, 'origin_refused']);
    expect((await stored(body.share_id))?.revokedAt).toBeNull();
  });
});

describe('limits', () => {
  it(`allow ${shareLinksMax} links of a site check, also at the same time`, async () => {
    const { id, token } = await reported(app);
    const first = await restApi.call(app, 'createShareLink', { id, token });
    const link = (await stored(first.body.share_id))!;
    const copies = Array.from({ length: shareLinksMax - 3 }, (_, index) => ({
      ...link,
      _id: `copy-${index}`,
      tokenHash: `hash-${index}`,
      number: index + 2,
    }));
    await links().insertMany(copies);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => restApi.call(app, 'createShareLink', { id, token })),
    );
    const codes = answers.map(({ code }) => code ?? 'created').sort();
    expect(codes).toEqual([
      'created',
      'created',
      'share_link_limit',
      'share_link_limit',
      'share_link_limit',
    ]);
    expect(await links().countDocuments({ requestId: id })).toBe(shareLinksMax);
  });

  it('allow 30 new links of a customer in an hour', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on' });
    try {
      const customer = await register(limited);
      const { id } = await made(limited, customer);
      const path = `/v1/customer/requests/${id}/share-links`;
      const headers = { cookie: `session=${customer.session}` };
      const answer = await limited.rest('POST', path, { key: null, headers, body: {} });
      expect(answer.headers.get('ratelimit-policy')).toContain('"share_links";q=30;w=3600');
    } finally {
      await limited.stop();
    }
  });
});

describe('the export of the account', () => {
  it('has its share links', async () => {
    const { session } = ada;
    const { body } = await restApi.call(app, 'createCustomerShareLink', { id: own.id, session });
    const answer = await restApi.call(app, 'customerExport', { session });
    const exported = answer.body.requests[0].share_links[0];
    const link = await stored(body.share_id);
    expect(exported).toEqual({
      share_id: body.share_id,
      created_at: link?.createdAt.toISOString(),
      expires_at: body.expires_at,
      revoked_at: null,
      views: 0,
    });
  });
});

describe('the page of a link', () => {
  const open = async (days = 30) => {
    const input = { expires_in_days: days };
    const { body } = await restApi.call(app, 'createShareLink', { ...guest, input });
    return { id: body.share_id as string, path: new URL(body.url).pathname };
  };
  const get = (path: string, init: RequestInit = {}) =>
    app.fetch(path, { ...init, headers: { accept: 'text/html', ...init.headers } });
  const views = async (id: string) => (await stored(id))?.views;

  it('shows the report without actions to anyone, and is not indexed', async () => {
    const { path } = await open();
    const answer = await get(path);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain('<h1><bdi>Is the shop open?</bdi></h1>');
    expect(html).toContain(`href="${path}/report.pdf"`);
    expect(html).not.toMatch(
      /<form(?! method="post" action="\/language")|id="feedback"|data-token|robin@|name="access_token"/,
    );
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(html).toContain(
      `<meta property="og:image" content="http://service.test${path}/card.png"/>`,
    );
    expect(html).toContain('<meta property="og:title" content="Is the shop open?"/>');
    expect(html).toMatch(
      /<meta property="og:description" content="Not answered · Alexanderplatz 1, 10178 Berlin · \d+ \w+ \d{4}, /,
    );
    const photo = /href="(\/media\/[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    expect((await app.fetch(photo!)).status).toBe(200);
  });

  it('has the changes of every version in the language of the reader', async () => {
    const opened = await reported(app);
    await disputeAndAccept(app, opened);
    await disputeAndAccept(app, opened);
    const { id, token } = opened;
    const { body } = await restApi.call(app, 'createShareLink', { id, token });
    const page = await get(new URL(body.url).pathname, { headers: { 'accept-language': 'de' } });
    const [list = ''] = (await page.text()).split('id="versions"')[1]?.split('</section>') ?? [];
    const german = contentCatalogue.de['content.change.disputed'];
    expect(list.split(german).length - 1).toBe(2);
    expect(list).not.toMatch(/The requester|lang="en"/);
  });

  it('counts each opening by a person, but no file, preview or owner', async () => {
    const { id, path } = await open();
    await get(path);
    await get(path);
    expect(await views(id)).toBe(2);
    const agent = (name: string) => ({ headers: { 'user-agent': name } });
    for (const [url, init] of [
      [path, { method: 'HEAD' }],
      [path, { headers: { 'sec-purpose': 'prefetch;prerender' } }],
      [path, agent('Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)')],
      [path, agent('facebookexternalhit/1.1')],
      [path, agent('WhatsApp/2.23.20.0')],
      [path, { method: 'POST' }],
      [`${path}/card.png`, {}],
      [`${path}/report.json`, {}],
    ] as const) {
      expect((await get(url, init)).status).toBe(200);
    }
    expect(await views(id)).toBe(2);
    const listed = await restApi.call(app, 'shareLinks', guest);
    expect(listed.body.find((one: { share_id: string }) => one.share_id === id).views).toBe(2);
  });

  it("does not count the session of the site check's customer", async () => {
    const { session } = ada;
    const { body } = await restApi.call(app, 'createCustomerShareLink', { id: own.id, session });
    const { pathname } = new URL(body.url);
    const as = (account: Account) =>
      get(pathname, { headers: { cookie: `session=${account.session}` } });
    expect((await as(ada)).status).toBe(200);
    expect(await views(body.share_id)).toBe(0);
    expect((await as(grace)).status).toBe(200);
    expect(await views(body.share_id)).toBe(1);
  });

  it('neither counts as a view of the report nor completes the site check', async () => {
    const { id, token, jobId } = await reported(app);
    const { body } = await restApi.call(app, 'createShareLink', { id, token });
    const before = (await app.rest('GET', `/v1/jobs/${jobId}/report`)).body.view_count;
    await get(new URL(body.url).pathname);
    const after = (await app.rest('GET', `/v1/jobs/${jobId}/report`)).body.view_count;
    expect(after).toBe(before + 1);
    expect((await app.siteChecks.findOne({ _id: id }))?.status).toBe('report_ready');
  });

  it('serves the signed report as a file', async () => {
    const { path } = await open();
    const json = await get(`${path}/report.json`);
    expect(json.headers.get('content-disposition')).toMatch(/^attachment; .*-v1\.json"$/);
    expect(await json.json()).toMatchObject({ request_id: guest.id, version_number: 1 });
  });

  it('has a picture of question, answer, place and time', async () => {
    const { path } = await open();
    const answer = await get(`${path}/card.png`);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toBe('private, max-age=300');
    const { width, height, channels } = await sharp(
      Buffer.from(await answer.arrayBuffer()),
    ).metadata();
    expect([width, height, channels! >= 3]).toEqual([1200, 630, true]);
  });

  it('has a picture in the language of the page that names it', async () => {
    const { path } = await open();
    const page = await get(path, { headers: { 'accept-language': 'ja' } });
    const [, picture] = /property="og:image" content="http:..service.test([^"]+)"/.exec(
      await page.text(),
    ) ?? [null, ''];
    expect(picture).toBe(`${path}/card.png?language=ja`);
    const [japanese, english] = [await get(picture), await get(`${path}/card.png`)];
    expect(japanese.headers.get('content-language')).toBe('ja');
    expect(english.headers.get('content-language')).toBe('en');
    expect(await japanese.bytes()).not.toEqual(await english.bytes());
  });

  it('has errors for programs in the language that the reader chose', async () => {
    const headers = { accept: 'application/json', 'accept-language': 'de', cookie: 'language=ja' };
    const answer = await get(`/shared/${'x'.repeat(43)}/report.json`, { headers });
    const { status, title } = await answer.json();
    expect([status, title]).toEqual([404, expect.stringMatching(/[ぁ-ん]/)]);
    expect(answer.headers.get('content-language')).toBe('ja');
    expect(answer.headers.get('vary')).toMatch(/Accept-Language.*Cookie/);
  });

  it('ends with a clear sentence when the link is revoked or expires', async () => {
    const revoked = await open();
    const input = { share_id: revoked.id };
    await restApi.call(app, 'revokeShareLink', { ...guest, input });
    const expiring = await open(1);
    expect((await get(expiring.path)).status).toBe(200);
    const ended = async (path: string) => {
      for (const file of ['', '/card.png', '/report.pdf', '/report.json']) {
        const answer = await get(path + file);
        const html = await answer.text();
        expect([answer.status, file]).toEqual([410, file]);
        expect(html).toContain('Its owner stopped sharing the report, or the link expired.');
        expect(html).not.toContain('Is the shop open?');
        expect(answer.headers.get('x-robots-tag')).toBe('noindex');
      }
    };
    await ended(revoked.path);
    app.advance(days(1));
    await ended(expiring.path);
    expect([await views(revoked.id), await views(expiring.id)]).toEqual([0, 1]);
  });

  it('is 404 for an unknown link', async () => {
    for (const token of ['x', 'x'.repeat(43), '%00']) {
      const answer = await get(`/shared/${token}`);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('This link isn’t valid');
    }
  });

  it('states that the report was withdrawn or erased', async () => {
    const { id, token, jobId } = await reported(app);
    const { body } = await restApi.call(app, 'createShareLink', { id, token });
    const { pathname } = new URL(body.url);
    const withdrawal = { body: { reason: 'The photos show another shop.' } };
    await app.rest('POST', `/v1/jobs/${jobId}/reality-report/withdraw`, withdrawal);
    const withdrawn = await get(pathname);
    expect([withdrawn.status, await withdrawn.text()]).toEqual([
      200,
      expect.stringContaining('The photos show another shop.'),
    ]);
    const again = await restApi.call(app, 'createShareLink', { id, token });
    expect(again.code).toBe('report_withdrawn');
    await restApi.call(app, 'eraseSiteCheck', { id, token });
    const erased = await get(pathname);
    expect([erased.status, await erased.text()]).toEqual([
      410,
      expect.stringContaining('This report was erased'),
    ]);
    expect(await stored(body.share_id)).toMatchObject({ requestId: id, revokedAt: null });
  });
});
