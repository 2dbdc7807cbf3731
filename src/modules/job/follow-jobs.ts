import { z } from 'zod';
import { scope } from '../../access.js';
import { cursorText } from '../../lib/bounded-text.js';
import { pageLengthMax } from '../../lib/page.js';
import { operation } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import type { StoredEvent } from '../event/event.js';
import { readEvents } from '../event/read-events.js';
import { type Step, stream } from '../event/stream.js';
import type { Job } from './job.js';
import type { JobFilter } from './job-conditions.js';
import { jobFilter } from './job-filter.js';

/** Maximum number of jobs that match the filter of a stream. */
export const followedJobsMax = 5_000;

export const jobMove = z.enum(['entered', 'changed', 'left']);

/** A change of a job that matches a filter, or matched it before. */
export interface FollowedJob {
  move: z.infer<typeof jobMove>;
  job: Job;
  /** The `seq` of the last event of the job. */
  cursor: string;
}

/** Returns the last event of each job, in order. */
function lastOfEachJob(events: readonly StoredEvent[]): [id: string, event: StoredEvent][] {
  const last = new Map<string, StoredEvent>();
  for (const event of events) {
    const id = event.data['job_id'];
    if (typeof id !== 'string') continue;
    last.delete(id);
    last.set(id, event);
  }
  return [...last];
}

const isCreation = ({ type }: StoredEvent) => type === 'job.created';

export const followJobs = operation({
  name: 'jobsChanged',
  kind: 'subscription',
  description: `Stream the viewer's jobs that enter a filter, change within it or leave it, each in its current state; for an operator, the jobs of every integrator. Changes in quick succession are combined. At most ${followedJobsMax} jobs can match. Time alone moves no job: one that becomes overdue is sent with its next change. To show a list and keep it up to date, read the \`seq\` of the newest event (\`events(last: 1)\`), then the list, then subscribe with this \`seq\` as \`after\`.`,
  access: scope('jobs:read'),
  args: {
    filter: jobFilter.nullish().describe('Conditions on the jobs; omitted for all jobs.'),
    after: cursorText()
      .nullish()
      .describe(
        'The `cursor` of the last change received, or the `seq` of an event; omitted for new changes only. What changed in the meantime is sent as `ENTERED` if it matches now, else as `LEFT`, whether or not the client knows the job.',
      ),
  },
  errors: ['bad_cursor', 'query_too_expensive', 'rate_limited'],
  async run(ctx, query): Promise<AsyncIterableIterator<Step<FollowedJob>>> {
    const { jobs, events, relay } = ctx.services;
    const owned = jobScope(ctx.viewer);
    const filter = (query.filter ?? {}) as JobFilter;
    const hasConditions = Object.values(filter).some((condition) => condition != null);
    /** The matching jobs that the client knows; all if the filter has no conditions. */
    const known = new Set(
      hasConditions ? await jobs.listMatchingIds(owned, filter, followedJobsMax) : [],
    );
    // Afterwards, every change that those jobs include has an event with a number.
    await relay.drain();
    const start = await events.lastSeq();
    let after = query.after ?? String(start);

    /** Returns how a job moved, and remembers whether it matches; null if it did not match before either. */
    function moveOf(id: string, event: StoredEvent, matches: boolean, isNew: boolean) {
      const isMissed = event.seq <= start;
      const wasKnown = hasConditions ? known.has(id) : !isNew;
      if (matches && hasConditions) known.add(id);
      else known.delete(id);
      if (matches) return wasKnown && !isMissed ? 'changed' : 'entered';
      return wasKnown || isMissed ? 'left' : null;
    }

    const wants = ({ integratorId }: StoredEvent) =>
      owned.integratorId === undefined || integratorId === owned.integratorId;
    return stream(ctx, ctx.viewer.keyId, { wants }, async (now) => {
      const { nodes } = await readEvents(now, { after, first: pageLengthMax });
      after = String(nodes.at(-1)?.seq ?? after);
      const changed = lastOfEachJob(nodes);
      const created = new Set(nodes.filter(isCreation).map(({ data }) => data['job_id']));
      const found = await jobs.listWithMatch(
        owned,
        filter,
        changed.map(([id]) => id),
      );
      return changed.flatMap(([id, event]): FollowedJob[] => {
        const one = found.get(id);
        const move = one && moveOf(id, event, one.matches, created.has(id));
        return move ? [{ move, job: one.job, cursor: String(event.seq) }] : [];
      });
    });
  },
});
