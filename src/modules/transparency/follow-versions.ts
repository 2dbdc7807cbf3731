import type { LoggedEvent } from '../../aggregate/event-log.js';
import type { ModeServices } from '../../services.js';
import type { ReportVersionHeader } from '../job/report-version.js';
import type { LogEntry } from '../report/log-entry.js';

const log = 'log';
const receipts = 'log-receipts';
const versionCreated = 'report.version_created';

type Used = Pick<ModeServices, 'followers' | 'jobs' | 'transparency' | 'serverKeys'> & {
  /** Stores the receipt of a version, once. */
  setReceipt: ModeServices['reports']['setReceipt'];
};

/** Returns the version of an event; null if its job is gone, as for old jobs of the sandbox. */
async function findVersion({ jobs }: Used, { data }: LoggedEvent) {
  const versionNumber = Number(data['version_number']);
  const job = await jobs.find(String(data['job_id']), {});
  const header = job?.reports.find((one) => one.versionNumber === versionNumber);
  return header ? { reportId: String(data['report_id']), header } : null;
}

/** Returns the entry of a version from its header, which is kept after an erasure. */
const entryOf = (reportId: string, header: ReportVersionHeader, keyId: string): LogEntry => ({
  report_id: reportId,
  version_number: header.versionNumber,
  content_sha256: header.contentSha256,
  previous_sha256: header.previousSha256,
  signed_at: header.generatedAt.toISOString(),
  key_id: keyId,
});

/**
 * Appends each report version to the log of its mode, in the order of the events since the first, and then stores its
 * receipt. The append is the commit point; after a crash the event is handled again.
 */
export function followVersions(services: Used): void {
  const { followers, transparency, serverKeys, setReceipt } = services;
  const subject = ({ _id, type }: LoggedEvent) => (type === versionCreated ? _id : null);
  followers.followEvents(
    log,
    async (event) => {
      const found = await findVersion(services, event);
      if (!found) return;
      const { reportId, header } = found;
      await transparency.append(entryOf(reportId, header, serverKeys.reports.keyId));
    },
    { subject, fromFirst: true, inOrder: true },
  );
  followers.followEvents(
    receipts,
    async (event) => {
      await followers.reach(log, event.seq);
      const found = await findVersion(services, event);
      if (!found) return;
      const { reportId, header } = found;
      const receipt = await transparency.receiptOf(reportId, header.versionNumber);
      if (receipt) await setReceipt(header.bodyId, receipt);
    },
    { subject, fromFirst: true },
  );
}
