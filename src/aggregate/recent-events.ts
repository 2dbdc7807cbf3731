import type { EventLog, LoggedEvent } from './event-log.js';

const eventsMax = 2_000;

/** The events that this process appended last, so that nobody here has to read them. */
export function createRecentEvents(events: Pick<EventLog, 'list'>) {
  /** Without a gap, in order. */
  let recent: LoggedEvent[] = [];

  return {
    /** @param batch null where it is not known what was appended */
    add(batch: readonly LoggedEvent[] | null): void {
      const next = recent.length > 0 ? (recent.at(-1)?.seq ?? 0) + 1 : null;
      if (batch === null || batch[0]?.seq !== next) recent = [];
      recent.push(...(batch ?? []));
      if (recent.length > eventsMax) recent = recent.slice(-eventsMax / 2);
    },

    /** Events behind `seq`, oldest first: those appended here where they follow on it, else what is stored. */
    async behind(seq: number, limit: number): Promise<LoggedEvent[]> {
      const first = recent[0];
      if (!first || seq + 1 < first.seq) return events.list({ after: seq, limit });
      const begin = seq + 1 - first.seq;
      return recent.slice(begin, begin + limit);
    },
  };
}
