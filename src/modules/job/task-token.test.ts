import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { SigningKey } from '../integrator/server-keys.js';
import type { Job, TaskToken } from './job.js';
import { issueTaskToken, readTaskToken, requireUsableToken } from './task-token.js';

function newKey(keyId = 'key-1'): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    keyId,
    privateKey,
    publicJwk: publicKey.export({ format: 'jwk' }) as SigningKey['publicJwk'],
  };
}

const key = newKey();
const now = new Date('2026-03-01T12:00:00Z');
const token: TaskToken = {
  tokenId: 'token-1',
  kind: 'provider',
  assigneeName: 'Ada',
  createdAt: now,
  expiresAt: new Date('2026-03-02T12:00:00Z'),
  revokedAt: null,
};
const job = {
  _id: 'job-1',
  steps: [{ stepName: 'context' }],
  tokens: [token],
} as unknown as Job;
const issued = () => issueTaskToken(key, job, token);
const claims = {
  tokenId: 'token-1',
  jobId: 'job-1',
  kind: 'provider' as const,
  stepNames: ['context'],
  expiresAt: token.expiresAt,
};

describe('readTaskToken', () => {
  test('returns the job, the steps, the kind, the id and the expiry', async () => {
    expect(await readTaskToken(key, await issued(), ['provider'])).toEqual(claims);
  });

  test('rejects a token of another kind', async () => {
    await expect(readTaskToken(key, await issued(), ['capture'])).rejects.toMatchObject({
      code: 'token_invalid',
    });
  });

  test('rejects a damaged, forged or unsigned token', async () => {
    const good = await issued();
    const [head, body, signature] = good.split('.') as [string, string, string];
    const forgedBody = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'job-2' }),
    ).toString('base64url');
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    const secret = new TextEncoder().encode('x'.repeat(32));
    const symmetric = await new SignJWT({ kind: 'provider', steps: [] })
      .setProtectedHeader({ alg: 'HS256' })
      .setJti('token-1')
      .setSubject('job-1')
      .setExpirationTime('1h')
      .sign(secret);
    const foreign = await issueTaskToken(newKey(), job, token);
    const strange = await new SignJWT({ kind: 'owner' })
      .setProtectedHeader({ alg: 'EdDSA' })
      .sign(key.privateKey);
    for (const bad of [
      '',
      'x'.repeat(40),
      good.slice(0, -2),
      `${head}.${forgedBody}.${signature}`,
      `${unsigned}.${body}.`,
      symmetric,
      foreign,
      strange,
    ]) {
      await expect(readTaskToken(key, bad, ['provider'])).rejects.toMatchObject({
        code: 'token_invalid',
      });
    }
  });
});

describe('requireUsableToken', () => {
  const at = (time: string) => new Date(time);
  const withToken = (patch: Partial<TaskToken>) => ({ ...job, tokens: [{ ...token, ...patch }] });
  test.each<[string, Job | null, Date, string]>([
    ['the job does not exist', null, now, 'token_invalid'],
    ['it belongs to another job', { ...job, _id: 'job-2' }, now, 'token_invalid'],
    ['the job does not know it', { ...job, tokens: [] }, now, 'token_invalid'],
    ['the job knows it as another kind', withToken({ kind: 'capture' }), now, 'token_invalid'],
    ['it was revoked', withToken({ revokedAt: now }), now, 'token_invalid'],
    [
      'it was revoked and would have expired since',
      withToken({ revokedAt: now }),
      at('2026-03-05T00:00:00Z'),
      'token_invalid',
    ],
    ['it expires at this moment', job, token.expiresAt, 'token_expired'],
    [
      'it expired and its job was opened again',
      withToken({ revokedAt: token.expiresAt }),
      at('2026-03-05T00:00:00Z'),
      'token_expired',
    ],
  ])('rejects a token when %s', (_, subject, when, code) => {
    expect(() => requireUsableToken(claims, subject, when)).toThrow(
      expect.objectContaining({ code }),
    );
  });

  test('accepts a token until the last millisecond', () => {
    const last = new Date(token.expiresAt.getTime() - 1);
    expect(requireUsableToken(claims, job, last)).toBe(token);
  });
});
