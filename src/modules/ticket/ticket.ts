import { z } from 'zod';
import { type Aggregate, aggregatePolicies } from '../../aggregate/change.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import type { Target } from '../../target.js';
import { declareEvents } from '../event/event.js';

export const ticketEventType = declareEvents({
  'ticket.created': 'A director ticket was created.',
  'ticket.claimed': 'A worker claimed a director ticket.',
  'ticket.released': 'A director ticket was released, or the lease on it expired.',
  'ticket.updated': 'Something other than the status of a director ticket was updated.',
  'ticket.open': 'A director ticket became open again.',
  'ticket.in_progress': 'Work on a director ticket began.',
  'ticket.blocked': 'A director ticket became blocked.',
  'ticket.done': 'A director ticket was done.',
  'ticket.rejected': 'A director ticket was rejected.',
  'ticket.cancelled': 'A director ticket was cancelled.',
});
export type TicketEventType = z.infer<typeof ticketEventType>;

/** The director ticket that an operation is about. */
export const ticketTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'ticket_id',
  description: 'Id or code of the director ticket.',
  missing: 'ticket_not_found',
};

export const ticketStatus = z.enum([
  'open',
  'in_progress',
  'blocked',
  'done',
  'rejected',
  'cancelled',
]);
export type TicketStatus = z.infer<typeof ticketStatus>;

/** What an update may move to; every pair that is not here is refused with `invalid_transition`. */
export const ticketTransitions: Readonly<Record<TicketStatus, readonly TicketStatus[]>> = {
  open: ['in_progress', 'blocked', 'done', 'rejected', 'cancelled'],
  // Back to `open` by release, or when the lease expires.
  in_progress: ['blocked', 'done', 'rejected', 'cancelled'],
  blocked: ['open', 'in_progress', 'rejected', 'cancelled'],
  done: ['open'],
  rejected: ['open'],
  cancelled: [],
};

/** Statuses in which something is still to be done. */
export const unfinishedStatuses: readonly TicketStatus[] = ['open', 'in_progress', 'blocked'];

export const evidenceKind = z.enum(['link', 'text', 'job', 'event', 'kpi_snapshot']);
export type EvidenceKind = z.infer<typeof evidenceKind>;

/** What shows that a requirement is met. */
export interface VerificationEvidence {
  evidenceId: string;
  /** The requirement that it meets, word for word; null: none in particular. */
  requirement: string | null;
  kind: EvidenceKind;
  /** Address or text, or id of what the kind names. */
  reference: string;
  note: string | null;
  /** Whether the thing referred to was looked up here; never for a link or a text. */
  checked: boolean;
  createdAt: Date;
}

export const gateResult = z.enum(['pending', 'passed', 'failed']);
export type GateResult = z.infer<typeof gateResult>;

/** A simulation that has to be passed. */
export interface SimulationGate {
  scenario: string;
  required: boolean;
  threshold: number | null;
  score: number | null;
  result: GateResult;
  runReference: string | null;
  /** When it got its result; null while pending. */
  evaluatedAt: Date | null;
}

export interface TicketLease {
  worker: string;
  expiresAt: Date;
}

/** Work that one part of the operation asks of another, and the proof that it was done. */
export interface Ticket extends Aggregate {
  status: TicketStatus;
  /** Unique. */
  ticketCode: string;
  requestingPlane: string;
  owningPlane: string;
  objective: string;
  deliverable: string;
  incidentCode: string | null;
  failureCategory: string;
  failurePatternKey: string | null;
  repairLane: string;
  repairState: string;
  verificationStatus: string;
  verificationRequirements: string[];
  verificationEvidence: VerificationEvidence[];
  simulationGate: SimulationGate | null;
  /** Canonical JSON of a free object. */
  constraints: string;
  deadline: Date | null;
  responseNotes: string | null;
  /** Why its latest worker released it. */
  releaseNote: string | null;
  /** Names what it is for where there is to be one unfinished ticket for it. */
  purpose?: string;
  /** The purpose while the ticket is unfinished; unique. */
  openKey?: string;
  /** The deadline, or the year 9999: tickets are claimed in this order. */
  rankAt: Date;
  /** Who works on it; null without a claim. `dueAt` is the end of the lease. */
  lease: TicketLease | null;
  createdAt: Date;
}

/** A record of the operation, which no erasure is about. */
export const ticketPolicies: FieldPolicies<Ticket> = {
  ...aggregatePolicies,
  ticketCode: kept,
  requestingPlane: kept,
  owningPlane: kept,
  objective: kept,
  deliverable: kept,
  incidentCode: kept,
  failureCategory: kept,
  failurePatternKey: kept,
  repairLane: kept,
  repairState: kept,
  verificationStatus: kept,
  verificationRequirements: kept,
  verificationEvidence: {
    fields: {
      evidenceId: kept,
      requirement: kept,
      kind: kept,
      reference: kept,
      note: kept,
      checked: kept,
      createdAt: kept,
    },
    export: false,
  },
  simulationGate: {
    fields: {
      scenario: kept,
      required: kept,
      threshold: kept,
      score: kept,
      result: kept,
      runReference: kept,
      evaluatedAt: kept,
    },
    export: false,
  },
  constraints: kept,
  deadline: kept,
  responseNotes: kept,
  releaseNote: kept,
  purpose: kept,
  openKey: kept,
  rankAt: kept,
  lease: {
    fields: {
      worker: kept,
      expiresAt: kept,
    },
    export: false,
  },
  createdAt: kept,
};

const lastRank = new Date('9999-01-01T00:00:00Z');

/** The place of a ticket among those that can be claimed. */
export const rankOf = (deadline: Date | null): Date => deadline ?? lastRank;
