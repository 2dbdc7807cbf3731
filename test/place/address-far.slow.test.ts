import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { apis } from '../support/apis.js';
import { days, jobBody, startTestApp, type TestApp } from '../support/app.js';
import { startStandIn, stopStandIns } from './stand-in.js';

let host: string;
let app: TestApp;
const start = () =>
  startTestApp({ GEOCODER: 'photon', GEOCODER_URL: host, GEOCODER_TIMEOUT_MS: '500' });
beforeAll(async () => {
  // Answers every search with the address Alexanderplatz 1 in Berlin.
  host = await startStandIn('./geocoder-host.mjs');
  app = await start();
});
afterAll(async () => {
  await app.stop();
  await stopStandIns();
});

const address = 'Alexanderplatz 1, 10178 Berlin';
const alexanderplatz = { latitude: 52.5219, longitude: 13.4132 };
const potsdam = { latitude: 52.3906, longitude: 13.0645 };

async function catchUp({ services } = app): Promise<void> {
  await services.relay.drain();
  await services.followers.catchUp();
}

const requestCount = async (): Promise<number> =>
  (await (await fetch(`${host}/requests`)).json()).length;

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

describe.each(apis)('a site check requested over $name', (api) => {
  const request = async (position: Record<string, number>) => {
    const input = { objective: 'Is it open?', address, ...position, notes: 'None.' };
    const { body } = await api.call(app, 'requestSiteCheck', { input, key: null });
    await catchUp();
    const stored = await app.jobs.findOne({ requestId: body.request_id });
    const { request_id: id, access_token: token } = body;
    const read = await api.call(app, 'siteCheck', { id, token, key: null });
    expect(stored?.warnings).toEqual(read.body.warnings);
    return read.body.warnings;
  };

  it('carries the warning if its address is more than 2 km from its position', async () => {
    expect(await request(potsdam)).toEqual([far]);
  });

  it('carries no warning for an address and a position that agree', async () => {
    expect(await request(alexanderplatz)).toEqual([]);
  });
});

describe('after a failure of the geocoder, a job', () => {
  let own: TestApp;
  beforeAll(async () => {
    own = await start();
  });
  afterAll(() => own.stop());

  const create = async (unusual: string): Promise<string> => {
    const body = jobBody({ address: `${unusual} 1`, ...potsdam });
    const created = await own.rest('POST', '/v1/jobs', { body });
    await catchUp(own);
    return created.body.job_id;
  };
  const warningsOf = async (_id: string) => (await own.jobs.findOne({ _id }))?.warnings;
  const retries = () => own.db.collection('follower_retries').countDocuments();

  it('is checked again', async () => {
    const id = await create('Flaky');
    expect(await warningsOf(id)).toEqual([]);
    expect(await retries()).toBe(1);
    // The client of the geocoder pauses for a second of real time.
    await vi.waitFor(
      async () => {
        own.advance(31_000);
        await catchUp(own);
        expect(await warningsOf(id)).toEqual([far]);
      },
      { timeout: 10_000, interval: 200 },
    );
    expect(await retries()).toBe(0);
  });

  it('that is a day old is not checked any more', async () => {
    const id = await create('Broken');
    expect(await retries()).toBe(1);
    const before = await requestCount();
    own.advance(days(1) + 1_000);
    await catchUp(own);
    expect(await retries()).toBe(0);
    expect(await requestCount()).toBe(before);
    expect(await warningsOf(id)).toEqual([]);
  });
});

describe('a job', () => {
  it('of a test key is not sent to the geocoder', async () => {
    const key = await app.keyFor('Acme', ['jobs:write', 'jobs:read'], 'test');
    const before = await requestCount();
    const body = jobBody({ address: 'Of a test key 1', ...potsdam });
    const created = await app.rest('POST', '/v1/jobs', { key, body });
    expect(created.status).toBe(201);
    await catchUp();
    const read = await app.rest('GET', `/v1/jobs/${created.body.job_id}`, { key });
    expect(read.body.warnings).toEqual([]);
    expect(await requestCount()).toBe(before);
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
