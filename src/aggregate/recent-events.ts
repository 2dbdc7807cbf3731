import type { EventLog, LoggedEvent } from './event-log.js';

const eventsMax = 2_000;

/** The newest events as this process has come to know them, so that nobody here has to read them again. */
export function createRecentEvents(events: Pick<EventLog, 'list'>) {
  /** All there are behind `begin`, in order; between their numbers are those of erased ones. */
  let recent: LoggedEvent[] = [];
  let begin: number | null = null;

  const lastSeq = (): number | null => recent.at(-1)?.seq ?? begin;

  function since(seq: number): LoggedEvent[] | null {
    if (begin === null || seq < begin) return null;
    return recent.slice(recent.findLastIndex((event) => event.seq <= seq) + 1);
  }

  return {
    /** Number of the newest one; null where none is known. */
    lastSeq,

    /** Events behind `seq`, in order; null where they are not all known. */
    since,

    /** Knows of everything behind this number from now on. */
    startAt(seq: number): void {
      recent = [];
      begin = seq;
    },

    /** @param batch the next ones; null where it is not known what was appended */
    add(batch: readonly LoggedEvent[] | null): void {
      const first = batch?.[0]?.seq ?? null;
      if (first === null || lastSeq() === null || first !== (lastSeq() ?? 0) + 1) {
        recent = [];
        begin = first === null ? null : first - 1;
      }
      recent.push(...(batch ?? []));
      if (recent.length <= eventsMax) return;
      recent = recent.slice(-eventsMax / 2);
      begin = (recent[0]?.seq ?? 1) - 1;
    },

    /** Events behind `seq`, oldest first, from what is known or else as they are stored. */
    async behind(seq: number, limit: number): Promise<LoggedEvent[]> {
      return since(seq)?.slice(0, limit) ?? events.list({ after: seq, limit });
    },
  };
}
