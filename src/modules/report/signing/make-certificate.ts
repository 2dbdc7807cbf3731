import { createPublicKey, type KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { loadPki, ownBuffer, type Pki } from '../../../lib/pki.js';
import { hour, second } from '../../../lib/units.js';

/** Tolerates clock differences between two processes, and between this service and a reader. */
const backdatedMilliseconds = hour;

/** notAfter of a certificate without a planned end (RFC 5280, 4.1.2.5). */
const noEnd = new Date('9999-12-31T23:59:59Z');

const oids = {
  commonName: '2.5.4.3',
  organisation: '2.5.4.10',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
};

/** The subject of a certificate. */
export interface CertificateSubject {
  commonName: string;
  organisation: string | null;
}

/**
 * Creates a self-signed certificate for signatures: not a certificate authority, keyUsage digitalSignature and
 * nonRepudiation, no expiry.
 *
 * @param privateKey on the curve P-256
 * @returns its DER
 */
export async function makeCertificate(
  privateKey: KeyObject,
  subject: CertificateSubject,
  now: Date,
): Promise<Buffer> {
  const pki = await loadPki();
  const { asn1js, pkijs } = pki;
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const der = { type: 'pkcs8', format: 'der' } as const;
  const { subtle } = webcrypto;
  const signing = await subtle.importKey('pkcs8', privateKey.export(der), algorithm, false, [
    'sign',
  ]);
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const certificate = new pkijs.Certificate({
    version: 2,
    // Positive, and without a leading zero that would shorten it.
    serialNumber: new asn1js.Integer({
      valueHex: ownBuffer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    }),
    issuer: nameOf(pki, subject),
    subject: nameOf(pki, subject),
    notBefore: new pkijs.Time({ type: 0, value: wholeSeconds(now, -backdatedMilliseconds) }),
    notAfter: new pkijs.Time({ type: 1, value: noEnd }),
    subjectPublicKeyInfo: pkijs.PublicKeyInfo.fromBER(ownBuffer(spki)),
    extensions: [
      extension(pki, oids.basicConstraints, new pkijs.BasicConstraints({ cA: false }).toSchema()),
      // The two highest bits: digitalSignature and nonRepudiation.
      extension(
        pki,
        oids.keyUsage,
        new asn1js.BitString({ valueHex: ownBuffer(Buffer.of(0b1100_0000)), unusedBits: 6 }),
      ),
    ],
  });
  await certificate.sign(signing as never, 'SHA-256');
  return Buffer.from(certificate.toSchema(true).toBER());
}

const wholeSeconds = (time: Date, shift: number) =>
  new Date(Math.floor((time.getTime() + shift) / second) * second);

function nameOf({ asn1js, pkijs }: Pki, { commonName, organisation }: CertificateSubject) {
  // Each part is a separate relative name; the library would combine them into one.
  const part = (type: string, text: string) => {
    const value = new asn1js.Utf8String({ value: text });
    return new asn1js.Set({ value: [new pkijs.AttributeTypeAndValue({ type, value }).toSchema()] });
  };
  const parts = [
    ...(organisation === null ? [] : [part(oids.organisation, organisation)]),
    part(oids.commonName, commonName),
  ];
  return pkijs.RelativeDistinguishedNames.fromBER(new asn1js.Sequence({ value: parts }).toBER());
}

const extension = ({ pkijs }: Pki, extnID: string, value: { toBER(): ArrayBuffer }) =>
  new pkijs.Extension({ extnID, critical: true, extnValue: value.toBER() });
