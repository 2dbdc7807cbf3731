import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashKey } from '../../src/modules/integrator/api-key.js';
import { ensurePilotKey } from '../../src/modules/integrator/pilot-key.js';
import { openServerKeys } from '../../src/modules/integrator/server-keys.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const secret = 'a secret of at least thirty-two characters';

describe('server keys', () => {
  it('are the same for every process, and encrypted once a secret is set', async () => {
    const { db } = app.services;
    const plain = await openServerKeys(db, undefined, new Date());
    const sealed = await openServerKeys(db, secret, new Date());
    expect(sealed.reports.keyId).toBe(plain.reports.keyId);
    expect(await app.db.collection('server_keys').findOne()).not.toHaveProperty('plain');
    const again = await openServerKeys(db, secret, new Date());
    expect(again.links.equals(plain.links)).toBe(true);
    await expect(openServerKeys(db, `${secret}!`, new Date())).rejects.toThrow('SERVER_SECRET');
    await expect(openServerKeys(db, undefined, new Date())).rejects.toThrow('SERVER_SECRET');
  });
});

describe('the pilot key', () => {
  const ensure = (configured?: string, announce: (key: string) => void = () => {}) =>
    ensurePilotKey({
      db: app.services.db,
      integrators: app.services.integrators,
      configured,
      now: new Date(),
      announce,
    });
  const works = async (key: string) => (await app.rest('GET', '/v1/jobs', { key })).status === 200;

  it('is made and announced once, and replaced when its announcement was cut off', async () => {
    await app.db.collection('pilot_key').deleteMany({});
    const told: string[] = [];
    await expect(
      ensure(undefined, (key) => {
        told.push(key);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    await ensure(undefined, (key) => told.push(key));
    await ensure(undefined, (key) => told.push(key));
    expect(told).toHaveLength(2);
    expect(await works(told[0]!)).toBe(false);
    expect(await works(told[1]!)).toBe(true);
  });

  it('is taken as configured, and another one revokes it', async () => {
    await ensure('first-configured-key');
    await ensure('second-configured-key');
    expect(await works('first-configured-key')).toBe(false);
    expect(await works('second-configured-key')).toBe(true);
    await ensure('first-configured-key');
    expect(await works('first-configured-key')).toBe(true);
    expect(await works('second-configured-key')).toBe(false);
    expect(hashKey('x')).toHaveLength(64);
  });
});
