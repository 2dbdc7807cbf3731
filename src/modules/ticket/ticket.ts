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

/** The director ticket that an operation targets. */
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

/** Statuses that an update can set; every other pair is rejected with `invalid_transition`. */
export const ticketTransitions: Readonly<Record<TicketStatus, readonly TicketStatus[]>> = {
  open: ['in_progress', 'blocked', 'done', 'rejected', 'cancelled'],
  // Back to `open` by release, or when the lease expires.
  in_progress: ['blocked', 'done', 'rejected', 'cancelled'],
  blocked: ['open', 'in_progress', 'rejected', 'cancelled'],
  done: ['open'],
  rejected: ['open'],
  cancelled: [],
};

/** Statuses of unfinished tickets. */
export const unfinishedStatuses: readonly TicketStatus[] = ['open', 'in_progress', 'blocked'];

export const evidenceKind = z.enum(['link', 'text', 'job', 'event', 'kpi_snapshot']);
export type EvidenceKind = z.infer<typeof evidenceKind>;

/** Proof that a requirement is met. */
export interface VerificationEvidence {
  evidenceId: string;
  /** The requirement that it meets, verbatim; null: none in particular. */
  requirement: string | null;
  kind: EvidenceKind;
  /** URL or text, or an id of the given kind. */
  reference: string;
  note: string | null;
  /** True if the referenced object was found in this service; always false for a link or a text. */
  checked: boolean;
  createdAt: Date;
}

export const gateResult = z.enum(['pending', 'passed', 'failed']);
export type GateResult = z.infer<typeof gateResult>;

/** A simulation that must be passed. */
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

/** A task that one plane requests from another, and the proof that it was done. */
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
  /** Canonical JSON of an arbitrary object. */
  constraints: string;
  deadline: Date | null;
  responseNotes: string | null;
  /** Reason of its latest release. */
  releaseNote: string | null;
  /** Key of its purpose, if at most one unfinished ticket can exist for it. */
  purpose?: string;
  /** The purpose while the ticket is unfinished; unique. */
  openKey?: string;
  /** The deadline, or the year 9999: tickets are claimed in this order. */
  rankAt: Date;
  /** The worker's lease; null without a claim. `dueAt` is the end of the lease. */
  lease: TicketLease | null;
  createdAt: Date;
}

/** A record of the operator, which contains no personal data to erase. */
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

/** Returns the rank of a ticket among those that can be claimed. */
export const rankOf = (deadline: Date | null): Date => deadline ?? lastRank;
