import { expect } from 'vitest';
import type { Job } from '../../../src/modules/job/job.js';
import { eventsOf, type Opened, reported, storedJob } from '../../site-check/support/flow.js';
import type { TestApp } from '../../support/app.js';

export { type Opened, storedJob };

/** Runs the relay and all followers until nothing is left to do. */
export async function settle({ services }: TestApp): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await services.relay.drain();
    await services.followers.catchUp();
  }
  await services.relay.drain();
}

/** Creates a site check whose report is ready and was delivered automatically, if possible. */
export async function readyReport(
  app: TestApp,
  fields: Record<string, unknown> = {},
): Promise<Opened> {
  const opened = await reported(app, fields);
  await settle(app);
  return opened;
}

/** Disputes a report as the requester and accepts it as an operator, which creates a version. */
export async function disputeAndAccept(app: TestApp, { id, jobId, token }: Opened): Promise<void> {
  const feedback = { access_token: token, verdict: 'disputed' };
  const path = `/v1/public/site-checks/${id}/requester-feedback`;
  expect((await app.rest('POST', path, { key: null, body: feedback })).status).toBe(200);
  const review = { body: { decision: 'accept' } };
  expect((await app.rest('POST', `/v1/jobs/${jobId}/review`, review)).status).toBe(200);
  await settle(app);
}

/** Returns a job without the outbox, which the relay empties. */
export async function still(app: TestApp, jobId: string) {
  const { outbox: _, ...job } = (await storedJob(app, jobId)) as Job;
  return job;
}

/** Returns the types of the delivery events of a report, in order. */
export const deliveryEvents = async (app: TestApp, { id }: Opened) =>
  (await eventsOf(app, id)).filter((type) => /^report\.deliver/.test(type));

export const versionOf = async (app: TestApp, jobId: string, number = 1) => {
  const header = (await storedJob(app, jobId)).reports[number - 1];
  if (!header) throw new Error(`the job has no version ${number}`);
  return header;
};
