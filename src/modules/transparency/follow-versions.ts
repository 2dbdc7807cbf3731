import type { LoggedEvent } from '../../aggregate/event-log.js';
import type { Services } from '../../services.js';
import type { LogEntry } from './log-entry.js';

const followerName = 'log';
const versionCreated = 'report.version_created';
const batchSize = 200;

/** The entry of a version, from its event and from its header, which outlives an erasure. */
async function entryOf(services: Services, { data }: LoggedEvent): Promise<LogEntry | null> {
  const versionNumber = Number(data['version_number']);
  const job = await services.jobs.find(String(data['job_id']), {});
  const header = job?.reports.find((one) => one.versionNumber === versionNumber);
  if (!header) return null;
  return {
    report_id: String(data['report_id']),
    version_number: versionNumber,
    content_sha256: header.contentSha256,
    previous_sha256: header.previousSha256,
    signed_at: header.generatedAt.toISOString(),
    key_id: services.serverKeys.reports.keyId,
  };
}

async function append(services: Services, event: LoggedEvent): Promise<void> {
  const entry = await entryOf(services, event);
  if (entry) await services.transparency.append(entry);
}

/** Appends each report version to the log, in the order of the events. */
export function followVersions(services: Services): void {
  services.followers.followEvents(
    followerName,
    async (event) => {
      if (event.type === versionCreated) await append(services, event);
    },
    { subject: ({ _id, type }) => (type === versionCreated ? _id : null) },
  );
}

/** Appends the versions of a database that has had no log; called before the followers start. */
export async function appendEarlierVersions(services: Services): Promise<void> {
  const { events, followers } = services;
  if ((await followers.seen(followerName)) > 0) return;
  for (let after = 0; ; ) {
    const batch = await events.list({ after, limit: batchSize, types: [versionCreated] });
    for (const event of batch) await append(services, event);
    const last = batch.at(-1);
    if (!last) return;
    after = last.seq;
  }
}
