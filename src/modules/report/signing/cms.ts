import { hash, type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import { derLength, loadPki, ownBuffer, type Pki } from '../../../lib/pki.js';

/** A certificate with its private key (elliptic curve or RSA). */
export interface CmsSigner {
  /** DER of the signing certificate, then of its issuers, in this order. */
  chain: readonly Buffer[];
  privateKey: KeyObject;
}

/** The parts of a CMS of this service; it contains nothing else. */
export interface CmsParts {
  chain: readonly Buffer[];
  /** SHA-256 of the signed bytes. */
  digest: Buffer;
  signature: Buffer;
  /** DER of an RFC 3161 token over the signature; null if missing. */
  token: Buffer | null;
}

const oids = {
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  rsaWithSha256: '1.2.840.113549.1.1.11',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
};

const derOf = (one: { toSchema(): { toBER(): ArrayBuffer } }) =>
  Buffer.from(one.toSchema().toBER());

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');

/**
 * The signed attributes of CAdES (ETSI EN 319 122-1): type and hash of the content, hash of the certificate
 * (ESSCertIDv2). They depend on the two hashes only and are in DER order. The PDF contains the time (`/M`), as PAdES
 * requires.
 */
function signedAttributes({ asn1js, pkijs }: Pki, leaf: Buffer, digest: Buffer) {
  const octets = (bytes: Buffer) => new asn1js.OctetString({ valueHex: ownBuffer(bytes) });
  const certificateHash = new asn1js.Sequence({ value: [octets(sha256(leaf))] });
  const certificates = new asn1js.Sequence({ value: [certificateHash] });
  const values: [string, object][] = [
    [oids.contentType, new asn1js.ObjectIdentifier({ value: pkijs.ContentInfo.DATA })],
    [oids.messageDigest, octets(digest)],
    [oids.signingCertificateV2, new asn1js.Sequence({ value: [certificates] })],
  ];
  return new pkijs.SignedAndUnsignedAttributes({
    type: 0,
    attributes: values.map(([type, value]) => new pkijs.Attribute({ type, values: [value] })),
  });
}

/**
 * Returns the bytes that the key signs: the attributes as a SET, without their tag in the SignerInfo (RFC 5652, 5.4).
 */
function signedBytes(attributes: ReturnType<typeof signedAttributes>): Buffer {
  const bytes = Buffer.from(attributes.toSchema().toBER());
  bytes[0] = 0x31;
  return bytes;
}

/** Encodes a detached CMS SignedData (RFC 5652) in DER; equal parts give equal bytes. */
export async function encodeCms({ chain, digest, signature, token }: CmsParts): Promise<Buffer> {
  const pki = await loadPki();
  const { asn1js, pkijs } = pki;
  const algorithm = (algorithmId: string, withNull = false) =>
    new pkijs.AlgorithmIdentifier({
      algorithmId,
      ...(withNull && { algorithmParams: new asn1js.Null() }),
    });
  const [leaf, ...above] = chain as [Buffer, ...Buffer[]];
  const certificates = [leaf, ...above].map((der) => pkijs.Certificate.fromBER(ownBuffer(der)));
  const own = certificates[0] as InstanceType<typeof pkijs.Certificate>;
  const isRsa = new X509Certificate(leaf).publicKey.asymmetricKeyType === 'rsa';
  const signer = new pkijs.SignerInfo({
    version: 1,
    sid: new pkijs.IssuerAndSerialNumber({
      issuer: own.issuer,
      serialNumber: own.serialNumber,
    }),
    digestAlgorithm: algorithm(oids.sha256),
    signedAttrs: signedAttributes(pki, leaf, digest),
    signatureAlgorithm: isRsa
      ? algorithm(oids.rsaWithSha256, true)
      : algorithm(oids.ecdsaWithSha256),
    signature: new asn1js.OctetString({ valueHex: ownBuffer(signature) }),
    ...(token && {
      unsignedAttrs: new pkijs.SignedAndUnsignedAttributes({
        type: 1,
        attributes: [
          new pkijs.Attribute({
            type: oids.timestampToken,
            values: [asn1js.fromBER(ownBuffer(token)).result],
          }),
        ],
      }),
    }),
  });
  const signedData = new pkijs.SignedData({
    version: 1,
    digestAlgorithms: [algorithm(oids.sha256)],
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: pkijs.ContentInfo.DATA }),
    certificates: certificates.toSorted((a, b) => Buffer.compare(derOf(a), derOf(b))),
    signerInfos: [signer],
  });
  const content = new pkijs.ContentInfo({
    contentType: pkijs.ContentInfo.SIGNED_DATA,
    content: signedData.toSchema(true),
  });
  return Buffer.from(content.toSchema().toBER());
}

/** Signs a SHA-256 with the first certificate of the chain. @returns the parts, without a token */
export async function signDigest(digest: Buffer, signer: CmsSigner): Promise<CmsParts> {
  const { chain, privateKey } = signer;
  const attributes = signedAttributes(await loadPki(), chain[0] as Buffer, digest);
  const signature = sign('sha256', signedBytes(attributes), privateKey);
  return { chain, digest, signature, token: null };
}

/** Returns whether the key of the first certificate signed the hash. */
export async function verifyDigest({ chain, digest, signature }: CmsParts): Promise<boolean> {
  const leaf = chain[0] as Buffer;
  const attributes = signedAttributes(await loadPki(), leaf, digest);
  return verify('sha256', signedBytes(attributes), new X509Certificate(leaf).publicKey, signature);
}

/** Returns the maximum size in bytes of a CMS by this signer, without its token. */
export async function cmsBytesMax({ chain }: Pick<CmsSigner, 'chain'>): Promise<number> {
  const { publicKey } = new X509Certificate(chain[0] as Buffer);
  const jwk = publicKey.export({ format: 'jwk' });
  const numberBytes = Buffer.from((jwk.n ?? jwk.x) as string, 'base64url').length;
  // A sequence of two numbers, each with a header and a possible leading zero byte.
  const signatureBytes = publicKey.asymmetricKeyType === 'rsa' ? numberBytes : 2 * numberBytes + 9;
  const empty = { digest: Buffer.alloc(32), signature: Buffer.alloc(signatureBytes, 1) };
  return (await encodeCms({ chain, ...empty, token: null })).length;
}

type Certificate = InstanceType<Pki['pkijs']['Certificate']>;

/** Returns whether a signer is identified by the issuer and serial number of this certificate. */
const isNamedBy = ({ issuer, serialNumber }: Certificate, sid: Partial<Certificate>): boolean =>
  sid.issuer?.isEqual(issuer) === true && sid.serialNumber?.isEqual(serialNumber) === true;

/**
 * Reads a CMS in the form that this service writes: DER of exactly the returned parts.
 *
 * @returns the parts and the size of the CMS in bytes; null for any other bytes
 */
export async function readCms(
  bytes: Buffer,
): Promise<{ parts: CmsParts; sizeBytes: number } | null> {
  const { pkijs } = await loadPki();
  const sizeBytes = derLength(bytes);
  const own = bytes.subarray(0, sizeBytes);
  try {
    const content = pkijs.ContentInfo.fromBER(ownBuffer(own));
    const signedData = new pkijs.SignedData({ schema: content.content });
    const [signer] = signedData.signerInfos;
    const digest = signer?.signedAttrs?.attributes.find(({ type }) => type === oids.messageDigest);
    if (!signer || !digest) return null;
    const stamp = signer.unsignedAttrs?.attributes[0]?.values[0];
    const certificates = signedData.certificates ?? [];
    const leaf = certificates.find(
      (one) => one instanceof pkijs.Certificate && isNamedBy(one, signer.sid),
    );
    if (!leaf) return null;
    const parts: CmsParts = {
      chain: [leaf, ...certificates.filter((one) => one !== leaf)].map(derOf),
      digest: Buffer.from(digest.values[0].valueBlock.valueHexView),
      signature: Buffer.from(signer.signature.valueBlock.valueHexView),
      token: stamp ? Buffer.from(stamp.toBER()) : null,
    };
    return (await encodeCms(parts)).equals(own) ? { parts, sizeBytes } : null;
  } catch {
    return null;
  }
}
