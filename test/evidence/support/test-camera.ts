import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { type Asset, BMFF, JPEG, PNG } from '@trustnxt/c2pa-ts/asset';
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
import { pdfAsset } from './pdf-asset.js';

x509.cryptoProvider.set(webcrypto as unknown as Crypto);
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const { critical, year } = { critical: true, year: 365 * 86_400_000 };
const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

/** Claims of a picture when it is signed. */
export interface Claims {
  /** Last part of its digital source type. */
  source?: string;
  /** Actions after `c2pa.created`. */
  actions?: string[];
  /** Number of bytes after the manifest that the hash excludes, too. */
  leavesOut?: number;
  model?: string;
}

/** Creates a camera that signs pictures according to C2PA, with a certificate of a separate maker. */
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

  /** Signs a file with content credentials. @param file a JPEG, PNG, HEIC or MP4 */
  const sign = (file: Uint8Array, claims: Claims = {}) =>
    signAsset(assetOf(new Uint8Array(file)), claims);

  async function signAsset(asset: Asset, claims: Claims): Promise<Buffer> {
    const isBoxes = asset instanceof BMFF;
    const store = new ManifestStore();
    const manifest = store.createManifest({
      claimVersion: ClaimVersion.V2,
      assetFormat: asset.mimeType,
      instanceID: 'xmp:iid:1',
      defaultHashAlgorithm: 'SHA-256',
      signer,
    });
    const binding = isBoxes
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
      // A position far from any position that a test declares.
      { namespace: 'http://ns.adobe.com/exif/1.0/', name: 'GPSLatitude', value: '1,0.0N' },
    ];
    manifest.addAssertion(metadata);
    const before = asset.getDataLength();
    await asset.ensureManifestSpace(store.measureSize());
    if (isBoxes) moveSamples(await asset.getDataRange(), asset.getDataLength() - before);
    if (claims.leavesOut) {
      const { start, length } = asset.getHashExclusionRange();
      asset.getHashExclusionRange = () => ({ start, length: length + claims.leavesOut! });
    }
    await binding.updateWithAsset(asset);
    await manifest.sign(signer);
    await asset.writeManifestJUMBF(store.getBytes());
    return Buffer.from(await asset.getDataRange());
  }
  /** Returns a PDF of one empty page with content credentials. */
  const signPdf = (claims: Claims = {}) => signAsset(pdfAsset(), claims);
  return { sign, signPdf, ca: ca.toString('pem'), certificate: certificate.toString('pem') };
}

function assetOf(bytes: Uint8Array): Asset {
  if (JPEG.canRead(bytes)) return new JPEG(bytes);
  if (PNG.canRead(bytes)) return new PNG(bytes);
  // The library knows only the brands of pictures.
  const brand = Buffer.from(bytes.subarray(8, 12)).toString('latin1');
  (BMFF as unknown as { canReadBrands: Set<string> }).canReadBrands.add(brand);
  return new BMFF(bytes);
}

/** Moves the sample offsets of an MP4, which the library does not adjust when it inserts data before them. */
function moveSamples(bytes: Uint8Array, by: number): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = file.indexOf('stco'); at >= 0; at = file.indexOf('stco', at + 4)) {
    const count = file.readUInt32BE(at + 8);
    for (let entry = 0; entry < count; entry++) {
      const place = at + 12 + 4 * entry;
      file.writeUInt32BE(file.readUInt32BE(place) + by, place);
    }
  }
}

/** Copies the content credentials of a signed JPEG to another JPEG, as a forger would. */
export function withCredentialsOf(signed: Buffer, unsigned: Buffer, other: Buffer): Buffer {
  const start = signed.indexOf(Buffer.from('ffeb', 'hex'));
  const credentials = signed.subarray(start, start + signed.length - unsigned.length);
  return Buffer.concat([other.subarray(0, start), credentials, other.subarray(start)]);
}

/** Returns a WebP with the manifest store of a signed PNG, which the library does not read there. */
export function webpWithStore(webp: Buffer, signedPng: Buffer): Buffer {
  const store = signedPng.subarray(signedPng.indexOf('caBX') + 4, signedPng.indexOf('IDAT') - 8);
  const head = Buffer.from('C2PA\0\0\0\0', 'latin1');
  head.writeUInt32LE(store.length, 4);
  return Buffer.concat([webp, head, store]);
}
