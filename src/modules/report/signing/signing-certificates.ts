import { hash, X509Certificate } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Collection, Db } from 'mongodb';
import type { Logger } from 'pino';
import type { Clock } from '../../../lib/clock.js';
import type { SigningKey } from '../../integrator/server-keys.js';
import type { CmsSigner } from './cms.js';
import { type CertificateSubject, makeCertificate } from './make-certificate.js';

/** A certificate that signs PDFs or signed PDFs in the past. */
interface CertificateDocument {
  /** `own:` and the id of the key, or the SHA-256 of a configured certificate. */
  _id: string;
  /** DER in base64; the signing certificate is first. */
  chain: string[];
  createdAt: Date;
}

export type SigningCertificates = ReturnType<typeof createSigningCertificates>;

/**
 * The certificates that sign the PDFs of a mode: the configured one, otherwise the service's own, which is created for
 * its key on first use and shared by all processes. Every certificate that ever signed a PDF stays published, so that
 * its PDFs can be verified.
 *
 * @param options.key the service's own key
 * @param options.configured null: none
 */
export function createSigningCertificates(options: {
  db: Db;
  key: SigningKey;
  configured: CmsSigner | null;
  subject: CertificateSubject;
  clock: Clock;
  log: Logger;
}) {
  const { key, configured, subject, clock, log } = options;
  const certificates: Collection<CertificateDocument> =
    options.db.collection('report_certificates');
  const signers = new Map<CmsSigner | null, Promise<CmsSigner>>();
  let warned = false;

  /** Stores a certificate unless one exists; if two processes race, the first wins. */
  async function store(_id: string, chain: readonly Buffer[]): Promise<CertificateDocument> {
    const fields = { chain: chain.map((der) => der.toString('base64')), createdAt: clock.now() };
    await certificates.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
    return { _id, ...fields, ...(await certificates.findOne({ _id })) };
  }

  async function openOwn(): Promise<CmsSigner> {
    const _id = `own:${key.keyId}`;
    const found =
      (await certificates.findOne({ _id })) ??
      (await store(_id, [await makeCertificate(key.privateKey, subject, clock.now())]));
    return { chain: chainOf(found), privateKey: key.privateKey };
  }

  async function openConfigured(signer: CmsSigner): Promise<CmsSigner> {
    const leaf = signer.chain[0] as Buffer;
    await store(hash('sha256', leaf, 'hex'), signer.chain);
    return signer;
  }

  function open(which: CmsSigner | null): Promise<CmsSigner> {
    const known = signers.get(which);
    if (known) return known;
    const opened = which ? openConfigured(which) : openOwn();
    signers.set(which, opened);
    // Do not cache a failure of the database.
    opened.catch(() => signers.delete(which));
    return opened;
  }

  /** Returns the current signer; a configured certificate is no longer used after it expires. */
  async function current(): Promise<CmsSigner> {
    if (!configured) return open(null);
    const { validTo } = new X509Certificate(configured.chain[0] as Buffer);
    if (clock.now() <= new Date(validTo)) return open(configured);
    if (!warned) {
      log.warn({ validTo }, 'REPORT_SIGNING_CERT has expired; reports are signed by the own one');
    }
    warned = true;
    return open(null);
  }

  return {
    current,

    /** Returns the public keys with `x5c`, as listed in a key set. */
    async publicJwks(): Promise<JWK[]> {
      await current();
      const found = await certificates.find().sort({ _id: 1 }).toArray();
      return Promise.all(found.map(({ chain }) => publicJwk(chain)));
    },
  };
}

const chainOf = ({ chain }: CertificateDocument) =>
  chain.map((text) => Buffer.from(text, 'base64'));

/** Returns the public key of the first certificate (RFC 7517). */
async function publicJwk(chain: string[]): Promise<JWK> {
  const leaf = new X509Certificate(Buffer.from(chain[0] as string, 'base64'));
  const bare = leaf.publicKey.export({ format: 'jwk' }) as JWK;
  const kid = await calculateJwkThumbprint(bare);
  const thumbprint = hash('sha256', leaf.raw, 'base64url');
  return { ...bare, kid, use: 'sig', x5c: chain, 'x5t#S256': thumbprint };
}
