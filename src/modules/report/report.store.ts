import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { type Collection, type Db, GridFSBucket, ObjectId } from 'mongodb';
import { ApiError } from '../../errors.js';
import type { IntegrityBlock, LogReceipt } from './integrity.js';

/** The signed body of one version; it counts once its job names it. */
export interface ReportBody {
  _id: string;
  jobId: string;
  versionNumber: number;
  /** The canonical JSON that was signed, as it stands. */
  contentJson: string;
  integrity: IntegrityBlock;
  /** Set once; absent until the version is in the transparency log. */
  log?: LogReceipt;
}

/** How often one version was read. */
export interface ReportCounters {
  viewCount: number;
  firstViewedAt: Date | null;
  lastViewedAt: Date | null;
  pdfExportCount: number;
  firstPdfExportedAt: Date | null;
  lastPdfExportedAt: Date | null;
}

interface CountersDocument extends Partial<ReportCounters> {
  _id: string;
}

/**
 * Something begun that may be unfinished: a body whose job may not name it yet or whose PDF is not
 * stored yet, or a PDF file that its job may not name yet. Noted before the first write, so that
 * whatever a kill leaves is found without looking through everything.
 */
export interface PendingReport {
  _id: string;
  kind: 'body' | 'pdf';
  jobId: string;
  startedAt: Date;
}

const noCounters: ReportCounters = {
  viewCount: 0,
  firstViewedAt: null,
  lastViewedAt: null,
  pdfExportCount: 0,
  firstPdfExportedAt: null,
  lastPdfExportedAt: null,
};

const bodyErased = () => new ApiError('erased', 'The content of this report was erased.');

export type ReportStore = ReturnType<typeof createReportStore>;

/** Bodies, PDFs (GridFS bucket `pdfs`), counters and the notes of what is unfinished. */
export function createReportStore(db: Db) {
  const bodies: Collection<ReportBody> = db.collection('report_bodies');
  const counters: Collection<CountersDocument> = db.collection('report_counters');
  const pending: Collection<PendingReport> = db.collection('report_pending');
  const bucket = new GridFSBucket(db, { bucketName: 'pdfs' });
  const files = db.collection('pdfs.files');
  const chunks = db.collection('pdfs.chunks');

  async function count(
    bodyId: string,
    action: 'view' | 'pdfExport',
    now: Date,
  ): Promise<ReportCounters> {
    const name = action === 'view' ? 'Viewed' : 'PdfExported';
    const found = await counters.findOneAndUpdate(
      { _id: bodyId },
      {
        $inc: { [`${action}Count`]: 1 },
        $min: { [`first${name}At`]: now },
        $max: { [`last${name}At`]: now },
      },
      { upsert: true, returnDocument: 'after' },
    );
    return { ...noCounters, ...found };
  }

  return {
    async ensureIndexes(): Promise<void> {
      await pending.createIndex({ startedAt: 1 });
      await chunks.createIndex({ files_id: 1, n: 1 }, { unique: true });
      await files.createIndex({ filename: 1, uploadDate: 1 });
    },

    /** Stores a body that no job names yet. */
    async insertBody(body: ReportBody, now: Date): Promise<void> {
      const { _id, jobId } = body;
      await pending.insertOne({ _id, kind: 'body', jobId, startedAt: now });
      await bodies.insertOne(body);
    },

    /** @throws ApiError `erased` when there is none: a job names only what was stored before */
    async getBody(bodyId: string): Promise<ReportBody> {
      const body = await bodies.findOne({ _id: bodyId });
      if (!body) throw bodyErased();
      return body;
    },

    /** Sets the receipt of a version unless it has one. */
    async setReceipt(bodyId: string, log: LogReceipt): Promise<void> {
      await bodies.updateOne({ _id: bodyId, log: { $exists: false } }, { $set: { log } });
    },

    /**
     * The receipt of a version; null until it is in the log.
     * @throws ApiError `erased` when there is no such body
     */
    async findReceipt(bodyId: string): Promise<LogReceipt | null> {
      const body = await bodies.findOne({ _id: bodyId }, { projection: { log: 1 } });
      if (!body) throw bodyErased();
      return body.log ?? null;
    },

    async deleteBody(bodyId: string): Promise<void> {
      await bodies.deleteOne({ _id: bodyId });
      await pending.deleteOne({ _id: bodyId });
    },

    /** Stores a PDF that no job names yet. @returns its file id */
    async insertPdf(jobId: string, pdf: Uint8Array, now: Date): Promise<string> {
      const id = new ObjectId();
      const fileId = id.toHexString();
      await pending.insertOne({ _id: fileId, kind: 'pdf', jobId, startedAt: now });
      const upload = bucket.openUploadStreamWithId(id, fileId);
      const finished = once(upload, 'finish');
      upload.end(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
      await finished;
      return fileId;
    },

    async deletePdf(fileId: string): Promise<void> {
      const id = new ObjectId(fileId);
      await files.deleteOne({ _id: id });
      await chunks.deleteMany({ files_id: id });
      await pending.deleteOne({ _id: fileId });
    },

    openPdf(fileId: string): Readable {
      return bucket.openDownloadStream(new ObjectId(fileId));
    },

    /** Notes that something begun is finished. */
    async settle(id: string): Promise<void> {
      await pending.deleteOne({ _id: id });
    },

    async listPending(before: Date): Promise<PendingReport[]> {
      return pending
        .find({ startedAt: { $lt: before } })
        .sort({ startedAt: 1 })
        .limit(500)
        .toArray();
    },

    async counters(bodyId: string): Promise<ReportCounters> {
      return { ...noCounters, ...(await counters.findOne({ _id: bodyId })) };
    },

    /** Counts one read of a version. @returns the counters after it */
    countView: (bodyId: string, now: Date) => count(bodyId, 'view', now),

    /** Counts one export of a version's PDF. @returns the counters after it */
    countPdfExport: (bodyId: string, now: Date) => count(bodyId, 'pdfExport', now),
  };
}
