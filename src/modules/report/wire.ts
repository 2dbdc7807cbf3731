import type { OpenFileStore } from '../../lib/files/file-store.js';
import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { followReviews } from './follow-reviews.js';
import { createReportPdfs, type ReportPdfs } from './render-report.js';
import { createReportStore, type ReportStore } from './report.store.js';
import type { ReportPdfRenderer } from './report-pdf.js';
import {
  createSigningCertificates,
  type SigningCertificates,
} from './signing/signing-certificates.js';
import { createTimestampAuthority } from './signing/timestamp-authority.js';
import { createVersionTimestamps, type VersionTimestamps } from './signing/version-timestamps.js';

declare module '../../services.js' {
  interface ModeServices {
    reports: ReportStore;
    reportPdfs: ReportPdfs;
    /** Timestamps of the signatures of versions by external authorities. */
    timestamps: VersionTimestamps;
    /** The certificates that sign PDFs. */
    signingCertificates: SigningCertificates;
  }
}

type Needs = Pick<
  Services,
  | 'mode'
  | 'db'
  | 'clock'
  | 'log'
  | 'config'
  | 'baseUrl'
  | 'addresses'
  | 'jobs'
  | 'evidenceFiles'
  | 'serverKeys'
>;

interface ReportOptions {
  renderer: ReportPdfRenderer;
  openFiles: OpenFileStore;
  catalogue: Catalogue;
}

/** Returns the subject of a mode's certificate. */
const subjectOf = ({ mode, config, baseUrl }: Needs) => ({
  // At most 64 characters (RFC 5280, appendix A).
  commonName: `${mode === 'test' ? 'SANDBOX ' : ''}${new URL(baseUrl).host}`.slice(0, 64),
  organisation: config.operatorName?.slice(0, 64) ?? null,
});

export function wireReport(
  needs: Needs,
  { renderer, openFiles, catalogue }: ReportOptions,
): Wired<'reports' | 'reportPdfs' | 'timestamps' | 'signingCertificates'> {
  const { mode, db, clock, log, config, addresses, serverKeys } = needs;
  // Without reconciliation: a follower of a job must not wait for its request.
  const jobs = mode === 'live' ? needs.jobs.unreconciled : needs.jobs;
  const reports = createReportStore(db, openFiles({ database: db.databaseName, kind: 'pdfs' }));
  const signingCertificates = createSigningCertificates({
    db,
    key: serverKeys.documents,
    // A test report must never carry the signature of a live one.
    configured: mode === 'live' ? config.reportSigning : null,
    subject: subjectOf(needs),
    clock,
    log,
  });
  const timestamps = createVersionTimestamps({
    db,
    // Test reports get no timestamps, which cost money.
    authority: mode === 'live' && config.tsaUrl ? createTimestampAuthority(config.tsaUrl) : null,
    jobs,
    reports,
    clock,
    log,
  });
  const reportPdfs = createReportPdfs(
    {
      ...needs,
      catalogue,
      jobs,
      reports,
      signingCertificates,
      timestamps,
      keySetUrl: addresses.keySet,
    },
    renderer,
  );
  return {
    services: { reports, reportPdfs, timestamps, signingCertificates },
    ensureIndexes: () => Promise.all([reports.ensureIndexes(), timestamps.ensureIndexes()]),
    connect(services) {
      if (mode === 'live') followReviews(services);
    },
    start() {
      timestamps.start();
      reportPdfs.resume();
    },
    async stop() {
      await reportPdfs.close();
      await timestamps.stop();
    },
  };
}
