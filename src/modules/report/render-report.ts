import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ApiError } from '../../errors.js';
import type { Clock } from '../../lib/clock.js';
import { hour, minute, second } from '../../lib/units.js';
import type { EvidenceFiles } from '../evidence/evidence-files.js';
import type { KeyMode } from '../integrator/integrator.js';
import type { ServerKeys } from '../integrator/server-keys.js';
import type { Job } from '../job/job.js';
import { JobChange } from '../job/job-change.js';
import type { Jobs } from '../job/jobs.js';
import { type ReportVersionHeader, withVersion } from '../job/report-version.js';
import { type LogReceipt, signPdf } from './integrity.js';
import type { ReportStore } from './report.store.js';
import type { LoadMedia, ReportPdfModel, ReportPdfRenderer } from './report-pdf.js';
import { type ReportContent, testWatermark } from './report-schema.js';

/** What nobody finished within this time was left by a process that stopped. */
const unfinishedMilliseconds = hour;

/** A rendering that is older is taken up by the sweep. */
const renderingMilliseconds = minute;

/** The longest that an answer waits for a PDF; a silent connection is cut after 60 s. */
const answerMilliseconds = 30_000;

/** The longest that a PDF waits for the receipt that it embeds. */
const receiptMilliseconds = 5 * second;
const receiptPauses = { first: 20, longest: 250 };

interface Used {
  jobs: Pick<Jobs, 'find' | 'change'>;
  reports: ReportStore;
  evidenceFiles: EvidenceFiles;
  serverKeys: ServerKeys;
  clock: Clock;
  mode: KeyMode;
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

  async function make(job: Job, header: ReportVersionHeader): Promise<StoredPdf> {
    const { reports, serverKeys, clock } = services;
    const log = await awaitReceipt(reports, header.bodyId, closing.signal);
    const model = { ...(await modelOf(services, job, header)), log };
    const rendered = await renderer.render(model, mediaOf(services, job));
    const { report_id, version_number } = model.content;
    const version = { report_id, version_number, content_sha256: header.contentSha256 };
    const { bytes, integrity } = await signPdf(rendered, version, serverKeys.reports);
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
      const present = found.reports.find((one) => one.versionNumber === versionNumber);
      if (!present || present.pdf) return null;
      const reports = withVersion(found.reports, versionNumber, { pdf });
      return new JobChange(found, services.clock.now()).set({ reports });
    });
    return job.reports.find((one) => one.versionNumber === versionNumber)?.pdf ?? pdf;
  }

  /** The stored PDF of a version; made now when there is none. */
  async function ensure(job: Job, header: ReportVersionHeader): Promise<StoredPdf> {
    if (header.pdf) return header.pdf;
    const present = underWay.get(header.bodyId);
    if (present) return present;
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
      const refuse = () =>
        reject(
          new ApiError('unavailable', 'The PDF is still being rendered.', {
            headers: { 'retry-after': '5' },
          }),
        );
      timer = setTimeout(refuse, answerMilliseconds);
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

/** The receipt of a version; null where it does not come in time. @throws Error when it is aborted */
async function awaitReceipt(
  reports: Pick<ReportStore, 'findReceipt'>,
  bodyId: string,
  signal: AbortSignal,
): Promise<LogReceipt | null> {
  const end = performance.now() + receiptMilliseconds;
  for (let next = receiptPauses.first; ; next = Math.min(2 * next, receiptPauses.longest)) {
    const receipt = await reports.findReceipt(bodyId);
    if (receipt || performance.now() + next > end) return receipt;
    await pause(next, undefined, { signal });
  }
}

async function modelOf(
  services: Used,
  job: Job,
  header: ReportVersionHeader,
): Promise<Omit<ReportPdfModel, 'log'>> {
  const { contentJson, integrity } = await services.reports.getBody(header.bodyId);
  return {
    content: JSON.parse(contentJson) as ReportContent,
    contentJson,
    integrity,
    fileNames: Object.fromEntries(job.evidence.map((item) => [item.evidenceId, item.fileName])),
    keySetUrl: services.keySetUrl,
    watermark: services.mode === 'test' ? testWatermark : null,
  };
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
