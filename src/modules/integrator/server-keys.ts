import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  scryptSync,
} from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Collection, Db } from 'mongodb';
import { ConfigError } from '../../config.js';

/** A key that signs reports and tokens, with the half that everybody may have. */
export interface SigningKey {
  /** RFC 7638 thumbprint of the public key. */
  keyId: string;
  privateKey: KeyObject;
  publicJwk: JWK;
}

/** The server's own keys: made at the first start, shared by every process through the database. */
export interface ServerKeys {
  /** Signs report versions and PDFs. */
  reports: SigningKey;
  /** Signs task and capture tokens. */
  tokens: SigningKey;
  /** HMAC key of media links. */
  links: Buffer;
  /** HMAC key from which access tokens are derived. */
  accessTokens: Buffer;
}

interface Secrets {
  reports: JWK;
  tokens: JWK;
  links: string;
  accessTokens: string;
}

/** The one document; plain while no SERVER_SECRET is set, else AES-256-GCM under a key from it. */
interface KeyDocument {
  _id: 'server';
  plain?: Secrets;
  sealed?: { salt: string; iv: string; tag: string; data: string };
  createdAt: Date;
}

function seal(secrets: Secrets, password: string): NonNullable<KeyDocument['sealed']> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', scryptSync(password, salt, 32), iv);
  const data = Buffer.concat([cipher.update(JSON.stringify(secrets)), cipher.final()]);
  return {
    salt: salt.toString('base64'),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

function unseal(sealed: NonNullable<KeyDocument['sealed']>, password: string): Secrets {
  const bytes = (field: keyof typeof sealed) => Buffer.from(sealed[field], 'base64');
  const key = scryptSync(password, bytes('salt'), 32);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes('iv'));
  decipher.setAuthTag(bytes('tag'));
  try {
    const text = Buffer.concat([decipher.update(bytes('data')), decipher.final()]);
    return JSON.parse(text.toString('utf8'));
  } catch {
    throw new ConfigError("SERVER_SECRET does not open this database's server keys");
  }
}

function newSecrets(): Secrets {
  const signing = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as JWK;
  const random = () => randomBytes(32).toString('base64');
  return { reports: signing(), tokens: signing(), links: random(), accessTokens: random() };
}

async function signingKey(jwk: JWK): Promise<SigningKey> {
  const { d: _, ...bare } = jwk;
  const keyId = await calculateJwkThumbprint(bare);
  return {
    keyId,
    privateKey: createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' }),
    publicJwk: { ...bare, kid: keyId, use: 'sig', alg: 'EdDSA' },
  };
}

/**
 * Reads the server's keys, making them when there are none. Two processes that start at once end
 * with the same keys: the document is inserted only where it is absent, and read back. A secret
 * that is set later encrypts what is there.
 *
 * @throws ConfigError when SERVER_SECRET is wrong, or missing for keys that are encrypted
 */
export async function openServerKeys(
  db: Db,
  password: string | undefined,
  now: Date,
): Promise<ServerKeys> {
  const documents: Collection<KeyDocument> = db.collection('server_keys');
  let document = await documents.findOne({ _id: 'server' });
  if (!document) {
    const fresh = newSecrets();
    const kept = password ? { sealed: seal(fresh, password) } : { plain: fresh };
    await documents.updateOne(
      { _id: 'server' },
      { $setOnInsert: { ...kept, createdAt: now } },
      { upsert: true },
    );
    document = await documents.findOne({ _id: 'server' });
  }
  if (document?.plain && password) {
    await documents.updateOne(
      { _id: 'server', plain: { $exists: true } },
      { $set: { sealed: seal(document.plain, password) }, $unset: { plain: '' } },
    );
    document = await documents.findOne({ _id: 'server' });
  }
  if (document?.sealed && !password) {
    throw new ConfigError("SERVER_SECRET must be set: this database's server keys are encrypted");
  }
  const secrets =
    document?.sealed && password ? unseal(document.sealed, password) : document?.plain;
  if (!secrets) throw new Error('the server keys were neither found nor made');
  return {
    reports: await signingKey(secrets.reports),
    tokens: await signingKey(secrets.tokens),
    links: Buffer.from(secrets.links, 'base64'),
    accessTokens: Buffer.from(secrets.accessTokens, 'base64'),
  };
}
