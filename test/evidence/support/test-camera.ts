import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { BMFF, JPEG, PNG } from '@trustnxt/c2pa-ts/asset';
import { LocalSigner } from '@trustnxt/c2pa-ts/cose';
import {
  ActionAssertion,
  type ActionType,
  BMFFHashAssertion,
  ClaimVersion,
  DataHashAssertion,
  type DigitalSourceType,
  ManifestStore,
  MetadataAssertion,
} from '@trustnxt/c2pa-ts/manifest';

x509.cryptoProvider.set(webcrypto as unknown as Crypto);
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const { critical, year } = { critical: true, year: 365 * 86_400_000 };
const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

/** What a picture says of itself when it is signed. */
export interface Claims {
  /** Last part of its digital source type. */
  source?: string;
  /** Actions after `c2pa.created`. */
  actions?: string[];
  /** How many bytes behind the manifest the hash leaves out, too. */
  leavesOut?: number;
  model?: string;
}

/** A camera that signs pictures as C2PA asks, with a certificate of a maker of its own. */
export async function testCamera(maker = 'Test Maker', notAfter = new Date(Date.now() + year)) {
  const [root, own] = [await newKeys(), await newKeys()];
  const validity = { notBefore: new Date(Date.now() - 2 * year), notAfter };
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    serialNumber: '01',
    name: `CN=${maker} Root`,
    keys: root as unknown as CryptoKeyPair,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, critical),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, critical),
      await x509.SubjectKeyIdentifierExtension.create(root.publicKey as CryptoKey),
    ],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity,
    serialNumber: '02',
    subject: `CN=${maker} Camera, O=${maker}`,
    issuer: ca.subject,
    publicKey: own.publicKey as CryptoKey,
    signingKey: root.privateKey as CryptoKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, critical),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, critical),
      new x509.ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.4']),
      await x509.AuthorityKeyIdentifierExtension.create(ca),
      await x509.SubjectKeyIdentifierExtension.create(own.publicKey as CryptoKey),
    ],
  });
  const key = new Uint8Array(await webcrypto.subtle.exportKey('pkcs8', own.privateKey));
  const signer = new LocalSigner(key, -7, certificate, [ca]);

  /** The picture with content credentials. */
  async function sign(picture: Uint8Array, claims: Claims = {}): Promise<Buffer> {
    const bytes = new Uint8Array(picture);
    const [Format, assetFormat] = JPEG.canRead(bytes)
      ? ([JPEG, 'image/jpeg'] as const)
      : PNG.canRead(bytes)
        ? ([PNG, 'image/png'] as const)
        : ([BMFF, 'image/heic'] as const);
    const asset = new Format(bytes);
    const store = new ManifestStore();
    const manifest = store.createManifest({
      claimVersion: ClaimVersion.V2,
      assetFormat,
      instanceID: 'xmp:iid:1',
      defaultHashAlgorithm: 'SHA-256',
      signer,
    });
    const binding =
      Format === BMFF
        ? BMFFHashAssertion.createV3('jumbf manifest', 'SHA-256')
        : DataHashAssertion.create('SHA-256');
    manifest.addAssertion(binding);
    const actions = new ActionAssertion();
    const type = `http://cv.iptc.org/newscodes/digitalsourcetype/${claims.source ?? 'digitalCapture'}`;
    actions.actions = [
      { action: 'c2pa.created' as ActionType, digitalSourceType: type as DigitalSourceType },
      ...(claims.actions ?? []).map((action) => ({ action: action as ActionType })),
    ];
    manifest.addAssertion(actions);
    const metadata = new MetadataAssertion();
    metadata.label = 'c2pa.metadata';
    const tiff = 'http://ns.adobe.com/tiff/1.0/';
    metadata.entries = [
      { namespace: tiff, name: 'Make', value: maker },
      { namespace: tiff, name: 'Model', value: claims.model ?? 'One' },
      // A position far from anywhere that a test declares.
      { namespace: 'http://ns.adobe.com/exif/1.0/', name: 'GPSLatitude', value: '1,0.0N' },
    ];
    manifest.addAssertion(metadata);
    await asset.ensureManifestSpace(store.measureSize());
    if (claims.leavesOut) {
      const { start, length } = asset.getHashExclusionRange();
      asset.getHashExclusionRange = () => ({ start, length: length + claims.leavesOut! });
    }
    await binding.updateWithAsset(asset);
    await manifest.sign(signer);
    await asset.writeManifestJUMBF(store.getBytes());
    return Buffer.from(await asset.getDataRange());
  }
  return { sign, ca: ca.toString('pem'), certificate: certificate.toString('pem') };
}

/** The content credentials of a signed JPEG in another JPEG, where they were: what a forger does. */
export function withCredentialsOf(signed: Buffer, unsigned: Buffer, other: Buffer): Buffer {
  const start = signed.indexOf(Buffer.from('ffeb', 'hex'));
  const credentials = signed.subarray(start, start + signed.length - unsigned.length);
  return Buffer.concat([other.subarray(0, start), credentials, other.subarray(start)]);
}
