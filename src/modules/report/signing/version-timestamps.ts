import type { Collection, Db } from 'mongodb';
import type { Logger } from 'pino';
import { createDueWork } from '../../../aggregate/due-work.js';
import { ApiError } from '../../../errors.js';
import type { Clock } from '../../../lib/clock.js';
import { hour, minute } from '../../../lib/units.js';
import type { Job } from '../../job/job.js';
import { JobChange } from '../../job/job-change.js';
import type { Jobs } from '../../job/jobs.js';
import { type ReportVersionHeader, withVersion } from '../../job/report-version.js';
import type { TimestampBlock } from '../integrity.js';
import type { ReportStore } from '../report.store.js';
import type { Stamp } from './sign-pdf.js';
import type { TimestampAuthority } from './timestamp-authority.js';
import { TimestampError } from './timestamp-token.js';

/** Duration of the retries for a version without a timestamp. */
const retriedMilliseconds = 24 * hour;
/** Time for which an unreachable authority is not asked while a document waits. */
const awayMilliseconds = minute;

/** A version without a timestamp. */
interface TimestampNote {
  /** Id of the version's body. */
  _id: string;
  jobId: string;
  versionNumber: number;
  attempts: number;
  dueAt: Date;
  until: Date;
}

export type VersionTimestamps = ReturnType<typeof createVersionTimestamps>;

/**
 * The timestamps of report versions by an external authority: requested when a PDF is made, and retried for 24 h after
 * 1, 2, 4 … 60 minutes. After that, the version remains without a timestamp.
 *
 * @param options.authority null: no timestamps
 */
export function createVersionTimestamps(options: {
  db: Db;
  authority: TimestampAuthority | null;
  jobs: Pick<Jobs, 'change'>;
  reports: Pick<ReportStore, 'getBody'>;
  clock: Clock;
  log: Logger;
}) {
  const { authority, jobs, reports, clock, log } = options;
  const notes: Collection<TimestampNote> = options.db.collection('report_timestamps');
  let awayUntil = new Date(0);

  const inFuture = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);

  /** @returns null if the authority returned none */
  async function ask(data: Buffer) {
    try {
      return (await authority?.stamp(data)) ?? null;
    } catch (error) {
      if (!(error instanceof TimestampError)) throw error;
      awayUntil = inFuture(awayMilliseconds);
      log.warn({ err: error }, 'timestamp authority: no timestamp');
      return null;
    }
  }

  /** Stores the timestamp in the job unless it has one. */
  async function store(note: TimestampNote, block: TimestampBlock): Promise<TimestampBlock> {
    const { jobId, versionNumber } = note;
    const find = ({ reports: all }: Job) => all.find((one) => one.versionNumber === versionNumber);
    const job = await jobs.change(jobId, {}, (found) => {
      if (!find(found) || find(found)?.timestamp) return null;
      const all = withVersion(found.reports, versionNumber, { timestamp: block });
      return new JobChange(found, clock.now()).set({ reports: all });
    });
    await notes.deleteOne({ _id: note._id });
    return find(job)?.timestamp ?? block;
  }

  async function attempt(note: TimestampNote): Promise<TimestampBlock | null> {
    const { integrity } = await reports.getBody(note._id);
    const stamped = await ask(Buffer.from(integrity.signature, 'latin1'));
    if (!stamped) return null;
    const { time, authority: name } = stamped.facts;
    const token = stamped.token.toString('base64');
    return store(note, { time: time.toISOString(), authority: name, token });
  }

  /** Makes one more attempt, unless the version is erased or too old. */
  async function retry(_id: string): Promise<void> {
    const note = await notes.findOne({ _id });
    if (!note || note.dueAt > clock.now()) return;
    const attempts = note.attempts + 1;
    const dueAt = inFuture(Math.min(2 ** attempts * minute, hour));
    // The next attempt is scheduled first, so that no other process makes this attempt at the same time.
    const claimed = await notes.updateOne(
      { _id, dueAt: note.dueAt },
      { $set: { attempts, dueAt } },
    );
    if (claimed.modifiedCount === 0) return;
    const isOver = async () => {
      if (clock.now() >= note.until) return true;
      try {
        await attempt(note);
        return false;
      } catch (error) {
        if (error instanceof ApiError) return true;
        throw error;
      }
    };
    if (await isOver()) await notes.deleteOne({ _id });
  }

  const due = createDueWork({
    name: 'timestamps',
    earliest: async (limit) => {
      const found = await notes.find().sort({ dueAt: 1 }).limit(limit).toArray();
      return found.map(({ _id, dueAt }) => ({ id: _id, at: dueAt }));
    },
    work: retry,
    clock,
    log,
  });

  return {
    /** True if versions get a timestamp. */
    isRequested: authority !== null,

    async ensureIndexes(): Promise<void> {
      await notes.createIndex({ dueAt: 1 });
    },

    /** Returns the timestamp of a version; requests it if it has none. @returns null if it has none yet */
    async ensure(job: Job, header: ReportVersionHeader): Promise<TimestampBlock | null> {
      if (header.timestamp || !authority) return header.timestamp ?? null;
      const note: TimestampNote = {
        _id: header.bodyId,
        jobId: job._id,
        versionNumber: header.versionNumber,
        attempts: 0,
        dueAt: inFuture(minute),
        until: inFuture(retriedMilliseconds),
      };
      const { _id, ...fields } = note;
      await notes.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
      const block = clock.now() < awayUntil ? null : await attempt(note);
      if (!block) due.wake();
      return block;
    },

    /** Timestamps the signature of a PDF. */
    stamp: (async (signature) => (await ask(signature))?.token ?? null) as Stamp,

    /** Makes the attempts that are due. */
    retryDue: () => due.run(),
    start(): void {
      if (authority) due.start();
    },
    async stop(): Promise<void> {
      await due.stop();
      await authority?.close();
    },
  };
}
