import { builder } from '../../graphql/builder.js';
import type { ReportVersionHeader, VersionTimestamp } from '../job/report-version.js';
import type { ReadReport } from './get-report.js';
import type { LogReceipt } from './integrity.js';

const PdfIntegrityRef = builder
  .objectRef<NonNullable<ReportVersionHeader['pdf']>>('ReportPdfIntegrity')
  .implement({
    description: 'Hash and signature of the PDF of a report version.',
    fields: (t) => ({
      sha256: t.exposeString('sha256', { description: 'SHA-256 of the PDF, in lower-case hex.' }),
      signature: t.exposeString('signature', {
        description:
          'Compact JWS (EdDSA) over the canonical JSON of report_id, version_number, content_sha256 and pdf_sha256.',
      }),
    }),
  });

const TimestampRef = builder.objectRef<VersionTimestamp>('ReportTimestamp').implement({
  description: 'Proof by an authority outside the service of when the version was signed.',
  fields: (t) => ({
    time: t.field({
      type: 'DateTime',
      description: 'Time by the clock of the authority.',
      resolve: ({ time }) => time,
    }),
    authority: t.exposeString('authority', {
      description: 'Name in the certificate that signs the token; its issuer is not judged.',
    }),
    token: t.exposeString('token', {
      description: 'Token of RFC 3161 (base64) over the ASCII bytes of the signature.',
    }),
  }),
});

const LogReceiptRef = builder.objectRef<LogReceipt>('ReportLogReceipt').implement({
  description:
    'Proof that a report version is in the transparency log: verified offline with the key of the log.',
  fields: (t) => ({
    origin: t.exposeString('origin', { description: 'Name of the log.' }),
    leafIndex: t.int({
      description: 'Index of the version in the log, from 0.',
      resolve: (receipt) => receipt.leaf_index,
    }),
    treeSize: t.int({
      description: 'Number of entries in the tree of the checkpoint.',
      resolve: (receipt) => receipt.tree_size,
    }),
    inclusionProof: t.stringList({
      description: 'Audit path (RFC 6962), base64, from the leaf to the root.',
      resolve: (receipt) => receipt.inclusion_proof,
    }),
    checkpoint: t.exposeString('checkpoint', {
      description: 'Signed note (C2SP tlog-checkpoint) of the tree of that size.',
    }),
  }),
});

/** The version as its job has it now; its PDF could have been stored in the meantime. */
const headerOf = ({ job, header }: ReadReport) =>
  job.reports.find((version) => version.bodyId === header.bodyId) ?? header;

export const IntegrityRef = builder.objectRef<ReadReport>('ReportIntegrity').implement({
  description: 'Hash and signature of the signed content.',
  fields: (t) => ({
    algorithm: t.string({
      description: 'Always sha256+ed25519.',
      resolve: ({ integrity }) => integrity.algorithm,
    }),
    contentSha256: t.string({
      description:
        'SHA-256 of the canonical JSON (RFC 8785) of the signed content, in lower-case hex.',
      resolve: ({ integrity }) => integrity.content_sha256,
    }),
    previousSha256: t.string({
      nullable: true,
      description: 'SHA-256 of the content of the previous version; null on version 1.',
      resolve: ({ integrity }) => integrity.previous_sha256,
    }),
    signature: t.string({
      description:
        'Compact JWS (EdDSA) over the canonical JSON of report_id, version_number, content_sha256, previous_sha256 and signed_at.',
      resolve: ({ integrity }) => integrity.signature,
    }),
    keyId: t.string({
      description: 'Key id (kid) of the public key in /.well-known/jwks.json.',
      resolve: ({ integrity }) => integrity.key_id,
    }),
    signedAt: t.field({
      type: 'DateTime',
      description: 'Time of the signature.',
      resolve: ({ integrity }) => integrity.signed_at,
    }),
    pdf: t.field({
      type: PdfIntegrityRef,
      nullable: true,
      description: 'Hash and signature of the PDF; null until it is rendered.',
      resolve: (report) => headerOf(report).pdf,
    }),
    timestamp: t.field({
      type: TimestampRef,
      nullable: true,
      description: 'Timestamp of the signature; null where no authority has given one.',
      resolve: (report) => headerOf(report).timestamp ?? null,
    }),
    log: t.field({
      type: LogReceiptRef,
      nullable: true,
      description:
        'Receipt of the transparency log; null until the version is appended. Not signed.',
      resolve: (report) => report.log,
    }),
  }),
});
