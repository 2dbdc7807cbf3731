import {
  createDecipheriv,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  scryptSync,
} from 'node:crypto';
import { CompactEncrypt, calculateJwkThumbprint, compactDecrypt, type JWK } from 'jose';
import type { Collection, Db } from 'mongodb';
import { ConfigError } from '../../config.js';

/** A key that signs reports and tokens, with its public key. */
export interface SigningKey {
  /** RFC 7638 thumbprint of the public key. */
  keyId: string;
  privateKey: KeyObject;
  publicJwk: JWK;
}

/** The server's own keys: created at the first start, and shared by all processes through the database. */
export interface ServerKeys {
  /** Signs report versions, and the hashes of their PDFs. */
  reports: SigningKey;
  /** Signs the PDFs of reports with a certificate (P-256), for PDF readers. */
  documents: SigningKey;
  /** Signs task and capture tokens. */
  tokens: SigningKey;
  /** Signs checkpoints of the transparency log. */
  log: SigningKey;
  /** HMAC key of links to media and to delivered reports; the signed text distinguishes them. */
  links: Buffer;
  /** HMAC key from which access tokens are derived. */
  accessTokens: Buffer;
  /** Encrypts the secrets of webhook endpoints. */
  webhooks: Buffer;
  /** VAPID key (RFC 8292) that identifies the service to push services, in base64url. */
  push: { publicKey: string; privateKey: string };
}

interface Secrets {
  reports: JWK;
  documents: JWK;
  tokens: JWK;
  log: JWK;
  links: string;
  accessTokens: string;
  webhooks: string;
  push: JWK;
}

/** AES-256-GCM with an scrypt key, every part in base64: the format of version 0.1. */
interface SealedParts {
  salt: string;
  iv: string;
  tag: string;
  data: string;
}

/** The single document; plain without SERVER_SECRET, otherwise a JWE with a key derived from it. */
interface KeyDocument {
  _id: 'server';
  plain?: Secrets;
  sealed?: string | SealedParts;
  createdAt: Date;
}

const keyAlgorithm = 'PBES2-HS512+A256KW';
/** Iterations of PBKDF2-HMAC-SHA-512, as recommended by OWASP's password storage cheat sheet. */
const iterations = 210_000;

function seal(secrets: Secrets, password: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(JSON.stringify(secrets), 'utf8'))
    .setProtectedHeader({ alg: keyAlgorithm, enc: 'A256GCM' })
    .setKeyManagementParameters({ p2c: iterations })
    .encrypt(Buffer.from(password, 'utf8'));
}

/** @throws ConfigError if the password is wrong */
async function unseal(sealed: string | SealedParts, password: string): Promise<Secrets> {
  try {
    const text =
      typeof sealed === 'string'
        ? await decryptJwe(sealed, password)
        : decryptParts(sealed, password);
    return JSON.parse(Buffer.from(text).toString('utf8'));
  } catch {
    throw new ConfigError('SERVER_SECRET does not decrypt the server keys in this database');
  }
}

async function decryptJwe(sealed: string, password: string): Promise<Uint8Array> {
  const allowed = { keyManagementAlgorithms: [keyAlgorithm], maxPBES2Count: iterations };
  const { plaintext } = await compactDecrypt(sealed, Buffer.from(password, 'utf8'), allowed);
  return plaintext;
}

function decryptParts(sealed: SealedParts, password: string): Uint8Array {
  const bytes = (field: keyof SealedParts) => Buffer.from(sealed[field], 'base64');
  const key = scryptSync(password, bytes('salt'), 32);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes('iv'));
  decipher.setAuthTag(bytes('tag'));
  return Buffer.concat([decipher.update(bytes('data')), decipher.final()]);
}

function newSecrets(): Secrets {
  const jwk = ({ privateKey }: { privateKey: KeyObject }) =>
    privateKey.export({ format: 'jwk' }) as JWK;
  const signing = () => jwk(generateKeyPairSync('ed25519'));
  const random = () => randomBytes(32).toString('base64');
  return {
    reports: signing(),
    documents: jwk(generateKeyPairSync('ec', { namedCurve: 'P-256' })),
    tokens: signing(),
    log: signing(),
    links: random(),
    accessTokens: random(),
    webhooks: random(),
    push: jwk(generateKeyPairSync('ec', { namedCurve: 'P-256' })),
  };
}

async function signingKey(jwk: JWK): Promise<SigningKey> {
  const { d: _, ...bare } = jwk;
  const keyId = await calculateJwkThumbprint(bare);
  return {
    keyId,
    privateKey: createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' }),
    publicJwk: { ...bare, kid: keyId, use: 'sig', alg: bare.kty === 'EC' ? 'ES256' : 'EdDSA' },
  };
}

/**
 * Reads the server's keys, and creates them if they do not exist. Two processes that start at once get the same keys:
 * the document is only inserted if it is absent, and then read. A secret that is set later encrypts the existing keys.
 *
 * @throws ConfigError if SERVER_SECRET is wrong, or missing for encrypted keys
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
    const kept = password ? { sealed: await seal(fresh, password) } : { plain: fresh };
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
      { $set: { sealed: await seal(document.plain, password) }, $unset: { plain: '' } },
    );
    document = await documents.findOne({ _id: 'server' });
  }
  for (;;) {
    const secrets = await openDocument(document, password);
    const fresh = newSecrets();
    const lacking = Object.keys(fresh).find((name) => !(name in secrets));
    if (lacking === undefined) return keysOf(secrets);
    // An earlier version stored fewer keys; of two processes that add them, one wins.
    const whole = { ...fresh, ...secrets };
    if (document?.sealed && password) {
      await documents.updateOne(
        { _id: 'server', sealed: document.sealed },
        { $set: { sealed: await seal(whole, password) } },
      );
    } else {
      await documents.updateOne(
        { _id: 'server', [`plain.${lacking}`]: { $exists: false } },
        { $set: { plain: whole } },
      );
    }
    document = await documents.findOne({ _id: 'server' });
  }
}

/** @throws ConfigError if SERVER_SECRET is wrong, or missing for encrypted keys */
async function openDocument(
  document: KeyDocument | null,
  password: string | undefined,
): Promise<Secrets> {
  if (document?.sealed && !password) {
    throw new ConfigError(
      'SERVER_SECRET must be set: the server keys in this database are encrypted',
    );
  }
  const secrets =
    document?.sealed && password ? await unseal(document.sealed, password) : document?.plain;
  if (!secrets) throw new Error('the server keys were neither found nor made');
  return secrets;
}

/** Returns a P-256 key as push services and browsers take it: the uncompressed point and the private scalar. */
function vapidKey({ x = '', y = '', d = '' }: JWK): ServerKeys['push'] {
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d };
}

async function keysOf(secrets: Secrets): Promise<ServerKeys> {
  return {
    reports: await signingKey(secrets.reports),
    documents: await signingKey(secrets.documents),
    tokens: await signingKey(secrets.tokens),
    log: await signingKey(secrets.log),
    links: Buffer.from(secrets.links, 'base64'),
    accessTokens: Buffer.from(secrets.accessTokens, 'base64'),
    webhooks: Buffer.from(secrets.webhooks, 'base64'),
    push: vapidKey(secrets.push),
  };
}
