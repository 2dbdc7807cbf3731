import { hash, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { describe, expect, it } from 'vitest';
import { loadPki, ownBuffer, type Pki } from '../../../lib/pki.js';
import { day, hour } from '../../../lib/units.js';
import { readToken, TimestampError } from './timestamp-token.js';

const { asn1js, pkijs }: Pki = await loadPki();
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const tokenType = '1.2.840.113549.1.9.16.1.4';
const dataType = '1.2.840.113549.1.7.1';
const data = Buffer.from('a signature');
const now = Date.UTC(2026, 4, 1, 12);
const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');
const octets = (bytes: Uint8Array) => new asn1js.OctetString({ valueHex: ownBuffer(bytes) });
const attribute = (type: string, value: object) => new pkijs.Attribute({ type, values: [value] });

/** A certificate of an authority, which ends in an hour. */
async function issue(purpose: string = x509.ExtendedKeyUsage.timeStamping) {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'O=Example, CN=Clock',
    notBefore: new Date(now - day),
    notAfter: new Date(now + hour),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new x509.ExtendedKeyUsageExtension([purpose], true)],
  });
  return { key: keys.privateKey, der: Buffer.from(certificate.rawData) };
}
type Issued = Awaited<ReturnType<typeof issue>>;

interface Made {
  signer: Issued;
  over?: Uint8Array;
  time?: number;
  /** What the signed attributes say that they are over. */
  contentType?: string;
  /** The certificate that the signed attributes name. */
  named?: Uint8Array;
}

/** A token as an authority makes it, wrong in what is given. */
async function tokenOf(made: Made): Promise<Buffer> {
  const { signer, over = data, time = now, contentType = tokenType, named = signer.der } = made;
  const certificate = pkijs.Certificate.fromBER(ownBuffer(signer.der));
  const info = new pkijs.TSTInfo({
    version: 1,
    policy: '1.2.3.4.1',
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' }),
      hashedMessage: octets(sha256(over)),
    }),
    serialNumber: new asn1js.Integer({ value: 1 }),
    genTime: new Date(time),
  });
  const content = Buffer.from(info.toSchema().toBER());
  const sequence = (value: object) => new asn1js.Sequence({ value: [value as never] });
  const signedData = new pkijs.SignedData({
    version: 3,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({
      eContentType: tokenType,
      eContent: octets(content),
    }),
    certificates: [certificate],
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute('1.2.840.113549.1.9.3', new asn1js.ObjectIdentifier({ value: contentType })),
            attribute('1.2.840.113549.1.9.4', octets(sha256(content))),
            attribute(
              '1.2.840.113549.1.9.16.2.47',
              sequence(sequence(sequence(octets(sha256(named))))),
            ),
          ],
        }),
      }),
    ],
  });
  await signedData.sign(signer.key, 0, 'SHA-256');
  const token = new pkijs.ContentInfo({
    contentType: '1.2.840.113549.1.7.2',
    content: signedData.toSchema(true),
  });
  return Buffer.from(token.toSchema().toBER());
}

describe('a timestamp token', () => {
  it('says when, by whom and with which certificate', async () => {
    const signer = await issue();
    const { chain, ...facts } = await readToken(await tokenOf({ signer }), data);
    expect(facts).toEqual({ time: new Date(now), authority: 'Clock', nonce: null });
    expect(chain.map(({ raw }) => raw)).toEqual([signer.der]);
  });

  const rejection = async (made: Omit<Made, 'signer'> & { signer?: Issued }) => {
    const token = await tokenOf({ signer: await issue(), ...made });
    const error = await readToken(token, data).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TimestampError);
    return (error as Error).message;
  };

  it('is of the bytes that it is read with', async () => {
    expect(await rejection({ over: Buffer.from('another') })).toBe(
      'the timestamp is of something else',
    );
  });

  it('is signed as a token, and names its certificate', async () => {
    expect(await rejection({ contentType: dataType })).toBe(
      'the signature of the timestamp is over another type',
    );
    expect(await rejection({ named: (await issue()).der })).toBe(
      'the timestamp names another certificate',
    );
  });

  it('is signed by a certificate for timestamps', async () => {
    expect(await rejection({ signer: await issue(x509.ExtendedKeyUsage.codeSigning) })).toBe(
      "the timestamp's certificate is not one for timestamps",
    );
  });

  it.each([now - day - 1000, now + hour + 1000])(
    'is made while its certificate is valid, not at %d',
    async (time) => {
      expect(await rejection({ time })).toBe(
        "the timestamp's certificate was not valid at its time",
      );
    },
  );

  it('is refused where its signature does not verify, or is no token', async () => {
    const token = await tokenOf({ signer: await issue() });
    const spoiled = Buffer.from(token);
    spoiled[spoiled.length - 3] = 255 - (spoiled.at(-3) ?? 0);
    await expect(readToken(spoiled, data)).rejects.toThrow(TimestampError);
    await expect(readToken(Buffer.from('no DER'), data)).rejects.toThrow('not a timestamp token');
    const longer = Buffer.concat([token, Buffer.from([0])]);
    await expect(readToken(longer, data)).rejects.toThrow('not a timestamp token');
  });
});
