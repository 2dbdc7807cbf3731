import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { enumType } from '../../graphql/enums.js';
import { mutation, query } from '../../graphql/operations.js';
import { claimDirectorTicket, type TicketClaim } from './claim-director-ticket.js';
import { createDirectorTicket } from './create-director-ticket.js';
import { getDirectorTicket } from './get-director-ticket.js';
import { listDirectorTickets } from './list-director-tickets.js';
import { releaseDirectorTicket } from './release-director-ticket.js';
import {
  evidenceKind,
  gateResult,
  type SimulationGate,
  type Ticket,
  type TicketLease,
  type VerificationEvidence,
} from './ticket.js';
import { updateDirectorTicket } from './update-director-ticket.js';

const maybe = (description: string) => ({ nullable: true, description }) as const;

const EvidenceKindRef = enumType('VerificationEvidenceKind', evidenceKind, 'What evidence is.', {
  link: 'An address.',
  text: 'A text.',
  job: 'A job, by its id.',
  event: 'An event, by its id.',
  kpi_snapshot: 'A KPI snapshot, by its id.',
});

const GateResultRef = enumType('SimulationGateResult', gateResult, 'Result of a simulation gate.', {
  pending: 'It was not run yet.',
  passed: 'It was passed.',
  failed: 'It was not passed.',
});

const EvidenceRef = builder.objectRef<VerificationEvidence>('VerificationEvidence').implement({
  extensions: { document: 'VerificationEvidenceOut' },
  description: 'What shows that a requirement is met (VerificationEvidenceOut).',
  fields: (t) => ({
    evidenceId: t.expose('evidenceId', { type: 'UUID', description: 'Id of the item.' }),
    requirement: t.exposeString(
      'requirement',
      maybe('The requirement that it meets; null for none in particular.'),
    ),
    kind: t.field({
      type: EvidenceKindRef,
      description: 'What the reference is.',
      resolve: ({ kind }) => kind,
    }),
    reference: t.exposeString('reference', {
      description: 'An address, a text, or the id of what the kind names.',
    }),
    note: t.exposeString('note', maybe('What it shows; null when not given.')),
    checked: t.exposeBoolean('checked', {
      description: 'Whether the thing referred to was found here; false for a link and a text.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when it was added.' }),
  }),
});

const GateRef = builder.objectRef<SimulationGate>('SimulationGate').implement({
  extensions: { document: 'SimulationGateOut' },
  description: 'A simulation that has to be passed (SimulationGateOut).',
  fields: (t) => ({
    scenario: t.exposeString('scenario', { description: 'What is simulated.' }),
    required: t.exposeBoolean('required', {
      description: 'Whether the ticket can only be verified once it is passed.',
    }),
    threshold: t.exposeFloat('threshold', maybe('Least score that passes; null without one.')),
    score: t.exposeFloat('score', maybe('Score reached; null before.')),
    result: t.field({
      type: GateResultRef,
      description: 'The result; with threshold and score, whether the score reaches it.',
      resolve: ({ result }) => result,
    }),
    runReference: t.exposeString(
      'runReference',
      maybe('Where the run is found; null when not given.'),
    ),
    evaluatedAt: t.expose('evaluatedAt', {
      type: 'DateTime',
      ...maybe('Time of the result; null while pending.'),
    }),
  }),
});

const LeaseRef = builder.objectRef<TicketLease>('DirectorTicketLease').implement({
  description: 'Who works on a ticket, and until when nobody else can.',
  fields: (t) => ({
    worker: t.exposeString('worker', { description: 'Who claimed the ticket.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'End of the lease.' }),
  }),
});

const TicketRef = builder.objectRef<Ticket>('DirectorTicket').implement({
  extensions: { document: 'DirectorTicketOut' },
  description: 'Work that one part of the operation asks of another (DirectorTicketOut).',
  fields: (t) => ({
    id: t.expose('_id', { type: 'UUID', description: 'Id of the ticket, a UUIDv7.' }),
    ticketCode: t.exposeString('ticketCode', { description: 'Code of the ticket, unique.' }),
    incidentCode: t.exposeString('incidentCode', maybe('Incident; null without one.')),
    requestingPlane: t.exposeString('requestingPlane', {
      description: 'Part of the operation that asks.',
    }),
    owningPlane: t.exposeString('owningPlane', {
      description: 'Part of the operation that is to do it.',
    }),
    failureCategory: t.exposeString('failureCategory', { description: 'Kind of the failure.' }),
    failurePatternKey: t.exposeString(
      'failurePatternKey',
      maybe('Pattern that the failure follows; null when not given.'),
    ),
    repairLane: t.exposeString('repairLane', { description: 'How it is repaired.' }),
    repairState: t.exposeString('repairState', { description: 'How far the repair is.' }),
    verificationStatus: t.exposeString('verificationStatus', {
      description: '`verified`, `pending`, `not_required` or a free label.',
    }),
    verificationRequirements: t.exposeStringList('verificationRequirements', {
      description: 'What has to be shown.',
    }),
    verificationEvidence: t.field({
      type: [EvidenceRef],
      description: 'What shows that the requirements are met.',
      resolve: (ticket) => ticket.verificationEvidence,
    }),
    simulationGate: t.field({
      type: GateRef,
      ...maybe('A simulation that has to be passed; null without one.'),
      resolve: (ticket) => ticket.simulationGate,
    }),
    objective: t.exposeString('objective', { description: 'What is to be achieved.' }),
    constraints: t.field({
      type: 'JSONObject',
      description: 'What the work must keep to, as given.',
      resolve: ({ constraints }) => JSON.parse(constraints),
    }),
    deliverable: t.exposeString('deliverable', {
      description: 'What is to be handed over; empty when not given.',
    }),
    deadline: t.expose('deadline', {
      type: 'DateTime',
      ...maybe('When it is to be done; null without a deadline.'),
    }),
    status: t.exposeString('status', {
      description: '`open`, `in_progress`, `blocked`, `done`, `rejected` or `cancelled`.',
    }),
    responseNotes: t.exposeString(
      'responseNotes',
      maybe('What the owning plane says of it; null when not given.'),
    ),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    lease: t.field({
      type: LeaseRef,
      ...maybe('The claim on it; null while nobody has claimed it.'),
      extensions: { rest: false },
      resolve: (ticket) => ticket.lease,
    }),
    releaseNote: t.exposeString('releaseNote', {
      ...maybe('Why its latest worker released it; null when not given.'),
      extensions: { rest: false },
    }),
  }),
});

const ClaimRef = builder.objectRef<TicketClaim>('DirectorTicketClaim').implement({
  description: 'What a claim got.',
  fields: (t) => ({
    ticket: t.field({
      type: TicketRef,
      ...maybe('The ticket; null where none was open.'),
      resolve: (claim) => claim.ticket,
    }),
    worker: t.exposeString('worker', { description: 'Who claimed it.' }),
    leaseExpiresAt: t.expose('leaseExpiresAt', {
      type: 'DateTime',
      ...maybe('End of the lease; null without a ticket.'),
    }),
  }),
});

mutation(createDirectorTicket, TicketRef);
mutation(updateDirectorTicket, TicketRef);
query(getDirectorTicket, TicketRef);
connection(listDirectorTickets, connectionType('DirectorTicket', TicketRef, { counted: true }));
mutation(claimDirectorTicket, ClaimRef);
mutation(releaseDirectorTicket, TicketRef);
