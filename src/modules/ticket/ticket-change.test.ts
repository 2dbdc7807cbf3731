import { describe, expect, it } from 'vitest';
import { type Ticket, type TicketStatus, ticketStatus } from './ticket.js';
import { settleTicket, TicketChange } from './ticket-change.js';

const now = new Date('2026-01-01T00:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

const ticket = (fields: Partial<Ticket> = {}): Ticket => ({
  _id: 't',
  integratorId: 'public',
  status: 'open',
  ticketCode: 'DT-1',
  requestingPlane: 'a',
  owningPlane: 'b',
  objective: 'o',
  deliverable: '',
  incidentCode: null,
  failureCategory: 'unclassified',
  failurePatternKey: null,
  repairLane: 'standard',
  repairState: 'none',
  verificationStatus: 'not_required',
  verificationRequirements: [],
  verificationEvidence: [],
  simulationGate: null,
  constraints: '{}',
  deadline: null,
  responseNotes: null,
  releaseNote: null,
  rankAt: now,
  lease: null,
  revision: 1,
  createdAt: now,
  updatedAt: now,
  outbox: [],
  ...fields,
});

/** Statuses that an update can set; every other pair is rejected. */
const allowed: Record<TicketStatus, TicketStatus[]> = {
  open: ['in_progress', 'blocked', 'done', 'rejected', 'cancelled'],
  in_progress: ['blocked', 'done', 'rejected', 'cancelled'],
  blocked: ['open', 'in_progress', 'rejected', 'cancelled'],
  done: ['open'],
  rejected: ['open'],
  cancelled: [],
};

const pairs = ticketStatus.options.flatMap((from) =>
  [...ticketStatus.options, 'banana', ''].map((to) => [from, to] as const),
);

describe('TicketChange.move', () => {
  it.each(pairs)('from %s to "%s" follows the table', (from, to) => {
    const change = new TicketChange(ticket({ status: from }), now);
    const move = () => change.move(to);
    if (from === to) {
      expect(move().after.status).toBe(from);
      expect(change.events).toEqual([]);
    } else if (allowed[from].some((status) => status === to)) {
      expect(move().after).toMatchObject({ status: to, lease: null });
      expect(change.events).toMatchObject([
        { type: `ticket.${to}`, data: { status: to, previous_status: from } },
      ]);
    } else {
      expect(move).toThrow(expect.objectContaining({ code: 'invalid_transition' }));
      expect(change.events).toEqual([]);
    }
  });
});

it('emits the previous status of each of two moves in one change', () => {
  const { events } = new TicketChange(ticket({ status: 'blocked' }), now).move('open').move('done');
  expect(events).toMatchObject([
    { type: 'ticket.open', data: { previous_status: 'blocked' } },
    { type: 'ticket.done', data: { previous_status: 'open' } },
  ]);
});

describe('a ticket with a purpose', () => {
  it.each([
    ['open', 'blocked', 'p'],
    ['open', 'in_progress', 'p'],
    ['in_progress', 'done', undefined],
    ['open', 'rejected', undefined],
    ['open', 'cancelled', undefined],
    ['done', 'open', 'p'],
    ['rejected', 'open', 'p'],
  ] as const)('from %s to %s has the open key %s', (status, to, openKey) => {
    const change = new TicketChange(ticket({ status, purpose: 'p' }), now).move(to);
    expect(change.after.openKey).toBe(openKey);
  });
});

describe('a lease', () => {
  const claimed = new TicketChange(ticket(), now).claim('ada', 60);

  it('has one worker and an end', () => {
    expect(claimed.after).toMatchObject({
      status: 'in_progress',
      lease: { worker: 'ada', expiresAt: later(60) },
      dueAt: later(60),
    });
    expect(claimed.events.map(({ type }) => type)).toEqual([
      'ticket.claimed',
      'ticket.in_progress',
    ]);
  });

  it('is extended without an event', () => {
    const again = new TicketChange(claimed.after, later(30)).claim('ada', 60);
    expect(again.after.dueAt).toEqual(later(90));
    expect(again.events).toEqual([]);
  });

  it('ends at its time, not before', () => {
    expect(settleTicket(claimed.after, later(59))).toBeNull();
    expect(settleTicket(claimed.after, later(60))).not.toBeNull();
    // Read long after its end.
    const ended = settleTicket(claimed.after, later(3600));
    expect(ended?.now).toEqual(later(60));
    expect(ended?.events.map(({ timestamp }) => timestamp)).toEqual([later(60), later(60)]);
    expect(ended?.after).toMatchObject({ status: 'open', lease: null, dueAt: undefined });
    expect(ended?.events.map(({ type }) => type)).toEqual(['ticket.released', 'ticket.open']);
  });
});
