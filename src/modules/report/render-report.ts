import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import { ApiError, errorText } from '../../errors.js';
import type { Clock } from '../../lib/clock.js';
import { hour, kibibyte, minute } from '../../lib/units.js';
import type { Language } from '../../messages/language.js';
import type { KeyMode } from '../../scopes.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { textsOf } from '../catalogue/service-texts.js';
import type { EvidenceFiles } from '../evidence/evidence-files.js';
import type { ServerKeys } from '../integrator/server-keys.js';
import type { Job } from '../job/job.js';
import { JobChange } from '../job/job-change.js';
import type { Jobs } from '../job/jobs.js';
import {
  type ReportVersionHeader,
  type StoredPdf,
  storedPdf,
  storedPdfs,
  type VersionTimestamp,
  withVersion,
} from '../job/report-version.js';
import { awaitReceipt } from './await-receipt.js';
import type { ReportStore } from './report.store.js';
import { reportLinkPath, signReportLink } from './report-link.js';
import type { LoadMedia, ReportPdfModel, ReportPdfRenderer } from './report-pdf.js';
import type { ReportContent } from './report-schema.js';
import { cmsBytesMax } from './signing/cms.js';
import { claimCertificates, signPdf } from './signing/sign-pdf.js';
import type { SigningCertificates } from './signing/signing-certificates.js';
import type { VersionTimestamps } from './signing/version-timestamps.js';

/** Work older than this is a leftover of a process that stopped. */
const unfinishedMilliseconds = hour;

/** The sweep resumes a rendering that is older. */
const renderingMilliseconds = minute;

/** Bytes for a second token of the same authority, whose numbers can differ in length. */
const tokenBytesMax = (timestamp: VersionTimestamp | null) =>
  timestamp ? Buffer.byteLength(timestamp.token, 'base64') + kibibyte : 0;

/** Maximum time that a response waits for a PDF; an idle connection is closed after 60 s. */
const answerMilliseconds = 30_000;

interface Used {
  catalogue: Catalogue;
  jobs: Pick<Jobs, 'find' | 'change'>;
  reports: ReportStore;
  evidenceFiles: EvidenceFiles;
  serverKeys: ServerKeys;
  signingCertificates: SigningCertificates;
  timestamps: Pick<VersionTimestamps, 'ensure' | 'stamp' | 'isRequested'>;
  clock: Clock;
  mode: KeyMode;
  baseUrl: string;
  /** Public URL of the key set that verifies the reports. */
  keySetUrl: string;
  log: Logger;
}

export type ReportPdfs = ReturnType<typeof createReportPdfs>;

/**
 * The PDFs of report versions. The English one is rendered when its version is created, one in another language when it
 * is first requested. Each is stored, signed and added to its job in one guarded write; readers before that wait for the
 * same rendering.
 */
export function createReportPdfs(services: Used, renderer: ReportPdfRenderer) {
  const underWay = new Map<string, Promise<StoredPdf>>();
  const closing = new AbortController();
  // Each PDF that waits for its receipt adds a listener.
  setMaxListeners(0, closing.signal);

  async function make(
    job: Job,
    header: ReportVersionHeader,
    language: Language,
  ): Promise<StoredPdf> {
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
    const model = { ...facts, language, log, signing };
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
      const stored = await setPdf(job._id, header.versionNumber, pdf, language);
      if (stored.fileId === fileId) await reports.settle(fileId);
      else await reports.deletePdf(fileId);
      // Rendering after a restart resumes in English alone.
      if (language === 'en') await reports.settle(header.bodyId);
      return stored;
    } catch (error) {
      // The job, and what the PDF shows, was erased in the meantime.
      if (error instanceof ApiError) await reports.deletePdf(fileId);
      throw error;
    }
  }

  /** Adds the PDF to the job unless the version has one in its language: the first stored PDF wins. */
  async function setPdf(
    jobId: string,
    versionNumber: number,
    pdf: StoredPdf,
    language: Language,
  ): Promise<StoredPdf> {
    const job = await services.jobs.change(jobId, {}, (found) => {
      const stored = found.reports.find((one) => one.versionNumber === versionNumber);
      if (!stored || storedPdf(stored, language)) return null;
      const translations = [...(stored.translations ?? []), { ...pdf, language }];
      const added = language === 'en' ? { pdf } : { translations };
      const reports = withVersion(found.reports, versionNumber, added);
      return new JobChange(found, services.clock.now()).set({ reports });
    });
    const header = job.reports.find((one) => one.versionNumber === versionNumber);
    return (header && storedPdf(header, language)) ?? pdf;
  }

  /** Returns the stored PDF of a version; makes it if it is missing. */
  async function ensure(
    job: Job,
    header: ReportVersionHeader,
    language: Language = 'en',
  ): Promise<StoredPdf> {
    const stored = storedPdf(header, language);
    if (stored) return stored;
    const key = `${header.bodyId} ${language}`;
    const current = underWay.get(key);
    if (current) return current;
    const made = make(job, header, language).finally(() => underWay.delete(key));
    underWay.set(key, made);
    return made;
  }

  /**
   * Waits for the stored PDF for the maximum time of a response.
   *
   * @throws ApiError `unavailable` with Retry-After if it is not ready in time; the rendering continues
   */
  async function wait(
    job: Job,
    header: ReportVersionHeader,
    language: Language = 'en',
  ): Promise<StoredPdf> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const onTimeout = () =>
        reject(
          new ApiError('unavailable', errorText('error.pdf'), {
            headers: { 'retry-after': '5' },
          }),
        );
      timer = setTimeout(onTimeout, answerMilliseconds);
    });
    try {
      return await Promise.race([ensure(job, header, language), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Starts a rendering without waiting for it; `finish` retries failures. */
  function begin(job: Job, header: ReportVersionHeader): void {
    ensure(job, header).catch((error: unknown) => {
      const version = { jobId: job._id, versionNumber: header.versionNumber };
      services.log.warn({ err: error, ...version }, 'report PDF: rendering failed, retrying later');
    });
  }

  /**
   * Processes the work begun before `before`: renders missing PDFs, and deletes bodies and files that no job refers to
   * and that are an hour old.
   */
  async function finish(before: Date): Promise<void> {
    const orphanBefore = new Date(services.clock.now().getTime() - unfinishedMilliseconds);
    for (const note of await services.reports.listPending(before)) {
      const job = await services.jobs.find(note.jobId, {});
      const header = job?.reports.find(
        (one) =>
          one.bodyId === note._id || storedPdfs(one).some(({ fileId }) => fileId === note._id),
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
    /** Resumes at start the work of an earlier process. */
    resume(): void {
      void tryFinish(services.clock.now());
    },
    /** Resumes work that should be finished by now. */
    sweep(): Promise<void> {
      return tryFinish(new Date(services.clock.now().getTime() - renderingMilliseconds));
    },
    /** Stops waiting for receipts, closes the renderer and waits for the renderings to end. */
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
): Promise<Omit<ReportPdfModel, 'language' | 'log' | 'signing'>> {
  const { contentJson, integrity } = await services.reports.getBody(header.bodyId);
  const content = JSON.parse(contentJson) as ReportContent;
  return {
    content,
    service: textsOf(services.catalogue, content.service_key),
    contentJson,
    integrity,
    fileNames: Object.fromEntries(job.evidence.map((item) => [item.evidenceId, item.fileName])),
    reportPage: reportPageOf(services, job, header),
    keySetUrl: services.keySetUrl,
    isTest: services.mode === 'test',
  };
}

/** Returns the page of a site check's report; the jobs of integrators and of the sandbox have none. */
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
    for await (const part of await evidenceFiles.open(item.fileId, 0, item.sizeBytes)) {
      parts.push(part as Buffer);
    }
    return Buffer.concat(parts);
  };
}
