import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { canonicalJson } from '../../lib/canonical-json.js';
import { newId } from '../../lib/ids.js';
import { freeObject, text, timestamp } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { rankOf, type Ticket } from './ticket.js';
import { TicketChange } from './ticket-change.js';
import { type EvidenceNeeds, evidenceOf } from './ticket-evidence.js';
import { evidenceListInput, gateInput, planeText, requirementsInput } from './ticket-input.js';
import { checkVerification, defaultVerification, evaluateGate } from './verification.js';

/** Services that create a ticket. */
export type TicketNeeds = EvidenceNeeds & Pick<Services, 'publicIntegratorId' | 'tickets'>;

/** DirectorTicketCreateIn of the API. */
export const createDirectorTicketInput = z
  .object({
    ticketCode: text(0, 120)
      .nullish()
      .describe('Code of the ticket, unique; omitted or empty: one is made.'),
    requestingPlane: planeText().describe('Part of the operation that asks.'),
    owningPlane: planeText().describe('Part of the operation that is to do it.'),
    objective: text(1, 5000).describe('What is to be achieved.'),
    incidentCode: text(0, 120).nullish().describe('Incident that it belongs to.'),
    failureCategory: text(0, 40).nullish().describe('Kind of the failure; a free label.'),
    failurePatternKey: text(0, 160).nullish().describe('Pattern that the failure follows.'),
    repairLane: text(0, 40).nullish().describe('How it is repaired; a free label.'),
    repairState: text(0, 30).nullish().describe('How far the repair is; a free label.'),
    verificationStatus: text(0, 30)
      .nullish()
      .describe('`verified`, `pending`, `not_required` or a free label; omitted: as required.'),
    verificationRequirements: requirementsInput().default([]),
    verificationEvidence: evidenceListInput().default([]),
    simulationGate: gateInput.nullish(),
    constraints: freeObject().optional().describe('What the work must keep to.'),
    deliverable: text(0, 5000).default('').describe('What is to be handed over.'),
    deadline: timestamp().nullish().describe('When it is to be done.'),
  })
  .meta({
    document: 'DirectorTicketCreateIn',
    description: 'Work that one part of the operation asks of another.',
  });
export type TicketInput = z.infer<typeof createDirectorTicketInput>;

const codeCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const codeLength = 6;

/** `DT-<yyyymmdd>-<6 characters>`. */
function newCode(now: Date): string {
  const characters = Array.from(
    { length: codeLength },
    () => codeCharacters[randomInt(codeCharacters.length)],
  );
  return `DT-${now.toISOString().slice(0, 10).replaceAll('-', '')}-${characters.join('')}`;
}

/**
 * Returns a ticket that is not stored yet, with its first event.
 * @param purpose set if at most one unfinished ticket can exist for it
 * @throws ApiError `not_found`, `verification_incomplete`
 */
export async function newTicket(
  services: EvidenceNeeds & Pick<Services, 'publicIntegratorId'>,
  input: TicketInput,
  purpose?: string,
): Promise<Ticket> {
  const now = services.clock.now();
  const { simulationGate: gate, verificationRequirements } = input;
  const simulationGate = gate
    ? evaluateGate(
        {
          ...gate,
          threshold: gate.threshold ?? null,
          score: gate.score ?? null,
          runReference: gate.runReference ?? null,
        },
        null,
        now,
      )
    : null;
  const draft: Ticket = {
    _id: newId(),
    integratorId: services.publicIntegratorId,
    status: 'open',
    ticketCode: input.ticketCode || newCode(now),
    requestingPlane: input.requestingPlane,
    owningPlane: input.owningPlane,
    objective: input.objective,
    deliverable: input.deliverable,
    incidentCode: input.incidentCode ?? null,
    failureCategory: input.failureCategory ?? 'unclassified',
    failurePatternKey: input.failurePatternKey ?? null,
    repairLane: input.repairLane ?? 'standard',
    repairState: input.repairState ?? 'none',
    verificationStatus:
      input.verificationStatus ?? defaultVerification({ verificationRequirements, simulationGate }),
    verificationRequirements,
    verificationEvidence: await evidenceOf(services, input.verificationEvidence, []),
    simulationGate,
    constraints: canonicalJson(input.constraints ?? {}),
    deadline: input.deadline ?? null,
    responseNotes: null,
    releaseNote: null,
    ...(purpose !== undefined && { purpose, openKey: purpose }),
    rankAt: rankOf(input.deadline ?? null),
    lease: null,
    revision: 0,
    createdAt: now,
    updatedAt: now,
    outbox: [],
  };
  checkVerification(draft);
  const { after, events } = new TicketChange(draft, now).emitEvent('ticket.created', null);
  return { ...after, revision: 1, outbox: events };
}

/** @throws ApiError `ticket_code_taken`, and errors of `newTicket` */
async function create(services: TicketNeeds, input: TicketInput): Promise<Ticket> {
  for (;;) {
    const ticket = await newTicket(services, input);
    if ((await services.tickets.insert(ticket)) === null) return ticket;
    // If a generated code is taken, another one is generated.
    if (!input.ticketCode) continue;
    throw new ApiError('ticket_code_taken', errorText('error.ticket_code'));
  }
}

export const createDirectorTicket = operation({
  name: 'createDirectorTicket',
  kind: 'mutation',
  description: 'Create a director ticket: work that one part of the operation asks of another.',
  access: scope('operator'),
  input: createDirectorTicketInput,
  errors: ['not_found', 'ticket_code_taken', 'verification_incomplete'],
  example: {
    requesting_plane: 'quality',
    owning_plane: 'field_operations',
    objective: 'Find out why photos in Berlin fail the geofence check.',
    incident_code: 'INC-0042',
    verification_requirements: ['The share of failed photos is below 5 % for a week.'],
    simulation_gate: { scenario: 'replay of the failed photos', threshold: 0.9 },
    constraints: { budget_minor: 20_000 },
    deliverable: 'A change of the instructions, or of the geofence.',
    deadline: '2027-02-01T00:00:00Z',
  },
  rest: post('/v1/operator/director-tickets', {
    tool: { name: 'create_director_ticket' },
    tag: 'Tickets',
    summary: 'Create a director ticket',
    status: 201,
    location: (ticket) => `/v1/operator/director-tickets/${ticket.id}`,
  }),
  run: ({ services }, { input }) => create(services, input),
});
