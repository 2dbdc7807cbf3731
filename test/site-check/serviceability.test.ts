import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apis } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe.each(apis)('serviceability over $name', (api) => {
  const ask = (input: Record<string, unknown>) => api.call(app, 'serviceability', { input });

  test('returns the same as a request for the same place, and stores nothing', async () => {
    const place = { latitude: 52.5219, longitude: 13.4132 };
    const { body } = await ask({ ...place, service_key: 'storefront_open' });
    expect(body).toMatchObject({ serviceable: true, level: 'covered', market_city_key: 'berlin' });
    expect(await app.db.collection('site_checks').countDocuments()).toBe(0);
    const requested = await api.call(app, 'requestSiteCheck', {
      input: { ...place, objective: 'Is it open?', address: 'Alexanderplatz 1', notes: 'None.' },
    });
    expect(requested.body.serviceability).toEqual(body);
    await app.db.collection('site_checks').deleteMany({});
  });

  test('reports a place that cannot be served', async () => {
    const { body } = await ask({ latitude: -75, longitude: 0 });
    expect(body).toMatchObject({ serviceable: false, level: 'unserviceable' });
    expect(body.suggested_execution_mode).toBeNull();
  });

  test.each([
    ['no longitude', { latitude: 52.5 }],
    ['a latitude beyond the pole', { latitude: 90.1, longitude: 0 }],
    ['a key that is too short', { latitude: 0, longitude: 0, service_key: 'x' }],
  ])('rejects %s', async (_, input) => {
    const { code } = await ask(input);
    expect(['invalid_input', 'graphql_validation_failed']).toContain(code);
  });
});
