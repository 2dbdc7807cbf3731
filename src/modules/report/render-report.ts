import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import { ApiError } from '../../errors.js';
import type { Clock } from '../../lib/clock.js';
import { hour, kibibyte, minute } from '../../lib/units.js';
import type { EvidenceFiles } from '../evidence/evidence-files.js';
import type { KeyMode } from '../integrator/integrator.js';
import type { ServerKeys } from '../integrator/server-keys.js';
import type { Job } from '../job/job.js';
import { JobChange } from '../job/job-change.js';
import type { Jobs } from '../job/jobs.js';
import {
  type ReportVersionHeader,
  type VersionTimestamp,
  withVersion,
} from '../job/report-version.js';
import { awaitReceipt } from './await-receipt.js';
import type { ReportStore } from './report.store.js';
import { reportLinkPath, signReportLink } from './report-link.js';
import type { LoadMedia, ReportPdfModel, ReportPdfRenderer } from './report-pdf.js';
import { type ReportContent, testWatermark } from './report-schema.js';
import { cmsBytesMax } from './signing/cms.js';
import { claimCertificates, signPdf } from './signing/sign-pdf.js';
import type { SigningCertificates } from './signing/signing-certificates.js';
import type { VersionTimestamps } from './signing/version-timestamps.js';

/** What nobody finished within this time was left by a process that stopped. */
const unfinishedMilliseconds = hour;

/** A rendering that is older is taken up by the sweep. */
const renderingMilliseconds = minute;

/** Room for a second token of the same authority, which may differ in the length of its numbers. */
const tokenBytesMax = (timestamp: VersionTimestamp | null) =>
  timestamp ? Buffer.byteLength(timestamp.token, 'base64') + kibibyte : 0;

/** The longest that an answer waits for a PDF; a silent connection is cut after 60 s. */
const answerMilliseconds = 30_000;

interface Used {
  jobs: Pick<Jobs, 'find' | 'change'>;
  reports: ReportStore;
  evidenceFiles: EvidenceFiles;
  serverKeys: ServerKeys;
  signingCertificates: SigningCertificates;
  timestamps: Pick<VersionTimestamps, 'ensure' | 'stamp' | 'isRequested'>;
  clock: Clock;
  mode: KeyMode;
  baseUrl: string;
  /** Public address of the key set by which the reports are verified. */
  keySetUrl: string;
  log: Logger;
}

export type StoredPdf = NonNullable<ReportVersionHeader['pdf']>;

export type ReportPdfs = ReturnType<typeof createReportPdfs>;

/**
 * The PDFs of report versions: each is rendered once it is made, stored, signed and named by its
 * job in one guarded write; earlier readers wait for the same rendering.
 */
export function createReportPdfs(services: Used, renderer: ReportPdfRenderer) {
  const underWay = new Map<string, Promise<StoredPdf>>();
  const closing = new AbortController();
  // Each PDF that waits for its receipt listens.
  setMaxListeners(0, closing.signal);

  async function make(job: Job, header: ReportVersionHeader): Promise<StoredPdf> {
    const { reports, serverKeys, timestamps, clock } = services;
    const log = await awaitReceipt(reports, header.bodyId, closing.signal);
    const signer = await services.signingCertificates.current();
    const key = serverKeys.reports;
    const facts = await modelOf(services, job, header);
    const { report_id, version_number } = facts.content;
    const version = { report_id, version_number, content_sha256: header.contentSha256 };
    const timestamp = await timestamps.ensure(job, header);
    const signing = {
      signatureBytes: (await cmsBytesMax(signer)) + tokenBytesMax(timestamp),
      certificates: await claimCertificates(version, { signer, key }),
      timestamp,
      isTimestampMissing: timestamps.isRequested && !timestamp,
    };
    const model = { ...facts, log, signing };
    const rendered = await renderer.render(model, mediaOf(services, job));
    const { bytes, integrity } = await signPdf(rendered, version, {
      signer,
      key,
      now: clock.now(),
      stamp: timestamp && timestamps.stamp,
    });
    const fileId = await reports.insertPdf(job._id, bytes, clock.now());
    const pdf = { fileId, sizeBytes: bytes.byteLength, ...integrity };
    try {
      const stored = await setPdf(job._id, header.versionNumber, pdf);
      if (stored.fileId === fileId) await reports.settle(fileId);
      else await reports.deletePdf(fileId);
      await reports.settle(header.bodyId);
      return stored;
    } catch (error) {
      // The job was erased meanwhile, and with it what the PDF shows.
      if (error instanceof ApiError) await reports.deletePdf(fileId);
      throw error;
    }
  }

  /** Names the PDF in the job unless one is named: the first to be stored stays. */
  async function setPdf(jobId: string, versionNumber: number, pdf: StoredPdf): Promise<StoredPdf> {
    const job = await services.jobs.change(jobId, {}, (found) => {
      const stored = found.reports.find((one) => one.versionNumber === versionNumber);
      if (!stored || stored.pdf) return null;
      const reports = withVersion(found.reports, versionNumber, { pdf });
      return new JobChange(found, services.clock.now()).set({ reports });
    });
    return job.reports.find((one) => one.versionNumber === versionNumber)?.pdf ?? pdf;
  }

  /** The stored PDF of a version; made now when there is none. */
  async function ensure(job: Job, header: ReportVersionHeader): Promise<StoredPdf> {
    if (header.pdf) return header.pdf;
    const stored = underWay.get(header.bodyId);
    if (stored) return stored;
    const made = make(job, header).finally(() => underWay.delete(header.bodyId));
    underWay.set(header.bodyId, made);
    return made;
  }

  /**
   * The stored PDF, waited for as long as an answer may take.
   *
   * @throws ApiError `unavailable` with Retry-After when it is not made by then; the rendering goes on
   */
  async function wait(job: Job, header: ReportVersionHeader): Promise<StoredPdf> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const onTimeout = () =>
        reject(
          new ApiError('unavailable', 'The PDF is still being rendered.', {
            headers: { 'retry-after': '5' },
          }),
        );
      timer = setTimeout(onTimeout, answerMilliseconds);
    });
    try {
      return await Promise.race([ensure(job, header), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Starts a rendering and does not wait for it; what fails is tried again by `finish`. */
  function begin(job: Job, header: ReportVersionHeader): void {
    ensure(job, header).catch((error: unknown) => {
      const version = { jobId: job._id, versionNumber: header.versionNumber };
      services.log.warn({ err: error, ...version }, 'report PDF: rendering failed, retrying later');
    });
  }

  /**
   * Goes through what was begun before `before`: renders the PDFs that are missing, and removes
   * the bodies and files that no job names and that are an hour old.
   */
  async function finish(before: Date): Promise<void> {
    const orphanBefore = new Date(services.clock.now().getTime() - unfinishedMilliseconds);
    for (const note of await services.reports.listPending(before)) {
      const job = await services.jobs.find(note.jobId, {});
      const header = job?.reports.find(
        (one) => one.bodyId === note._id || one.pdf?.fileId === note._id,
      );
      if (job && header && !header.pdf && !job.erasedAt) begin(job, header);
      else if (header) await services.reports.settle(note._id);
      else if (note.startedAt >= orphanBefore) continue;
      else if (note.kind === 'body') await services.reports.deleteBody(note._id);
      else await services.reports.deletePdf(note._id);
    }
  }

  const tryFinish = (before: Date) =>
    finish(before).catch((error: unknown) => {
      services.log.warn(
        { err: error },
        'report PDFs: unfinished renderings failed, retrying later',
      );
    });

  return {
    ensure,
    wait,
    begin,
    finish,
    /** Takes up at start what an earlier process left. */
    resume(): void {
      void tryFinish(services.clock.now());
    },
    /** Takes up what should be finished by now. */
    sweep(): Promise<void> {
      return tryFinish(new Date(services.clock.now().getTime() - renderingMilliseconds));
    },
    /** Lets what is under way finish, as far as it does so soon. */
    async close(): Promise<void> {
      closing.abort();
      await renderer.close();
      await Promise.allSettled(underWay.values());
    },
  };
}

async function modelOf(
  services: Used,
  job: Job,
  header: ReportVersionHeader,
): Promise<Omit<ReportPdfModel, 'log' | 'signing'>> {
  const { contentJson, integrity } = await services.reports.getBody(header.bodyId);
  return {
    content: JSON.parse(contentJson) as ReportContent,
    contentJson,
    integrity,
    fileNames: Object.fromEntries(job.evidence.map((item) => [item.evidenceId, item.fileName])),
    reportPage: reportPageOf(services, job, header),
    keySetUrl: services.keySetUrl,
    watermark: services.mode === 'test' ? testWatermark : null,
  };
}

/** The page of a site check's report; the jobs of integrators have none, nor has the sandbox. */
function reportPageOf(
  { mode, baseUrl, serverKeys }: Used,
  { requestId }: Job,
  { versionNumber, generatedAt }: ReportVersionHeader,
): ReportPdfModel['reportPage'] {
  if (mode === 'test' || requestId === null) return null;
  const link = signReportLink(serverKeys.links, {
    requestId,
    version: versionNumber,
    from: generatedAt,
  });
  const until = new Date(Number(link.expires) * 1000).toISOString().slice(0, 10);
  return { url: baseUrl + reportLinkPath(requestId, link), until };
}

function mediaOf({ evidenceFiles }: Used, job: Job): LoadMedia {
  return async (evidenceId) => {
    const item = job.evidence.find((one) => one.evidenceId === evidenceId);
    if (!item) return null;
    const parts: Buffer[] = [];
    for await (const part of evidenceFiles.open(item.fileId, 0, item.sizeBytes)) {
      parts.push(part as Buffer);
    }
    return Buffer.concat(parts);
  };
}
