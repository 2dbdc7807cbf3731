import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedReportLink } from '../../src/modules/report/report-link.js';
import { readKeySet } from '../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import { disputeAndAccept, type Opened, readyReport, still } from '../delivery/support/scene.js';
import { eventsOf } from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { days, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let opened: Opened;
beforeAll(async () => {
  app = await startTestApp({ OPERATOR_NAME: 'Example <Verification>' });
  opened = await readyReport(app, { objective: 'Is <b>the shop</b> open & lit?' });
});
afterAll(() => app.stop());

/** Returns the path and query of a link created now. */
const linkTo = ({ id }: Opened, version = 1) =>
  signedReportLink(app.services, { requestId: id, version, from: app.now() }).replace(
    'http://service.test',
    '',
  );
const file = (link: string, kind: 'pdf' | 'json') => link.replace('?', `/report.${kind}?`);
const browse = (path: string, method = 'GET', headers = {}) =>
  app.fetch(path, { method, headers: { accept: 'text/html,*/*;q=0.8', ...headers } });
const textOf = async (path: string) => (await browse(path)).text();
const statusOf = async ({ id, token }: Opened) =>
  (await restApi.call(app, 'siteCheck', { id, token })).body;

/** Returns the counts of a version and its recorded views. */
async function counted(of: Opened, version = 1) {
  const header = (await still(app, of.jobId)).reports[version - 1];
  const found = await app.services.reports.counters(header?.bodyId ?? '');
  const viewed = (await eventsOf(app, of.id)).filter((type) => type === 'report.viewed').length;
  const { status } = await statusOf(of);
  return { views: found.viewCount, pdfs: found.pdfExportCount, viewed, status };
}

describe('the page', () => {
  it('shows the whole report and records no view, however often it is opened', async () => {
    const before = await still(app, opened.jobId);
    const link = linkTo(opened);
    const answer = await browse(link);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=UTF-8',
    ]);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
    const page = await answer.text();
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain('<meta name="robots" content="noindex"');
    expect(page).toContain('Is &lt;b&gt;the shop&lt;/b&gt; open &amp; lit?');
    expect(page).toContain('Alexanderplatz 1, 10178 Berlin');
    expect(page).toContain('Not answered');
    expect(page).toContain('Place and time verified');
    expect(page).toContain('Example &lt;Verification&gt;');
    for (const address of [file(link, 'pdf'), file(link, 'json')]) {
      expect(page).toContain(`"${address.replaceAll('&', '&amp;')}"`);
    }
    for (const { evidenceId, mediaSha256 } of before.evidence) {
      expect(page).toContain(`src="/media/${opened.jobId}/${evidenceId}?expires=`);
      expect(page).toContain(mediaSha256.slice(0, 8));
    }
    for (const step of before.steps) expect(page).toContain(step.label);
    expect(page).toContain(before.reports[0]?.contentSha256);
    for (const expectedText of ['At the place', 'Passed', 'Limitations', 'Version 1']) {
      expect(page).toContain(expectedText);
    }
    // The form for another language alone.
    expect(page.match(/<form[^>]*action="[^"]*"/g)).toEqual([
      expect.stringContaining('action="/language"'),
    ]);
    const src = /<img src="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await app.fetch(src)).headers.get('content-type')).toBe('image/jpeg');
    for (const secret of [opened.token, 'access_token']) expect(page).not.toContain(secret);
    await browse(link, 'HEAD');
    const cover = await app.rest('GET', link.replace('?', '/cover.json?'), { key: null });
    expect(cover.body).toMatchObject({ request_id: opened.id, version_number: 1 });
    expect(await counted(opened)).toEqual({ views: 0, pdfs: 0, viewed: 0, status: 'report_ready' });
    expect(await still(app, opened.jobId)).toEqual(before);
  });

  it('records a view by the requester on POST, which the script sends at the first action', async () => {
    const of = await readyReport(app);
    const answer = await browse(linkTo(of), 'POST');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, linkTo(of)]);
    expect(await counted(of)).toEqual({ views: 1, pdfs: 0, viewed: 1, status: 'completed' });
  });

  it('of a disputed report states the dispute, without the comment of the requester', async () => {
    const of = await readyReport(app);
    const comment = 'The notice is of another shop.';
    const disputed = await app.rest('POST', `/v1/public/site-checks/${of.id}/requester-feedback`, {
      key: null,
      body: { access_token: of.token, verdict: 'disputed', comment },
    });
    expect(disputed.status).toBe(200);
    const page = await textOf(linkTo(of));
    expect(page).toContain('The requester disputed this report <time ');
    expect(page).not.toContain(comment);
  });
});

describe('the files behind a signed link', () => {
  it('are those of the requester, verify, and count as a read by the requester', async () => {
    const of = await readyReport(app);
    const link = linkTo(of);
    const pdf = await app.fetch(file(link, 'pdf'));
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await pdf.arrayBuffer());
    expect(await counted(of)).toEqual({ views: 0, pdfs: 1, viewed: 1, status: 'completed' });

    const json = await app.rest('GET', file(link, 'json'), { key: null });
    expect(json.headers.get('x-robots-tag')).toBe('noindex');
    const { body: public_ } = await restApi.call(app, 'siteCheckReport', of);
    const same = { view_count: 0, last_viewed_at: null };
    expect({ ...json.body, ...same }).toEqual({ ...public_, ...same });
    expect(await counted(of)).toMatchObject({ views: 2, viewed: 1 });
    const keys = await app.rest('GET', '/.well-known/jwks.json', { key: null });
    const files = [
      { name: 'report.pdf', bytes },
      { name: 'report.json', bytes: Buffer.from(JSON.stringify(json.body)) },
    ];
    const verdict = await verifyReports(files, await readKeySet(keys.body));
    expect([...verdict.errors, ...verdict.files.flatMap((one) => one.errors)]).toEqual([]);

    for (const [kind, answer] of [['pdf', pdf] as const, ['json', json] as const]) {
      const known = { 'if-none-match': answer.headers.get('etag') ?? '' };
      const again = await app.fetch(file(link, kind), { headers: known });
      expect(again.status).toBe(304);
      expect((await app.fetch(file(link, kind), { method: 'HEAD' })).status).toBe(200);
    }
    expect(await counted(of)).toMatchObject({ views: 2, pdfs: 1 });
  });
});

describe('the report', () => {
  it('of an old or a withdrawn version states this, and can still be read', async () => {
    const of = await readyReport(app);
    await disputeAndAccept(app, of);
    const [first, second] = [linkTo(of, 1), linkTo(of, 2)];
    expect(await textOf(first)).toContain('Version 2 has replaced this version');
    expect(await textOf(second)).not.toContain('has replaced');
    await app.rest('POST', `/v1/jobs/${of.jobId}/reality-report/withdraw`, {
      body: { reason: 'The wrong <house>.' },
    });
    const page = await textOf(second);
    expect(page).toContain('This version was withdrawn');
    expect(page).toContain('The wrong &lt;house&gt;.');
    expect((await browse(second, 'POST')).status).toBe(303);
    expect(await textOf(first)).not.toContain('has replaced');
    expect((await app.rest('GET', file(second, 'json'), { key: null })).body).toMatchObject({
      version_number: 2,
      is_current: false,
    });
    // A withdrawn version no longer changes.
    expect((await still(app, of.jobId)).reports[1]).toMatchObject({ firstViewedAt: null });
  });
});

describe('an invalid link', () => {
  const kinds = ['', 'pdf', 'json'] as const;
  const at = (link: string, kind: (typeof kinds)[number]) => (kind ? file(link, kind) : link);

  it.each([
    ['damaged', (link: string) => link.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['for another version', (link: string) => link.replace('version=1', 'version=2')],
    ['for another request', (link: string) => link.replace(/reports\/[^?]+/, 'reports/other')],
    ['cut', (link: string) => link.replace(/&signature.*/, '')],
  ])('that is %s grants no access', async (_, spoil) => {
    const before = await counted(opened);
    for (const kind of kinds) {
      const answer = await app.rest('GET', spoil(at(linkTo(opened), kind)), { key: null });
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
    const page = await browse(spoil(linkTo(opened)));
    expect([page.status, await page.text()]).toEqual([
      404,
      expect.stringContaining('This link isn’t valid'),
    ]);
    expect((await browse(spoil(linkTo(opened)), 'POST')).status).toBe(404);
    expect(await counted(opened)).toEqual(before);
  });

  it('that is older than 30 days says so', async () => {
    const before = await counted(opened);
    const link = linkTo(opened);
    app.advance(days(31));
    for (const kind of kinds) {
      const answer = await app.rest('GET', at(link, kind), { key: null });
      expect([answer.status, answer.body.code]).toEqual([410, 'token_expired']);
    }
    const page = await browse(link);
    expect([page.status, await page.text()]).toEqual([
      410,
      expect.stringContaining('This link has expired'),
    ]);
    expect(await counted(opened)).toEqual(before);
  });

  it('to a missing site check gets the same response as a damaged link', async () => {
    const gone = { ...opened, id: '019c1000-0000-7000-8000-00000000000f' };
    const answer = await app.rest('GET', linkTo(gone), { key: null });
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });
});
