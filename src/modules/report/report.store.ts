import type { Readable } from 'node:stream';
import { type Collection, type Db, ObjectId } from 'mongodb';
import { ApiError, errorText } from '../../errors.js';
import { deleted, type FieldPolicies, kept } from '../../lib/field-policy.js';
import type { FileStore } from '../../lib/files/file-store.js';
import type { IntegrityBlock, LogReceipt } from './integrity.js';

/** The signed body of one version; valid once its job refers to it. */
export interface ReportBody {
  _id: string;
  jobId: string;
  versionNumber: number;
  /** The signed canonical JSON, unchanged. */
  contentJson: string;
  integrity: IntegrityBlock;
  /** Set once; absent until the version is in the transparency log. */
  log?: LogReceipt;
}

/** Erasing the job deletes the document. */
export const reportBodyPolicies: FieldPolicies<ReportBody> = {
  _id: deleted,
  jobId: deleted,
  versionNumber: deleted,
  contentJson: deleted,
  integrity: {
    fields: {
      algorithm: deleted,
      content_sha256: deleted,
      previous_sha256: deleted,
      signature: deleted,
      key_id: deleted,
      signed_at: deleted,
    },
    export: false,
  },
  log: {
    fields: {
      origin: deleted,
      leaf_index: deleted,
      tree_size: deleted,
      inclusion_proof: deleted,
      checkpoint: deleted,
    },
    export: false,
  },
};

/** Read counters of one version. */
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

export const reportCountersPolicies: FieldPolicies<CountersDocument> = {
  _id: kept,
  viewCount: kept,
  firstViewedAt: kept,
  lastViewedAt: kept,
  pdfExportCount: kept,
  firstPdfExportedAt: kept,
  lastPdfExportedAt: kept,
};

/**
 * Unfinished work: a body that its job might not refer to yet or whose PDF is not stored yet, or a PDF file that its
 * job might not refer to yet. Recorded before the first write, so that leftovers of a crash are found without a scan of
 * everything.
 */
export interface PendingReport {
  _id: string;
  kind: 'body' | 'pdf';
  jobId: string;
  startedAt: Date;
}

export const pendingReportPolicies: FieldPolicies<PendingReport> = {
  _id: kept,
  kind: kept,
  jobId: kept,
  startedAt: kept,
};

const noCounters: ReportCounters = {
  viewCount: 0,
  firstViewedAt: null,
  lastViewedAt: null,
  pdfExportCount: 0,
  firstPdfExportedAt: null,
  lastPdfExportedAt: null,
};

const bodyErased = () => new ApiError('erased', errorText('error.report_erased'));

export type ReportStore = ReturnType<typeof createReportStore>;

/** Bodies, PDFs, counters and the records of unfinished work. */
export function createReportStore(db: Db, files: FileStore) {
  const bodies: Collection<ReportBody> = db.collection('report_bodies');
  const counters: Collection<CountersDocument> = db.collection('report_counters');
  const pending: Collection<PendingReport> = db.collection('report_pending');

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
      await files.ensureIndexes();
    },

    /** Stores a body that no job refers to yet. */
    async insertBody(body: ReportBody, now: Date): Promise<void> {
      const { _id, jobId } = body;
      await pending.insertOne({ _id, kind: 'body', jobId, startedAt: now });
      await bodies.insertOne(body);
    },

    /** @throws ApiError `erased` if there is no body: a job only refers to bodies that have been stored */
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
     * Returns the receipt of a version; null until it is in the log.
     * @throws ApiError `erased` if there is no such body
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

    /** Stores a PDF that no job refers to yet. @returns its file id */
    async insertPdf(jobId: string, pdf: Uint8Array, now: Date): Promise<string> {
      const fileId = new ObjectId().toHexString();
      await pending.insertOne({ _id: fileId, kind: 'pdf', jobId, startedAt: now });
      const upload = files.create(fileId);
      await upload.write(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
      await upload.finish();
      return fileId;
    },

    async deletePdf(fileId: string): Promise<void> {
      await files.delete(fileId);
      await pending.deleteOne({ _id: fileId });
    },

    openPdf(fileId: string, sizeBytes: number): Promise<Readable> {
      return files.open(fileId, 0, sizeBytes);
    },

    /** Marks unfinished work as finished. */
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
