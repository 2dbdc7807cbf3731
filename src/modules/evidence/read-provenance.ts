import { hash, X509Certificate } from 'node:crypto';
import type { Asset } from '@trustnxt/c2pa-ts/asset';
import type {
  Assertion,
  Manifest,
  ManifestStore,
  ValidationResult,
} from '@trustnxt/c2pa-ts/manifest';
import { leadsTo, readCertificates } from '../../lib/certificates.js';
import type { MediaType } from './media-types.js';
import {
  nameFromFile,
  noProvenance,
  notRead,
  type Provenance,
  type SignedProvenance,
  unreadable,
} from './provenance.js';

/** More of a manifest store is not read. */
const manifestBytesMax = 4 * 1024 * 1024;

type Libraries = Awaited<ReturnType<typeof load>>;

async function load() {
  const [asset, jumbf, manifest] = await Promise.all([
    import('@trustnxt/c2pa-ts/asset'),
    import('@trustnxt/c2pa-ts/jumbf'),
    import('@trustnxt/c2pa-ts/manifest'),
  ]);
  return { asset, jumbf, manifest };
}

/** Where a manifest store lies in a file, and what it is bound to. */
interface Found {
  asset: Asset;
  store: Uint8Array;
  /** The bytes that a hash of the file may leave out. */
  range: { start: number; end: number } | null;
}

/** Bytes that each manifest store holds: the type of its first box. */
const storeType = Buffer.from('6332706100110010800000aa00389b71', 'hex');

/** How a PDF names the file that holds its manifest store (C2PA, A.4). */
const namedInPdf = '/C2PA_Manifest';

const bufferOf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Whether anything in the file looks like content credentials; the libraries are loaded only then. */
export function mayHaveProvenance(type: MediaType, bytes: Uint8Array): boolean {
  const file = bufferOf(bytes);
  return file.includes(storeType) || (type === 'application/pdf' && file.includes(namedInPdf));
}

/** A manifest store that lies in a PDF as it is, in a stream without a filter. */
function findInPdf(bytes: Uint8Array): Found | null {
  const file = bufferOf(bytes);
  // A superbox (length, `jumb`), in it its description (length, `jumd`, type).
  const at = file.indexOf(storeType) - 16;
  if (at < 0 || file.indexOf(storeType, at + 17) !== -1) return null;
  if (file.toString('latin1', at + 4, at + 8) !== 'jumb') return null;
  const end = at + file.readUInt32BE(at);
  if (end > file.length) return null;
  const asset: Asset = {
    mimeType: 'application/pdf',
    dumpInfo: () => '',
    getManifestJUMBF: () => bytes.subarray(at, end),
    getDataLength: () => bytes.length,
    getDataRange: async (start = 0, length = bytes.length - start) =>
      bytes.subarray(start, start + length),
    getHashExclusionRange: () => ({ start: at, length: end - at }),
    ensureManifestSpace: () => Promise.reject(new Error('a PDF is not written')),
    writeManifestJUMBF: () => Promise.reject(new Error('a PDF is not written')),
  };
  return { asset, store: bytes.subarray(at, end), range: { start: at, end } };
}

function findStore(type: MediaType, bytes: Uint8Array, libraries: Libraries): Found | null {
  if (type === 'application/pdf') return findInPdf(bytes);
  const { JPEG, PNG, BMFF } = libraries.asset;
  const isBoxes = type !== 'image/jpeg' && type !== 'image/png';
  // Boxes are boxes, whatever is in them; the library knows the brands of pictures alone.
  if (isBoxes) {
    const brand = Buffer.from(bytes.subarray(8, 12)).toString('latin1');
    (BMFF as unknown as { canReadBrands: Set<string> }).canReadBrands.add(brand);
  }
  const asset = new (type === 'image/jpeg' ? JPEG : isBoxes ? BMFF : PNG)(bytes);
  const store = asset.getManifestJUMBF();
  if (!store) return null;
  if (isBoxes) return { asset, store, range: null };
  const { start, length } = asset.getHashExclusionRange();
  return { asset, store, range: { start, end: start + length } };
}

/** Boxes that a hash of a HEIC or MP4 may leave out: they change nothing that is shown. */
const harmlessBoxes = ['/uuid', '/ftyp', '/mfra', '/free', '/skip'];

/**
 * Whether the one binding that was signed covers the whole file but the manifest itself. The library accepts
 * any part that the signer left out, and a manifest that updates another one without a binding of its own.
 */
function coversFile(manifest: Manifest, { range }: Found, { manifest: library }: Libraries) {
  const bindings = signedAssertions(manifest).filter(({ label = '' }) =>
    library.AssertionLabels.hardBindings.includes(label),
  );
  const [binding] = bindings;
  if (bindings.length !== 1) return false;
  if (binding instanceof library.DataHashAssertion) {
    return (
      range !== null &&
      binding.exclusions.every(
        ({ start, length }) => start >= range.start && start + length <= range.end,
      )
    );
  }
  if (binding instanceof library.BMFFHashAssertion) {
    const { exclusions, merkle } = binding as unknown as {
      exclusions: { xpath: string }[];
      merkle?: unknown[];
    };
    return !merkle?.length && exclusions.every(({ xpath }) => harmlessBoxes.includes(xpath));
  }
  return false;
}

/** The assertions that the signature covers; others may lie beside them. */
const signedAssertions = (manifest: Manifest): Assertion[] =>
  (manifest.claim?.assertions ?? [])
    .map(({ uri }) => manifest.getComponentByURL(uri, true))
    .filter((one): one is Assertion => (one as Assertion | undefined)?.componentType === assertion);
/** What the library calls a component that is an assertion. */
const assertion = 0;

const sourceType = (name: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${name}`;
const captures = ['digitalCapture', 'computationalCapture'].map(sourceType);
const generated = [
  ...[
    'trainedAlgorithmicMedia',
    'compositeWithTrainedAlgorithmicMedia',
    'compositeSynthetic',
    'algorithmicMedia',
    'dataDrivenMedia',
    'virtualRecording',
    'digitalArt',
    'digitalCreation',
    'softwareImage',
    'screenCapture',
  ].map(sourceType),
  'http://c2pa.org/digitalsourcetype/trainedAlgorithmicData',
  'c2pa.trainedAlgorithmicData',
];
/** Actions after the capture that change no pixel. */
const harmlessActions = [
  'c2pa.created',
  'c2pa.edited.metadata',
  'c2pa.published',
  'c2pa.redacted',
  'c2pa.repackaged',
];

const withoutScheme = (type: string) => type.replace(/^https:/, 'http:');

/** How the picture came to be. What any manifest of the store says was generated, counts as generated. */
function originOf(
  store: ManifestStore,
  active: Manifest,
  { manifest: library }: Libraries,
): SignedProvenance['origin'] {
  const actionsOf = (assertions: readonly unknown[] = []) =>
    assertions
      .filter((one) => one instanceof library.ActionAssertion)
      .flatMap(({ actions }) => actions);
  const types = store.manifests
    .flatMap(({ assertions }) => actionsOf(assertions?.assertions))
    .map(({ digitalSourceType }) => withoutScheme(String(digitalSourceType ?? '')));
  if (types.some((type) => generated.includes(type))) return 'generated';
  const signed = signedAssertions(active);
  const actions = actionsOf(signed);
  const isEdited =
    actions.some(({ action }) => !harmlessActions.includes(action)) ||
    signed.some((one) => one instanceof library.IngredientAssertion);
  if (isEdited) return 'edited';
  const created = actions.find(({ action }) => action === 'c2pa.created');
  const source = withoutScheme(String(created?.digitalSourceType ?? ''));
  if (captures.includes(source)) return 'captured';
  return source === '' ? 'unstated' : 'edited';
}

/** Make and model, by the metadata that were signed. */
function deviceOf(active: Manifest, { manifest: library }: Libraries): string | null {
  const entries = signedAssertions(active)
    .filter((one) => one instanceof library.MetadataAssertion)
    .flatMap((one) => one.entries);
  const named = (name: string) => nameFromFile(entries.find((entry) => entry.name === name)?.value);
  const [make, model] = [named('Make'), named('Model')];
  if (!make || !model) return model ?? make;
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`;
}

const subjectPart = (certificate: X509Certificate, part: string) =>
  nameFromFile(
    certificate.subject
      .split('\n')
      .find((line) => line.startsWith(`${part}=`))
      ?.slice(part.length + 1),
  );

const brokenCodes = [
  'assertion.dataHash.mismatch',
  'assertion.bmffHash.mismatch',
  'assertion.hashedURI.mismatch',
  'claimSignature.mismatch',
];
const bindingCodes = ['assertion.dataHash.match', 'assertion.bmffHash.match'];

function evaluate(result: ValidationResult): Provenance | null {
  const codes = result.statusEntries.map(({ code }) => String(code));
  const errors = result.statusEntries.filter(({ success }) => success === false);
  if (errors.some(({ code }) => brokenCodes.includes(code))) return { outcome: 'broken' };
  if (errors.some(({ code }) => code === 'signingCredential.expired')) {
    return unreadable('the certificate of their signer was not valid at the time of signing');
  }
  if (!result.isValid || !bindingCodes.some((code) => codes.includes(code))) {
    return unreadable('they do not follow the rules of C2PA that are checked here');
  }
  return null;
}

/**
 * Reads the content credentials of a file that `mayHaveProvenance`.
 *
 * @param trusted the certificates of C2PA_TRUST_FILE (PEM); null without such a file
 * @param loaded called when the libraries are loaded, before anything is read
 */
export async function readProvenance(
  file: { type: MediaType; bytes: Uint8Array },
  trusted: string | null,
  loaded: () => void,
): Promise<Provenance> {
  if (file.type === 'image/webp') return notRead;
  const libraries = await load();
  loaded();
  let found: Found | null;
  try {
    found = findStore(file.type, file.bytes, libraries);
  } catch {
    return unreadable('the parts of the file that hold them are damaged');
  }
  // Bytes that look like credentials may lie anywhere, also where they mean nothing.
  if (!found) {
    const isNamed = file.type === 'application/pdf' && bufferOf(file.bytes).includes(namedInPdf);
    return isNamed ? notRead : noProvenance;
  }
  if (found.store.length > manifestBytesMax) {
    return unreadable(`they have more than ${manifestBytesMax / 2 ** 20} MiB`);
  }
  try {
    const box = libraries.jumbf.SuperBox.fromBuffer(new Uint8Array(found.store));
    const store = libraries.manifest.ManifestStore.read(box);
    const active = store.getActiveManifest();
    const rejected = evaluate(await store.validate(found.asset));
    if (rejected) return rejected;
    if (!active || !coversFile(active, found, libraries)) {
      return unreadable('what was signed does not cover the whole file');
    }
    const { certificate, chainCertificates } = active.signature!.signatureData;
    const chain = [certificate!, ...chainCertificates].map(
      ({ rawData }) => new X509Certificate(Buffer.from(rawData)),
    );
    const [leaf] = chain as [X509Certificate];
    const fingerprint = hash('sha256', leaf.raw, 'hex').slice(0, 16);
    return {
      outcome: 'signed',
      origin: originOf(store, active, libraries),
      signer: subjectPart(leaf, 'CN') ?? subjectPart(leaf, 'O') ?? `certificate ${fingerprint}`,
      device: deviceOf(active, libraries),
      listed: trusted === null ? null : leadsTo(chain, readCertificates(trusted)),
    };
  } catch {
    return unreadable('they are damaged, or written in a way that is not read here');
  }
}
