import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completedJob, eventTypes, storedJob } from '../report/support/flow.js';
import { apis } from '../support/apis.js';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const make = (jobId: string) => app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
const read = (jobId: string, query = '', headers = {}) =>
  app.rest('GET', `/v1/jobs/${jobId}/report${query}`, { headers });
const pdfs = async (jobId: string) => {
  const job = await storedJob(app, jobId);
  for (const header of job.reports) await app.services.reportPdfs.ensure(job, header);
};

/** Creates a job whose report has this number of versions, each with its PDF. */
async function reported(versions: number): Promise<string> {
  const { jobId } = await completedJob(app);
  await make(jobId);
  if (versions > 1) {
    const verdict = { body: { verdict: 'accepted' } };
    await app.rest('POST', `/v1/jobs/${jobId}/requester-feedback`, verdict);
    await make(jobId);
  }
  await pdfs(jobId);
  return jobId;
}

const withdrawals = async (jobId: string) =>
  (await eventTypes(app, jobId)).filter((type) => type === 'report.withdrawn').length;

describe.each(apis)('withdrawing a report version over $name', (api) => {
  const withdraw = (jobId: string, input: object, key?: string) =>
    api.call(app, 'withdrawRealityReport', {
      id: jobId,
      input: { ...input },
      ...(key && { key }),
    });
  const reason = 'The photos show the wrong entrance.';

  it('makes the highest remaining version the current one, once', async () => {
    const jobId = await reported(2);
    const before = await storedJob(app, jobId);
    const { body } = await withdraw(jobId, { reason });
    expect(body).toMatchObject({ status: 'ready', version_number: 1, version_count: 2 });
    const job = await storedJob(app, jobId);
    expect(job.reports[1]).toMatchObject({ withdrawReason: reason, withdrawnAt: expect.any(Date) });
    expect([job.status, job.revision]).toEqual([before.status, before.revision + 1]);

    const old = (await read(jobId, '?version=2')).body;
    expect(old).toMatchObject({ version_number: 2, is_current: false });
    const { versions } = old;
    expect(versions.map((one: { status: string }) => one.status)).toEqual(['current', 'withdrawn']);
    expect((await read(jobId)).body.version_number).toBe(1);

    const again = await withdraw(jobId, { version_number: 2, reason: 'Once more.' });
    expect(again.body).toMatchObject({ version_number: 1 });
    expect((await storedJob(app, jobId)).reports[1]?.withdrawReason).toBe(reason);
    expect(await withdrawals(jobId)).toBe(1);
  });

  it('leaves no version if it was the only one, and the next version states the reason', async () => {
    const jobId = await reported(1);
    expect((await withdraw(jobId, { version_number: 1, reason })).body).toMatchObject({
      status: 'withdrawn',
      version_number: 1,
      report_url: `http://service.test/v1/jobs/${jobId}/report?version=1`,
    });
    expect((await withdraw(jobId, { reason })).body).toMatchObject({ status: 'withdrawn' });
    expect(await withdrawals(jobId)).toBe(1);
    expect((await read(jobId)).body.code).toBe('report_not_found');

    expect((await make(jobId)).body).toMatchObject({
      version_number: 2,
      created: true,
      change_summary: { reason: 'withdrawal' },
    });
  });

  it('rejects an unknown version, an unknown report and bad input', async () => {
    const { jobId: without } = await completedJob(app);
    expect((await withdraw(without, { reason })).code).toBe('report_not_found');
    const jobId = await reported(1);
    const before = await storedJob(app, jobId);
    expect((await withdraw(jobId, { version_number: 2, reason })).code).toBe(
      'report_version_not_found',
    );
    expect((await withdraw(jobId, { version_number: 0, reason })).code).toBe('invalid_input');
    expect((await withdraw(jobId, { reason: '' })).code).toBe('invalid_input');
    expect((await withdraw(jobId, { reason: 'x'.repeat(1001) })).code).toBe('invalid_input');
    expect((await withdraw(crypto.randomUUID(), { reason })).code).toBe('job_not_found');
    expect(await storedJob(app, jobId)).toEqual(before);
  });

  it('requires an operator', async () => {
    const jobId = await reported(1);
    const before = await storedJob(app, jobId);
    const owner = await app.keyFor(`owner of ${jobId}`, [
      'jobs:read',
      'jobs:write',
      'reports:write',
    ]);
    expect((await withdraw(jobId, { reason }, owner)).code).toBe('scope_missing');
    const anonymous = { id: jobId, input: { reason }, key: null };
    expect((await api.call(app, 'withdrawRealityReport', anonymous)).code).toBe('api_key_missing');
    expect(await storedJob(app, jobId)).toEqual(before);
  });
});

describe('a withdrawn version', () => {
  it('records no more views, and reports its withdrawal to readers of the other versions', async () => {
    const jobId = await reported(2);
    const { headers } = await read(jobId);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await read(jobId, '', known)).status).toBe(304);
    const path = `/v1/jobs/${jobId}/reality-report/withdraw`;
    await app.rest('POST', path, { body: { version_number: 1, reason: 'Wrong house.' } });
    const answer = await read(jobId, '', known);
    expect([answer.status, answer.body.versions[0].status]).toEqual([200, 'withdrawn']);

    await read(jobId, '?version=1');
    const [first, second] = (await storedJob(app, jobId)).reports;
    expect([first?.firstViewedAt, second?.firstViewedAt]).toEqual([null, expect.any(Date)]);

    const { data } = await app.graphql(
      `query($jobId: ID!) { report(jobId: $jobId) { versions {
        status deliveredAt viewedAt withdrawnAt withdrawReason } } }`,
      { jobId },
    );
    expect(data.report.versions[0]).toEqual({
      status: 'WITHDRAWN',
      deliveredAt: null,
      viewedAt: null,
      withdrawnAt: first?.withdrawnAt?.toISOString(),
      withdrawReason: 'Wrong house.',
    });
  });

  it('is listed with time and reason on the page of another version, which records one view', async () => {
    const jobId = await reported(2);
    const path = `/v1/jobs/${jobId}/reality-report/withdraw`;
    await app.rest('POST', path, { body: { version_number: 1, reason: 'Wrong house.' } });
    const views = async () => (await read(jobId)).body.view_count;
    const before = await views();
    const page = await app.fetch(`/reports/${jobId}`, {
      method: 'POST',
      headers: { accept: 'text/html', 'x-api-key': pilotKey },
    });
    expect(await page.text()).toMatch(/Withdrawn <time.+: <bdi>Wrong house\.<\/bdi>/s);
    expect(await views()).toBe(before + 2);

    const [first] = (await storedJob(app, jobId)).reports;
    const { data } = await app.graphql(
      `query($jobId: ID!) { job(id: $jobId) { report {
        status withdrawals { versionNumber withdrawnAt withdrawReason } } } }`,
      { jobId },
    );
    expect(data.job.report).toEqual({
      status: expect.not.stringMatching('WITHDRAWN'),
      withdrawals: [
        {
          versionNumber: 1,
          withdrawnAt: first?.withdrawnAt?.toISOString(),
          withdrawReason: 'Wrong house.',
        },
      ],
    });
  });
});
