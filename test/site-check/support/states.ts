import { newId } from '../../../src/lib/ids.js';
import {
  deriveAccessToken,
  hashAccessToken,
} from '../../../src/modules/site-check/access-token.js';
import type { SiteCheckStatus } from '../../../src/modules/site-check/states.js';
import { upload } from '../../evidence/support/scene.js';
import { restApi } from '../../support/apis.js';
import { days, type TestApp } from '../../support/app.js';
import * as flow from './flow.js';

/** How to bring a request to each state, using only the API. */
const ways: Record<Exclude<SiteCheckStatus, 'received'>, (app: TestApp) => Promise<flow.Opened>> = {
  quoted: (app) => flow.request(app),
  unserviceable: (app) => flow.request(app, flow.nowhere),
  async offer_selected(app) {
    const opened = await flow.request(app);
    await flow.select(app, opened);
    return opened;
  },
  async awaiting_payment(app) {
    const opened = await ways.offer_selected(app);
    await flow.checkout(app, opened);
    return opened;
  },
  confirmed: (app) => flow.paid(app),
  async in_progress(app) {
    const opened = await flow.paid(app);
    const token = await flow.assign(app, opened.jobId);
    await upload(app, { token });
    await restApi.call(app, 'siteCheck', opened);
    return opened;
  },
  async report_ready(app) {
    const opened = await flow.reported(app);
    await restApi.call(app, 'siteCheck', opened);
    return opened;
  },
  async completed(app) {
    const opened = await ways.report_ready(app);
    await restApi.call(app, 'siteCheckReport', opened);
    return opened;
  },
  async disputed(app) {
    const opened = await ways.completed(app);
    const input = { verdict: 'disputed' };
    await restApi.call(app, 'submitSiteCheckFeedback', { ...opened, input });
    return opened;
  },
  async cancelled(app) {
    const opened = await flow.request(app);
    await restApi.call(app, 'cancelSiteCheck', opened);
    return opened;
  },
  async expired(app) {
    const opened = await flow.request(app);
    app.advance(days(31));
    await restApi.call(app, 'siteCheck', opened);
    return opened;
  },
};

export type ReachedState = keyof typeof ways;
export const reachable = Object.keys(ways) as ReachedState[];

/** Creates one request in each state, using the API. */
export async function reachAll(app: TestApp): Promise<Record<ReachedState, flow.Opened>> {
  const reached: Partial<Record<ReachedState, flow.Opened>> = {};
  // The clock is advanced for the expired one, so it comes first.
  for (const state of [...reachable].reverse()) reached[state] = await ways[state](app);
  return reached as Record<ReachedState, flow.Opened>;
}

/**
 * Copies a request and its job in their current states, with new ids and a new token, but without the evidence,
 * which can belong to only one job.
 */
export async function copyOf(app: TestApp, original: flow.Opened): Promise<flow.Opened> {
  const { siteChecks, jobs, serverKeys } = app.services;
  const id = newId();
  const jobId = newId();
  const token = deriveAccessToken(serverKeys.accessTokens, id);
  const siteCheck = await flow.stored(app, original.id);
  const { evidenceNonces: _n, firstHashes: _f, ...job } = await flow.storedJob(app, original.jobId);
  await jobs.collection.insertOne({ ...job, _id: jobId, nonce: id, requestId: id, outbox: [] });
  await siteChecks.collection.insertOne({
    ...siteCheck,
    _id: id,
    jobId,
    accessTokenHash: hashAccessToken(token),
    checkouts: siteCheck.checkouts.map((session) => ({ ...session, sessionId: newId() })),
    outbox: [],
  });
  return { id, jobId, token };
}
