import { createHash, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import type { JWK } from 'jose';
import sharp from 'sharp';
import { signCheckpoint } from '../../../src/lib/checkpoint.js';
import { inclusionProof, leafHash, treeRoot } from '../../../src/lib/merkle.js';
import { nodesOf } from '../../../src/lib/tiles.js';
import type { Language } from '../../../src/messages/language.js';
import { noTexts, type ServiceTexts } from '../../../src/modules/catalogue/service-texts.js';
import type { Check, EvidenceItem } from '../../../src/modules/evidence/evidence.js';
import type { SigningKey } from '../../../src/modules/integrator/server-keys.js';
import type { Job, Step } from '../../../src/modules/job/job.js';
import {
  type LogReceipt,
  type PdfIntegrity,
  signContent,
} from '../../../src/modules/report/integrity.js';
import { entryOf, entryText } from '../../../src/modules/report/log-entry.js';
import type { ReportPdfModel } from '../../../src/modules/report/pdf/model.js';
import type { ReportAnswer } from '../../../src/modules/report/report-answer.js';
import {
  buildReportContent,
  deriveReportFacts,
} from '../../../src/modules/report/report-content.js';
import type { PreviousVersion, ReportContent } from '../../../src/modules/report/report-schema.js';
import type { CmsSigner } from '../../../src/modules/report/signing/cms.js';
import { makeCertificate } from '../../../src/modules/report/signing/make-certificate.js';
import { claimCertificates } from '../../../src/modules/report/signing/sign-pdf.js';

export const reportId = '0190a000-0000-7000-8000-00000000000a';

/** Creates a new signing key, named by its RFC 7638 thumbprint. */
export function sampleKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { crv, kty, x } = publicKey.export({ format: 'jwk' });
  const members = JSON.stringify({ crv, kty, x });
  const keyId = createHash('sha256').update(members).digest('base64url');
  return {
    keyId,
    privateKey,
    publicJwk: { crv, kty, x, kid: keyId, use: 'sig', alg: 'EdDSA' } as JWK,
  };
}

/** Creates a new certificate, with its entry in a key set. */
export async function sampleSigner(
  privateKey: KeyObject = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
): Promise<CmsSigner & { jwk: JWK }> {
  const subject = { commonName: 'verification.example reports', organisation: 'Example' };
  const der = await makeCertificate(privateKey, subject, new Date('2026-01-01T00:00:00Z'));
  return signerOf([der], privateKey);
}

/** Returns a chain with its key, and its entry in a key set. */
export function signerOf(chain: Buffer[], privateKey: KeyObject): CmsSigner & { jwk: JWK } {
  const jwk = new X509Certificate(chain[0]!).publicKey.export({ format: 'jwk' }) as JWK;
  return { chain, privateKey, jwk: { ...jwk, x5c: chain.map((one) => one.toString('base64')) } };
}

function sampleChecks(distance = 12): Check[] {
  return [
    {
      name: 'geofence',
      result: distance <= 150 ? 'pass' : distance <= 500 ? 'warn' : 'fail',
      measured: `${distance} m`,
      threshold: '150 m, with a warning 500 m',
      message: 'Distance from the position of the job.',
    },
    {
      name: 'capture_time',
      result: 'pass',
      measured: '2026-03-02T09:14:00.000Z',
      threshold: '2026-03-01T07:55:00.000Z to 2026-03-02T09:21:00.000Z',
      message: 'Captured while the job was open.',
    },
    {
      name: 'freshness',
      result: 'pass',
      measured: '2 min',
      threshold: '24 h',
      message: 'Received soon after capture.',
    },
    {
      name: 'hash',
      result: 'not_run',
      measured: null,
      threshold: null,
      message: 'No SHA-256 was declared.',
    },
    {
      name: 'duplicate',
      result: 'pass',
      measured: 'never seen',
      threshold: 'never seen',
      message: 'These bytes are new to this service.',
    },
    { name: 'nonce', result: 'not_run', measured: null, threshold: null, message: 'None given.' },
    {
      name: 'media',
      result: 'pass',
      measured: 'image/jpeg',
      threshold: 'image/jpeg',
      message: 'The file is what it was declared to be.',
    },
    {
      name: 'exif',
      result: 'pass',
      measured: '4 min, 31 m',
      threshold: '5 min, 150 m',
      message: 'Time and position in the file agree with what was declared.',
    },
  ];
}

export function sampleItem(number: number, changes: Partial<EvidenceItem> = {}): EvidenceItem {
  const distance = 8 + ((number * 37) % 130);
  const bearing = number * 2.4;
  return {
    evidenceId: `0190a000-0000-7000-8000-0000000e${String(number).padStart(4, '0')}`,
    stepName: ['arrival_overview', 'objective_closeup', 'context'][number % 3] as string,
    fileId: `file-${number}`,
    fileName: `IMG_${2000 + number}.jpg`,
    mediaSha256: number.toString(16).padStart(8, 'a1b2c3d4').repeat(8).slice(0, 64),
    mediaType: 'image/jpeg',
    sizeBytes: 3_912_345 + number,
    latitude: 52.521918 + (distance * Math.cos(bearing)) / 111_195,
    longitude: 13.413215 + (distance * Math.sin(bearing)) / (111_195 * Math.cos(0.9167)),
    distanceM: distance,
    capturedAt: new Date(Date.UTC(2026, 2, 2, 9, 14, number)),
    receivedAt: new Date(Date.UTC(2026, 2, 2, 9, 16, number)),
    notes: null,
    nonce: null,
    validationPassed: true,
    validationErrors: [],
    checks: sampleChecks(distance),
    source: 'provider',
    inputSha256: null,
    jobStatus: 'in_progress',
    ...changes,
  };
}

function sampleStep(
  stepName: string,
  label: string,
  instructions: string,
  items: EvidenceItem[],
): Step {
  return {
    stepName,
    label,
    instructions,
    required: true,
    status: 'passed',
    evidenceIds: items
      .filter((item) => item.stepName === stepName && item.validationPassed)
      .map((item) => item.evidenceId),
    validationErrors: [],
    completedAt: new Date('2026-03-02T09:20:00.000Z'),
  };
}

/** Returns a completed job as stored. */
export function sampleJob(changes: Partial<Job> = {}): Job {
  const evidence = changes.evidence ?? [1, 2, 3].map((number) => sampleItem(number));
  return {
    _id: '0190a000-0000-7000-8000-000000000001',
    integratorId: 'integrator-1',
    status: 'completed',
    statusReason: null,
    serviceKey: 'storefront_check',
    objective: 'Is the shop open and does its sign carry the name of the tenant?',
    address: 'Alexanderplatz 1, 10178 Berlin',
    latitude: 52.521918,
    longitude: 13.413215,
    notes: 'Entrance from the square.',
    referencePhotos: [],
    nonce: 'nonce-000001',
    autoOpen: true,
    intakeSource: 'api',
    executionMode: 'operator',
    requestId: null,
    steps: [
      sampleStep(
        'arrival_overview',
        'Overview on arrival',
        'Show the whole place from the street.',
        evidence,
      ),
      sampleStep(
        'objective_closeup',
        'Close-up of the objective',
        'Show what the question is about, readable.',
        evidence,
      ),
      sampleStep(
        'context',
        'Surroundings',
        'Show what stands to the left and to the right.',
        evidence,
      ),
    ],
    warnings: [],
    evidence,
    feedback: [],
    tokens: [],
    assignment: null,
    setBackAt: null,
    reportId: null,
    reports: [],
    revision: 12,
    createdAt: new Date('2026-03-01T08:00:00.000Z'),
    updatedAt: new Date('2026-03-02T09:20:00.000Z'),
    openedAt: new Date('2026-03-01T08:00:00.000Z'),
    assignedAt: new Date('2026-03-02T08:00:00.000Z'),
    submittedAt: new Date('2026-03-02T09:20:00.000Z'),
    completedAt: new Date('2026-03-02T09:20:00.000Z'),
    expiresAt: null,
    outbox: [],
    ...changes,
  };
}

/** Returns the version as stated by a report key. */
export const versionOf = (
  { report_id, version_number }: ReportContent,
  { content_sha256 }: { content_sha256: string },
) => ({ report_id, version_number, content_sha256 });

/** Creates a signed version of a job's report, with all data for its PDF. */
export async function sampleModel(
  job: Job,
  {
    key = sampleKey(),
    signer = null,
    previous = null,
    previousSha256 = null,
    now = new Date('2026-03-02T10:00:00.000Z'),
    reportId: id = reportId,
    language = 'en',
    service = noTexts,
  }: {
    key?: SigningKey;
    /** If omitted, the PDF cannot be signed so that it verifies. */
    signer?: CmsSigner | null;
    previous?: PreviousVersion | null;
    previousSha256?: string | null;
    now?: Date;
    reportId?: string;
    language?: Language;
    /** The catalogue's texts; by default, it has none of the report's. */
    service?: ServiceTexts;
  } = {},
): Promise<ReportPdfModel> {
  const facts = deriveReportFacts(job, {
    reportId: id,
    serviceLabel: 'Storefront check',
    mode: 'live',
    hasTimestamps: false,
  });
  const versionNumber = (previous?.content.version_number ?? 0) + 1;
  const content = buildReportContent(facts, { versionNumber, now, previous });
  const signed = await signContent(content, { key, previousSha256, now });
  return {
    language,
    service,
    content,
    ...signed,
    fileNames: Object.fromEntries(job.evidence.map((item) => [item.evidenceId, item.fileName])),
    signing: {
      signatureBytes: 4_096,
      certificates: signer
        ? await claimCertificates(versionOf(content, signed.integrity), { signer, key })
        : { sha256: ['0'.repeat(64)], signature: '' },
      timestamp: null,
      isTimestampMissing: false,
    },
    reportPage: null,
    log: null,
    keySetUrl: 'https://verification.example/.well-known/jwks.json',
    isTest: false,
  };
}

/** Creates a picture like a phone's: rotated by its EXIF orientation, and with detail. */
export async function samplePhoto(
  width: number,
  height: number,
  { label = '', orientation = 1, quality = 92, noise = 12 } = {},
): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#7fb2e5"/><stop offset="1" stop-color="#dbe9f6"/></linearGradient></defs>
    <rect width="100%" height="60%" fill="url(#sky)"/><rect y="60%" width="100%" height="40%" fill="#8a8f7a"/>
    <rect x="25%" y="22%" width="50%" height="55%" fill="#b7a48c"/><rect x="44%" y="52%" width="12%" height="25%" fill="#4a3b2a"/>
    <text x="50%" y="40%" font-size="${Math.round(height / 12)}" text-anchor="middle" fill="#20242a">${label}</text></svg>`;
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: noise },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(Buffer.from(svg))
    .flatten()
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality })
    .withMetadata({ orientation })
    .toBuffer();
}

/** Creates a JPEG without any flat area, about half a byte per pixel. */
export function noisePhoto(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** Creates a log key, with its entry in `jwks.json`. */
export function sampleLogKey() {
  const { privateKey, publicJwk } = sampleKey();
  return { privateKey, publicJwk: { ...publicJwk, use: 'log' } };
}

/**
 * Creates the receipt of a version in a tree of five entries; the other entries are fictitious.
 * @param index index of the version in the tree
 * @param key private key that signs the tree
 */
export async function sampleReceipt(
  { content, integrity }: Pick<ReportPdfModel, 'content' | 'integrity'>,
  index: number,
  key: KeyObject,
  origin = 'verification.example',
): Promise<LogReceipt> {
  const own = leafHash(entryText(entryOf(content, integrity)));
  const leaves = [0, 1, 2, 3, 4].map((at) => (at === index ? own : leafHash(`entry ${at}`)));
  const size = leaves.length;
  const nodes = nodesOf(async ({ level }) => (level === 0 ? leaves : []), size);
  const proof = await inclusionProof(nodes, index, size);
  const root = await treeRoot(nodes, size);
  return {
    origin,
    leaf_index: index,
    tree_size: size,
    inclusion_proof: proof.map((hash) => hash.toString('base64')),
    checkpoint: signCheckpoint({ origin, size, root }, key),
  };
}

/** Returns the API response for a signed version. */
export function sampleAnswer(
  { content, integrity, log }: ReportPdfModel,
  pdf: PdfIntegrity | null = null,
): ReportAnswer {
  const url = `https://verification.example/v1/jobs/${content.job_id}/report`;
  const mediaUrl = (id: string) => `https://verification.example/media/${id}?token=abc`;
  return {
    ...content,
    evidence_items: content.evidence_items.map((item) => ({
      ...item,
      media_url: mediaUrl(item.evidence_id),
    })),
    evidence_links: content.evidence_items.map((item) => mediaUrl(item.evidence_id)),
    is_current: true,
    report_status: 'ready',
    created: true,
    report_url: url,
    pdf_export_url: `${url}.pdf`,
    first_viewed_at: null,
    last_viewed_at: null,
    first_pdf_exported_at: null,
    last_pdf_exported_at: null,
    view_count: 0,
    pdf_export_count: 0,
    versions: [
      {
        report_id: content.report_id,
        version_number: content.version_number,
        is_current: true,
        status: 'current',
        generated_at: content.generated_at,
        content_sha256: integrity.content_sha256,
        report_url: url,
        pdf_export_url: `${url}.pdf`,
        change_summary_text: content.change_summary?.summary ?? null,
      },
    ],
    integrity: { ...integrity, pdf, log },
  };
}
