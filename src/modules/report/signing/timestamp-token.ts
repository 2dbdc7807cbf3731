import { hash, timingSafeEqual, X509Certificate } from 'node:crypto';
import { derLength, loadPki, ownBuffer, type Pki } from '../../../lib/pki.js';

/** Bytes that are not a valid RFC 3161 timestamp token over the given data; the message says why. */
export class TimestampError extends Error {
  override readonly name = 'TimestampError';
}

/** Content of a token whose signature and imprint are verified. */
export interface TokenFacts {
  /** Time at which the bytes existed, by the authority's clock. */
  time: Date;
  /** Common name of the certificate that signs the token, otherwise its organisation. */
  authority: string;
  /** The signing certificate, then the others in the token. */
  chain: X509Certificate[];
  /** The nonce of the request in hex; null if the token has none. */
  nonce: string | null;
}

const oids = {
  token: '1.2.840.113549.1.9.16.1.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  contentType: '1.2.840.113549.1.9.3',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  forTimestamps: '1.3.6.1.5.5.7.3.8',
};

/**
 * Verifies an RFC 3161 token over some bytes: the imprint, the signature by the certificate in the token and that
 * certificate's purpose and validity at the time in the token. Does not check whether the certificate's issuer is
 * trusted.
 *
 * @param token DER
 * @throws TimestampError
 */
export async function readToken(token: Uint8Array, data: Uint8Array): Promise<TokenFacts> {
  const pki = await loadPki();
  try {
    return await readFacts(pki, token, data);
  } catch (error) {
    if (error instanceof TimestampError) throw error;
    // The libraries throw other errors for parts of an unexpected type.
    throw new TimestampError('not a timestamp token');
  }
}

async function readFacts(pki: Pki, token: Uint8Array, data: Uint8Array): Promise<TokenFacts> {
  const { pkijs } = pki;
  const { signedData, info } = parse(pki, token);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const imprint = Buffer.from(hashedMessage.valueBlock.valueHexView);
  const expected = hash('sha256', data, 'buffer');
  if (hashAlgorithm.algorithmId !== oids.sha256 || !imprint.equals(expected)) {
    throw new TimestampError('the timestamp is of something else');
  }
  const result = await signedData
    .verify({ signer: 0, data: ownBuffer(data), checkChain: false, extendedMode: true })
    .catch(() => null);
  const signer = result?.signerCertificate;
  if (!result?.signatureVerified || !signer) {
    throw new TimestampError('the signature of the timestamp does not verify');
  }
  const leaf = new X509Certificate(derOf(signer));
  checkAttributes(signedData, leaf.raw);
  checkCertificate(leaf, info.genTime);
  const others = (signedData.certificates ?? []).filter(
    (one) => one instanceof pkijs.Certificate && one !== signer,
  );
  return {
    time: info.genTime,
    authority: nameOf(leaf),
    chain: [leaf, ...others.map((one) => new X509Certificate(derOf(one)))],
    nonce: info.nonce ? Buffer.from(info.nonce.valueBlock.valueHexView).toString('hex') : null,
  };
}

const derOf = (one: { toSchema(): { toBER(): ArrayBuffer } }) =>
  Buffer.from(one.toSchema().toBER());

function parse({ pkijs }: Pki, token: Uint8Array) {
  try {
    if (derLength(token) !== token.length) throw new Error('more than a token');
    const content = pkijs.ContentInfo.fromBER(ownBuffer(token));
    const signedData = new pkijs.SignedData({ schema: content.content });
    const { eContentType, eContent } = signedData.encapContentInfo;
    if (eContentType !== oids.token || !eContent || signedData.signerInfos.length !== 1) {
      throw new Error('no token');
    }
    return { signedData, info: pkijs.TSTInfo.fromBER(eContent.getValue()) };
  } catch {
    throw new TimestampError('not a timestamp token');
  }
}

type SignedData = InstanceType<Pki['pkijs']['SignedData']>;

/** Checks RFC 3161, 2.4.2: the signed attributes contain the content's type and the certificate's hash. */
function checkAttributes({ signerInfos }: SignedData, leaf: Buffer): void {
  const attributes = signerInfos[0]?.signedAttrs?.attributes ?? [];
  const firstValue = (type: string) => attributes.find((one) => one.type === type)?.values[0];
  if (firstValue(oids.contentType)?.valueBlock.toString() !== oids.token) {
    throw new TimestampError('the signature of the timestamp is over another type');
  }
  // The certificate's hash is first, or second after an algorithm that is not the default.
  const named = [oids.signingCertificate, oids.signingCertificateV2].flatMap((type) => {
    const parts =
      firstValue(type)?.valueBlock.value[0]?.valueBlock.value[0]?.valueBlock.value ?? [];
    return parts
      .slice(0, 2)
      .map((part: { valueBlock: { valueHexView?: Uint8Array } }) => part.valueBlock.valueHexView);
  });
  const hashes = ['sha1', 'sha256', 'sha384', 'sha512'].map((name) => hash(name, leaf, 'buffer'));
  const fits = hashes.some((made) =>
    named.some((one) => one?.length === made.length && timingSafeEqual(one, made)),
  );
  if (!fits) throw new TimestampError('the timestamp names another certificate');
}

function checkCertificate(leaf: X509Certificate, time: Date): void {
  if (!leaf.keyUsage?.includes(oids.forTimestamps)) {
    throw new TimestampError("the timestamp's certificate is not one for timestamps");
  }
  if (time < new Date(leaf.validFrom) || time > new Date(leaf.validTo)) {
    throw new TimestampError("the timestamp's certificate was not valid at its time");
  }
}

/** Returns the `CN` of the subject, otherwise its `O`, otherwise the whole subject on one line. */
function nameOf({ subject }: X509Certificate): string {
  const parts = subject.split('\n');
  const find = (name: string) => parts.find((part) => part.startsWith(`${name}=`));
  return (find('CN') ?? find('O'))?.replace(/^\w+=/, '') ?? parts.join(', ');
}
