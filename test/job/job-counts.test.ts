import type { CommandStartedEvent, Document } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.js';
import { storeManyJobs } from '../support/many-jobs.js';

const many = 300;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await storeManyJobs(app, many);
});
afterAll(() => app.stop());

const document = `query($after: DateTime, $status: JobStatus) {
  a: jobStats(groupBy: STATUS) { total groups { key count } }
  b: jobStats(groupBy: SERVICE_KEY, filter: { createdAfter: $after }) { total groups { key count } }
  c: jobStats(bucket: DAY, filter: { createdAfter: $after }) { total groups { bucket count } }
  jobs(filter: { status: $status, createdAfter: $after }, first: 1) { totalCount }
}`;

/** Only the embedded store reports its reads in this form. */
it.skipIf(process.env['TEST_MONGODB_URI']).each([
  ['an operator', null],
  ['a key of its own integrator', 'jobs:read'],
] as const)('counts for %s read no job but one for each group', async (_, scope) => {
  const key = scope ? await app.keyFor('another', [scope]) : undefined;
  if (scope) {
    const other = await app.db.collection('integrators').findOne({ name: 'another' });
    await app.jobs.updateMany({}, { $set: { integratorId: other?._id as never } });
  }
  const after = new Date(app.now().getTime() - 200 * 60_000);
  const commands: Document[] = [];
  const watch = ({ commandName, command }: CommandStartedEvent) => {
    if (commandName === 'aggregate') commands.push(command);
  };
  app.services.client.on('commandStarted', watch);
  const variables = { after, status: 'COMPLETED' };
  const { data, errors } = await app.graphql(document, variables, key ? { key } : {});
  app.services.client.off('commandStarted', watch);
  expect(errors).toBeUndefined();

  const jobs = await app.jobs.find().toArray();
  const late = jobs.filter(({ createdAt }) => createdAt > after);
  const countOf = (key: string) => jobs.filter(({ status }) => status === key).length;
  expect(data.a.total).toBe(many);
  for (const { key: status, count } of data.a.groups)
    expect(count).toBe(countOf(String(status).toLowerCase()));
  expect([data.b.total, data.c.total]).toEqual([late.length, late.length]);
  expect(data.jobs.totalCount).toBe(late.filter(({ status }) => status === 'completed').length);

  expect(commands).toHaveLength(4);
  for (const { aggregate, pipeline } of commands) {
    const { executionStats } = await app.db.command({
      explain: { aggregate, pipeline, cursor: {} },
    });
    expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(2 * executionStats.nReturned);
  }
});
