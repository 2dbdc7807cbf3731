import { hash, timingSafeEqual, X509Certificate } from 'node:crypto';
import { derLength, loadPki, ownBuffer, type Pki } from '../../../lib/pki.js';

/** A timestamp token of RFC 3161 that is not one over these bytes; its message says why. */
export class TimestampError extends Error {
  override readonly name = 'TimestampError';
}

/** What a token says, once its signature and its imprint are verified. */
export interface TokenFacts {
  /** When the bytes existed, by the authority's clock. */
  time: Date;
  /** Common name of the certificate that signs the token, else its organisation. */
  authority: string;
  /** That certificate, then the others in the token. */
  chain: X509Certificate[];
  /** The number that the request carried, in hex; null: none. */
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
 * Verifies an RFC 3161 token over some bytes: the imprint, the signature by the certificate in the token
 * and that certificate's purpose and validity at the time that the token names. Whether the
 * certificate's issuer is to be trusted is not judged.
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
    // The libraries stumble over parts that are of another type than the one they expect.
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

/** RFC 3161, 2.4.2: the signed attributes name the content's type and the certificate. */
function checkAttributes({ signerInfos }: SignedData, leaf: Buffer): void {
  const attributes = signerInfos[0]?.signedAttrs?.attributes ?? [];
  const firstValue = (type: string) => attributes.find((one) => one.type === type)?.values[0];
  if (firstValue(oids.contentType)?.valueBlock.toString() !== oids.token) {
    throw new TimestampError('the signature of the timestamp is over another type');
  }
  // A certificate's hash stands first, behind its algorithm where that is not the default.
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

/** `CN` of the subject, else its `O`, else all of it on one line. */
function nameOf({ subject }: X509Certificate): string {
  const parts = subject.split('\n');
  const find = (name: string) => parts.find((part) => part.startsWith(`${name}=`));
  return (find('CN') ?? find('O'))?.replace(/^\w+=/, '') ?? parts.join(', ');
}
