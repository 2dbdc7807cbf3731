import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import catalogue from '../../src/modules/catalogue/catalogue.json' with { type: 'json' };
import { apis } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';

/** Returns a value of the catalogue without its translations. */
const inEnglish = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value, (name, member) => (name === 'translations' ? undefined : member)),
  );

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe.each(apis)('services over $name', (api) => {
  test('lists the catalogue in its order, without a credential', async () => {
    const { code, body } = await api.call(app, 'services', {});
    expect(code).toBeUndefined();
    const shown = body.map(({ questions: _, ...service }: { questions: object[] }) => service);
    const { services } = inEnglish(catalogue);
    expect(shown).toEqual(
      services.map(({ service_key, label, steps }) => ({ service_key, label, steps })),
    );
    for (const [i, { questions }] of services.entries()) {
      expect(body[i].questions).toMatchObject(questions);
    }
  });

  test('names steps that a job of the service has', async () => {
    const { body } = await api.call(app, 'services', {});
    const [service] = body as unknown as { service_key: string; steps: { step_name: string }[] }[];
    const requested = await api.call(app, 'requestSiteCheck', {
      input: {
        service_key: service?.service_key,
        latitude: 52.5219,
        longitude: 13.4132,
        objective: 'Is it open?',
        address: 'Alexanderplatz 1',
        notes: 'None.',
      },
    });
    const job = await app.db.collection('jobs').findOne({ _id: requested.body.job_id });
    expect(job?.['steps'].map((step: { stepName: string }) => step.stepName)).toEqual(
      service?.steps.map(({ step_name }) => step_name),
    );
  });
});
