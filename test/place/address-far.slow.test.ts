import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apis } from '../support/apis.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';
import { startStandIn, stopStandIns } from './stand-in.js';

let app: TestApp;
beforeAll(async () => {
  // Answers every search with the address Alexanderplatz 1 in Berlin.
  const host = await startStandIn('./geocoder-host.mjs');
  app = await startTestApp({ GEOCODER: 'photon', GEOCODER_URL: host, GEOCODER_TIMEOUT_MS: '500' });
});
afterAll(async () => {
  await app.stop();
  await stopStandIns();
});

const address = 'Alexanderplatz 1, 10178 Berlin';
const alexanderplatz = { latitude: 52.5219, longitude: 13.4132 };
const potsdam = { latitude: 52.3906, longitude: 13.0645 };

async function catchUp(): Promise<void> {
  await app.services.relay.drain();
  await app.services.followers.catchUp();
}

const far = {
  code: 'address_far',
  message: 'The address is 27.6 km from the position. Check which of them is right.',
};

describe.each(apis)('a job created over $name', (api) => {
  const create = async (input: Record<string, unknown>) => {
    const { body } = await api.call(app, 'createJob', { input: jobBody(input) });
    expect(body.status).toBe('open');
    expect(body.warnings).toEqual([]);
    await catchUp();
    const read = await api.call(app, 'job', { id: body.job_id });
    const stored = await app.jobs.findOne({ _id: body.job_id });
    expect(stored?.warnings).toEqual(read.body.warnings);
    return read.body;
  };

  it('carries the warning if its address is more than 2 km from its position', async () => {
    expect((await create({ address, ...potsdam })).warnings).toEqual([far]);
  });

  it.each([
    ['that agree with each other', { address, ...alexanderplatz }],
    ['within 2 km', { address, latitude: 52.5039, longitude: 13.4132 }],
    ['if the geocoder does not know the address', { address: 'Nothing 1', ...potsdam }],
    ['if the geocoder fails', { address: 'Broken 1', ...potsdam }],
  ])('carries no warning for an address and a position %s', async (_, input) => {
    expect((await create(input)).warnings).toEqual([]);
  });
});

describe('a job', () => {
  it('of a site check carries the warning', async () => {
    const { body } = await app.rest('POST', '/v1/public/site-checks', {
      key: null,
      body: { objective: 'Is it open?', address, ...potsdam, notes: 'None.' },
    });
    await catchUp();
    const job = await app.jobs.findOne({ requestId: body.request_id });
    expect(job?.warnings).toEqual([far]);
  });

  it('carries the warning once, also if its event is handled again', async () => {
    const { body } = await app.rest('POST', '/v1/jobs', { body: jobBody({ address, ...potsdam }) });
    await catchUp();
    const before = await app.jobs.findOne({ _id: body.job_id });
    await app.db
      .collection<{ _id: string }>('followers')
      .updateOne({ _id: 'addresses' }, { $set: { seq: 0 } });
    await catchUp();
    expect(await app.jobs.findOne({ _id: body.job_id })).toEqual(before);
    expect(before?.warnings).toEqual([far]);
  });

  it('that is repeated is answered with the warning', async () => {
    const body = jobBody({ address, ...potsdam });
    await app.rest('POST', '/v1/jobs', { body });
    await catchUp();
    const again = await app.rest('POST', '/v1/jobs', { body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.warnings).toEqual([far]);
  });
});
