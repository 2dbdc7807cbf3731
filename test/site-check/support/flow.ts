import { expect } from 'vitest';
import type { SiteCheck } from '../../../src/modules/site-check/site-check.js';
import { assign, stored as storedJob, upload } from '../../evidence/support/scene.js';
import { restApi } from '../../support/apis.js';
import type { TestApp } from '../../support/app.js';

export { assign, storedJob };

/** Alexanderplatz, Berlin: every offer is available there. */
export const requestBody = (fields: Record<string, unknown> = {}) => ({
  service_key: 'storefront_open',
  objective: 'Is the shop open?',
  address: 'Alexanderplatz 1, 10178 Berlin',
  latitude: 52.5219,
  longitude: 13.4132,
  notes: 'The entrance is on the square.',
  ...fields,
});

/** A position in the middle of the South Pacific. */
export const nowhere = { latitude: -48.88, longitude: -123.39 };

export interface Opened {
  id: string;
  jobId: string;
  token: string;
}

/** Creates a request as a guest. */
export async function request(app: TestApp, fields: Record<string, unknown> = {}): Promise<Opened> {
  const { body, code } = await restApi.call(app, 'requestSiteCheck', {
    input: requestBody(fields),
  });
  expect(code).toBeUndefined();
  return { id: body.request_id, jobId: body.job_id, token: body.access_token };
}

export async function select(app: TestApp, opened: Opened, offerKey = 'standard_72h') {
  return restApi.call(app, 'selectSiteCheckOffer', { ...opened, input: { offer_key: offerKey } });
}

/** Opens a checkout session. @returns the path of its page */
export async function checkout(app: TestApp, opened: Opened): Promise<string> {
  const { body, code } = await restApi.call(app, 'createCheckoutSession', opened);
  expect(code).toBeUndefined();
  const { pathname, search } = new URL(body.checkout.checkout_url);
  return pathname + search;
}

export async function end(app: TestApp, path: string, outcome: string) {
  return app.rest('POST', path, {
    key: null,
    body: `outcome=${outcome}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

/** Creates a paid request. */
export async function paid(app: TestApp, fields: Record<string, unknown> = {}): Promise<Opened> {
  const opened = await request(app, fields);
  expect((await select(app, opened)).code).toBeUndefined();
  expect((await end(app, await checkout(app, opened), 'paid')).status).toBe(200);
  return opened;
}

/** Sends a new photo for every required step. */
export async function capture(
  app: TestApp,
  jobId: string,
  token: string,
  door: 'provider' | 'capture' = 'provider',
): Promise<void> {
  const job = await storedJob(app, jobId);
  for (const step of job.steps.filter((one) => one.required && one.status !== 'passed')) {
    const sent = await upload(app, { token, door, fields: { step_name: step.stepName } });
    expect(sent.body).toMatchObject({ validation_passed: true });
  }
  await review(app, jobId);
}

/** Accepts evidence with a warning as an operator. */
async function review(app: TestApp, jobId: string): Promise<void> {
  const job = await storedJob(app, jobId);
  if (job.status !== 'submitted') return;
  const { status } = await app.rest('POST', `/v1/jobs/${jobId}/review`, {
    body: { decision: 'accept' },
  });
  expect(status).toBe(200);
}

/** Creates a request whose report is ready. */
export async function reported(app: TestApp, fields: Record<string, unknown> = {}) {
  const opened = await paid(app, fields);
  await capture(app, opened.jobId, await assign(app, opened.jobId));
  return opened;
}

export async function stored(app: TestApp, id: string): Promise<SiteCheck> {
  return (await app.siteChecks.findOne({ _id: id })) as SiteCheck;
}

/** Returns a stored request and its job without the outboxes, which the relay empties. */
export async function both(app: TestApp, { id, jobId }: Pick<Opened, 'id' | 'jobId'>) {
  const { outbox: _r, ...siteCheck } = await stored(app, id);
  const { outbox: _j, ...job } = await storedJob(app, jobId);
  return { siteCheck, job };
}

/** Returns the types of the events of a request and its job, in order within each. */
export async function eventsOf(app: TestApp, id: string): Promise<string[]> {
  await app.services.relay.drain();
  const events = await app.services.events.list({ after: 0, limit: 10_000 });
  return events.filter((event) => event.data['request_id'] === id).map((event) => event.type);
}

export const ofRequest = (types: string[]) =>
  types.filter((type) => type.startsWith('site_check.') || type.startsWith('payment.'));
