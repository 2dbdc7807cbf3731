import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardQueries } from '../../src/pages/dashboard-queries.js';
import { subscribe } from '../event/support/sse.js';
import { advance } from '../sandbox/support/advance.js';
import { days, type Json, jobBody, startTestApp, type TestApp } from '../support/app.js';

const nameOf = (query: string) => /^(?:query|mutation|subscription) (\w+)/m.exec(query)?.[1] ?? '';

let app: TestApp;
let key: string;
/** Jobs by the number of their shop. */
const ids: Record<string, string> = {};

async function create(shop: string, fields: Record<string, unknown>) {
  const metadata = { shop, region: 'brandenburg' };
  const body = jobBody({ address: 'Alexanderplatz 1, 10178 Berlin', metadata, ...fields });
  const answer = await app.rest('POST', '/v1/jobs', { key, body });
  ids[shop] = answer.body.job_id;
}

beforeAll(async () => {
  app = await startTestApp();
  key = await app.keyFor(
    'dashboard',
    ['jobs:read', 'jobs:write', 'reports:write', 'webhooks:write'],
    'test',
  );
  await create('0042', {});
  await create('0043', { objective: 'Is the shop open? [sim:no]' });
  await create('0044', { nonce: 'sim_none_0044', objective: 'Is the café open?' });
  await advance(app, key, days(4));
  await app.rest('POST', `/v1/jobs/${ids['0042']}/reality-report`, { key });
});
afterAll(() => app.stop());

const idsIn = ({ jobs }: Json) => jobs.nodes.map(({ jobId }: Json) => jobId).sort();
const of = (...shops: string[]) => shops.map((shop) => ids[shop]).sort();

/** Checks of the data that each query returns about the jobs above. */
const expected: Record<string, (data: Json) => void> = {
  JobsOfShop: (data) => expect(idsIn(data)).toEqual(of('0042')),
  JobsInViewport: (data) => expect(idsIn(data)).toEqual(of('0044')),
  OverdueJobs: (data) => {
    expect(idsIn(data)).toEqual(of('0044'));
    expect(data.jobs.totalCount).toBe(1);
  },
  NextJobs: (data) => expect(idsIn(data)).toEqual(of('0042', '0043', '0044')),
  SearchJobs: (data) => expect(idsIn(data)).toEqual(of('0042', '0043')),
  JobsByStatus: ({ jobStats }) =>
    expect(jobStats).toEqual({
      total: 3,
      groups: [
        { key: 'completed', count: 2 },
        { key: 'open', count: 1 },
      ],
    }),
  JobsByCityAndWeek: ({ jobStats }) => {
    expect(jobStats.total).toBe(3);
    expect(jobStats.groups).toMatchObject([
      {
        ...{ key: 'berlin', count: 3, completedCount: 2, onTimeRate: 1 },
        medianTurnaroundSeconds: expect.any(Number),
      },
    ]);
    expect(new Date(jobStats.groups[0].bucket).getUTCDay()).toBe(1);
  },
  AnswersPerQuestion: ({ jobStats }) => {
    const answers = jobStats.groups.filter((one: Json) => one.questionKey === 'objective');
    expect(answers).toMatchObject([
      { key: 'no', count: 1 },
      { key: 'yes', count: 1 },
    ]);
  },
  FlaggedJobs: (data) => {
    expect(idsIn(data)).toEqual(of('0043'));
    expect(data.jobs.nodes[0].answers).toMatchObject([{ value: 'no' }]);
  },
  CompletedReports: (data) => {
    expect(idsIn(data)).toEqual(of('0042'));
    expect(data.jobs.nodes[0].report).toMatchObject({
      versionNumber: 1,
      reportUrl: expect.stringContaining(ids['0042'] ?? ''),
    });
  },
  PostChanges: ({ createWebhookEndpoint }) =>
    expect(createWebhookEndpoint).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
      endpoint: { status: 'ENABLED', eventTypes: ['JOB_COMPLETED', 'JOB_DISPUTED'] },
    }),
};

const isSubscription = ({ query }: { query: string }) => /^subscription /m.test(query);

describe('docs/dashboards.md', () => {
  it.each(dashboardQueries.filter((one) => !isSubscription(one)))(
    'has a query that works: $query',
    async ({ query, variables }) => {
      const { data, errors } = await app.graphql(query, variables, { key });
      expect(errors).toBeUndefined();
      const check = expected[nameOf(query)];
      expect(check).toBeDefined();
      check?.(data);
    },
  );

  it.each(dashboardQueries.filter(isSubscription))(
    'has a subscription that works: $query',
    async ({ query, variables }) => {
      const stream = await subscribe(app, query, variables, { key });
      const changes: Record<string, string> = {};
      for (let i = 0; i < 3; i += 1) {
        const { move, job } = (await stream.next()).data.jobsChanged;
        changes[job.jobId] = move;
      }
      const moves = { '0042': 'LEFT', '0043': 'LEFT', '0044': 'ENTERED' };
      expect(changes).toEqual(
        Object.fromEntries(Object.entries(moves).map(([shop, move]) => [ids[shop], move])),
      );
      await stream.close();
    },
  );
});
