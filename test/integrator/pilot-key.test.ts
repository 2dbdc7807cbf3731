import { expect, it } from 'vitest';
import { hashKey } from '../../src/modules/integrator/api-key.js';
import type { Integrator } from '../../src/modules/integrator/integrator.js';
import { ensurePilotKey } from '../../src/modules/integrator/pilot-key.js';
import { startTestApp } from '../support/app.js';

it('is stored once and stays valid when several processes start at once with the same setting', async () => {
  const app = await startTestApp();
  const stored = app.db.collection<Integrator>('integrators');
  for (let round = 0; round < 5; round++) {
    await app.db.collection('pilot_key').deleteMany({});
    await stored.deleteMany({});
    const configured = `pilot-key-of-round-${round}`;
    const start = () =>
      ensurePilotKey({
        db: app.db,
        integrators: app.services.integrators,
        configured,
        now: app.now(),
        announce: () => {},
      });
    await Promise.all([start(), start(), start()]);
    const keys = (await stored.find().toArray()).flatMap((integrator) => integrator.keys);
    expect(keys).toMatchObject([{ hash: hashKey(configured), revokedAt: null }]);
    expect((await app.rest('GET', '/v1/jobs', { key: configured })).status).toBe(200);
  }
  await app.stop();
});
