import type { Filter } from 'mongodb';
import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError, errorText } from '../../errors.js';
import type { Found } from '../../lib/find-page.js';
import { isFindable } from '../../lib/ids.js';
import { isDuplicateKey } from '../../lib/mongo.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import { quoted } from '../../lib/quoted.js';
import {
  type Ticket,
  type TicketStatus,
  ticketPolicies,
  ticketStatus,
  unfinishedStatuses,
} from './ticket.js';
import { settleTicket, type TicketChange } from './ticket-change.js';

/** Conditions of a list; all of the given ones must match. */
export interface TicketFilter {
  /** Any text: an unknown status matches no ticket. */
  status?: string | null | undefined;
  owningPlane?: string | null | undefined;
  requestingPlane?: string | null | undefined;
  incidentCode?: string | null | undefined;
  /** True for unfinished tickets whose deadline has passed, false for the others. */
  overdue?: boolean | null | undefined;
}

const newestFirst = { createdAt: -1, _id: -1 } as const;

interface Conditions {
  equal: Filter<Ticket>;
  /** Disjoint alternatives, one of which a ticket must match: empty if no ticket can match. */
  oneOf: Filter<Ticket>[];
}

function conditions({ overdue, status, ...others }: TicketFilter, now: Date): Conditions {
  const equal = Object.fromEntries(Object.entries(others).filter(([, value]) => value != null));
  if (overdue == null) {
    return { equal, oneOf: [status == null ? {} : { status: status as TicketStatus }] };
  }
  const requested = ticketStatus.options.filter((one) => status == null || one === status);
  const isUnfinished = (one: TicketStatus) => unfinishedStatuses.includes(one);
  const unfinished = { $in: requested.filter(isUnfinished) };
  const finished = { $in: requested.filter((one) => !isUnfinished(one)) };
  const oneOf = overdue
    ? [{ status: unfinished, rankAt: { $lt: now } }]
    : [{ status: finished }, { status: unfinished, rankAt: { $gte: now } }];
  return { equal, oneOf: oneOf.filter((one) => one.status.$in.length > 0) };
}

const notFound = (id: string) =>
  new ApiError('ticket_not_found', errorText('error.ticket_id', { id: quoted(id, 120) }));

/** The `director_tickets` collection; a ticket whose lease has expired is read as open. */
export function createTicketStore(home: AggregateHome) {
  const store = createAggregateStore<Ticket, TicketChange>(home, {
    collection: 'director_tickets',
    policies: ticketPolicies,
    indexes: [
      { key: { ticketCode: 1 }, unique: true },
      { key: { openKey: 1 }, unique: true, sparse: true },
      { key: { owningPlane: 1, status: 1, rankAt: 1, createdAt: 1 } },
      { key: { status: 1, rankAt: 1 } },
      { key: newestFirst },
      // Each filter has its own index; further filters scan the matches of the first.
      { key: { status: 1, ...newestFirst } },
      { key: { owningPlane: 1, ...newestFirst } },
      { key: { requestingPlane: 1, ...newestFirst } },
      { key: { incidentCode: 1, ...newestFirst } },
    ],
    notFound,
    settle: settleTicket,
  });
  const tickets = store.collection;

  /** Counts each alternative separately: no index can count a disjunction. */
  async function count(filter: TicketFilter): Promise<number> {
    const { equal, oneOf } = conditions(filter, home.clock.now());
    const counts = await Promise.all(
      oneOf.map((one) => tickets.countDocuments({ ...equal, ...one })),
    );
    return counts.reduce((sum, each) => sum + each, 0);
  }

  /** Opens tickets with an expired lease, so that lists do not depend on earlier reads. */
  async function settleDue(): Promise<void> {
    if (await store.isDue()) await store.settleDue();
  }

  /** @throws ApiError `ticket_not_found` */
  async function get(idOrCode: string): Promise<Ticket> {
    const byId = await store.find(idOrCode);
    if (byId) return byId;
    // A ticket_code has up to 120 code points.
    const byCode = isFindable(idOrCode, 240)
      ? await tickets.findOne({ ticketCode: idOrCode })
      : null;
    if (!byCode) throw notFound(idOrCode);
    return store.settled(byCode as Ticket);
  }

  return {
    ensureIndexes: store.ensureIndexes,
    settleDue,
    get,

    async change(
      id: string,
      decide: (ticket: Ticket) => TicketChange | null | Promise<TicketChange | null>,
    ): Promise<Ticket> {
      try {
        return await store.change(id, decide, get);
      } catch (error) {
        if (!isDuplicateKey(error, 'openKey')) throw error;
        throw new ApiError('invalid_transition', errorText('error.ticket_purpose'));
      }
    },

    /**
     * Stores a new ticket with its event.
     * @returns the field whose value another ticket has; null if it was stored
     */
    async insert(ticket: Ticket): Promise<'ticketCode' | 'openKey' | null> {
      try {
        await store.insert(ticket);
        return null;
      } catch (error) {
        if (isDuplicateKey(error, 'openKey')) return 'openKey';
        if (isDuplicateKey(error, 'ticketCode')) return 'ticketCode';
        throw error;
      }
    },

    /** Returns the unfinished ticket for a purpose. */
    async findOpen(purpose: string): Promise<Ticket | null> {
      const found = await tickets.findOne({ openKey: purpose });
      return found && store.settled(found as Ticket);
    },

    /** Returns the id of the open ticket of a plane with the earliest deadline, then the oldest. */
    async nextToClaim(owningPlane: string): Promise<string | null> {
      const next = await tickets
        .find({ owningPlane, status: 'open' }, { projection: { _id: 1 } })
        .sort({ rankAt: 1, createdAt: 1 })
        .limit(1)
        .next();
      return next?._id ?? null;
    },

    /** Counts the unfinished tickets whose deadline has passed. */
    countOverdue: (): Promise<number> => count({ overdue: true }),

    async list(filter: TicketFilter, range: Range): Promise<Found<Ticket>> {
      await settleDue();
      const { equal, oneOf } = conditions(filter, home.clock.now());
      if (oneOf.length === 0) return { items: [], more: false };
      // Shared conditions stay outside of the alternatives, so that an index can serve them.
      const found = { ...equal, ...(oneOf.length === 1 ? oneOf[0] : { $or: oneOf }) };
      return findNewestFirst(tickets, 'createdAt', found, range);
    },

    async count(filter: TicketFilter): Promise<number> {
      await settleDue();
      return count(filter);
    },
  };
}
