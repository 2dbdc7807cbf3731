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

/** For how long a version without a timestamp is tried again. */
const retriedMilliseconds = 24 * hour;
/** An authority that was away is not asked while a document waits, for so long. */
const awayMilliseconds = minute;

/** A version that has no timestamp yet. */
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
 * The timestamps of report versions, from an authority outside: each is asked for when its PDF is made, and
 * again for 24 h, after 1, 2, 4 … 60 minutes. A version that gets none by then stays without.
 *
 * @param options.authority null: none is asked
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

  /** @returns null when the authority gave none */
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

  /** Names the timestamp in the job unless one is named: the first stays. */
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

  /** One more attempt. A version that is erased, or too old, is tried no more. */
  async function retry(_id: string): Promise<void> {
    const note = await notes.findOne({ _id });
    if (!note || note.dueAt > clock.now()) return;
    const attempts = note.attempts + 1;
    const dueAt = inFuture(Math.min(2 ** attempts * minute, hour));
    // Planned before it is tried, so that another process does not try at the same time.
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
    /** Whether versions are to have one. */
    isRequested: authority !== null,

    async ensureIndexes(): Promise<void> {
      await notes.createIndex({ dueAt: 1 });
    },

    /** The timestamp of a version; asked for now when it has none. @returns null when there is none yet */
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

    /** Of the signature of a PDF. */
    stamp: (async (signature) => (await ask(signature))?.token ?? null) as Stamp,

    /** What is due by now. */
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
