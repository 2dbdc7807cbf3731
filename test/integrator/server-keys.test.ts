import { createCipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashKey } from '../../src/modules/integrator/api-key.js';
import { ensurePilotKey } from '../../src/modules/integrator/pilot-key.js';
import { openServerKeys } from '../../src/modules/integrator/server-keys.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

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

/** Encrypts with AES-256-GCM like version 0.1. */
function encrypted(key: Buffer, text: string) {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { iv, tag: cipher.getAuthTag(), data };
}

describe('data encrypted by version 0.1', () => {
  it('includes the server keys, which are decrypted only with the right secret', async () => {
    const keys = app.db.collection<{ _id: string; plain?: object; sealed?: unknown }>(
      'server_keys',
    );
    await keys.deleteMany({});
    const { db } = app.services;
    const plain = await openServerKeys(db, undefined, new Date());
    const document = await keys.findOne();
    const salt = randomBytes(16);
    const parts = encrypted(scryptSync(secret, salt, 32), JSON.stringify(document?.plain));
    const sealed = Object.fromEntries(
      Object.entries({ salt, ...parts }).map(([name, bytes]) => [name, bytes.toString('base64')]),
    );
    await keys.updateOne({ _id: 'server' }, { $set: { sealed }, $unset: { plain: '' } });
    const opened = await openServerKeys(db, secret, new Date());
    expect(opened.reports.keyId).toBe(plain.reports.keyId);
    expect(opened.accessTokens.equals(plain.accessTokens)).toBe(true);
    await expect(openServerKeys(db, `${secret}!`, new Date())).rejects.toThrow('SERVER_SECRET');
  });

  it('includes the stored response of an Idempotency-Key, which is decrypted', async () => {
    const headers = { 'idempotency-key': 'kept-by-an-older-process' };
    const body = jobBody();
    const first = await app.rest('POST', '/v1/jobs', { headers, body });
    expect(first.status).toBe(201);
    const records = app.db.collection('idempotency');
    const record = await records.findOne();
    expect(record?.['answer'].buffer.toString('latin1')).toMatch(/^eyJ/);
    const key = hkdfSync(
      'sha256',
      app.services.serverKeys.accessTokens,
      '',
      'idempotency answers',
      32,
    );
    const answer = {
      status: 201,
      headers: [
        ['content-type', 'application/json'],
        ['location', '/v1/jobs/as-it-was'],
      ],
      body: JSON.stringify(first.body),
    };
    const { iv, tag, data } = encrypted(Buffer.from(key), JSON.stringify(answer));
    await records.updateOne({}, { $set: { answer: Buffer.concat([iv, tag, data]) } });
    const again = await app.rest('POST', '/v1/jobs', { headers, body });
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('location')).toBe('/v1/jobs/as-it-was');
  });
});

describe('the pilot key', () => {
  const ensure = (
    configured?: string,
    announce: (key: string) => void = () => {},
    now = new Date(),
  ) =>
    ensurePilotKey({
      db: app.services.db,
      integrators: app.services.integrators,
      configured,
      now,
      announce,
    });
  const works = async (key: string) => (await app.rest('GET', '/v1/jobs', { key })).status === 200;

  it('is created and announced once, and replaced if its announcement was interrupted', async () => {
    await app.db.collection('pilot_key').deleteMany({});
    const emitted: string[] = [];
    const interrupted = (key: string) => {
      emitted.push(key);
      throw new Error('killed');
    };
    await expect(ensure(undefined, interrupted)).rejects.toThrow('killed');
    const start = () => ensure(undefined, (key) => emitted.push(key));
    await Promise.all([start(), start()]);
    await start();
    expect(emitted).toHaveLength(2);
    expect(await works(emitted[0]!)).toBe(false);
    expect(await works(emitted[1]!)).toBe(true);
  });

  it('is not replaced by a process with a fast clock while another one announces it', async () => {
    const documents = app.db.collection<{ _id: string }>('pilot_key');
    await documents.deleteMany({});
    const emitted: string[] = [];
    const slow = (key: string) => {
      emitted.push(key);
      throw new Error('slow');
    };
    await expect(ensure(undefined, slow)).rejects.toThrow('slow');
    const other = ensure(undefined, (key) => emitted.push(key), new Date(Date.now() + 60_000));
    await pause(500);
    await documents.updateOne({ _id: 'pilot' }, { $set: { announced: true } });
    await other;
    expect(emitted).toHaveLength(1);
    expect(await works(emitted[0]!)).toBe(true);
  });

  it('is announced once while several processes start', async () => {
    await app.db.collection('pilot_key').deleteMany({});
    const emitted: string[] = [];
    const later: Promise<void>[] = [];
    const start = () =>
      ensure(undefined, (key) => {
        emitted.push(key);
        // This process has stored its key, but not yet that it announced it.
        if (later.length === 0) later.push(start(), start());
      });
    await Promise.all([start(), start(), start()]);
    await Promise.all(later);
    expect(emitted).toHaveLength(1);
    expect(await works(emitted[0]!)).toBe(true);
  });

  it('is the configured one, and another one revokes it', async () => {
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
