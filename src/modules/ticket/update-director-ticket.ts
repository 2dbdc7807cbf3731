import { z } from 'zod';
import { scope } from '../../access.js';
import { text } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { type Ticket, ticketTarget, type VerificationEvidence } from './ticket.js';
import { isLeasedToOther, leaseHeld, TicketChange } from './ticket-change.js';
import { type EvidenceNeeds, evidenceOf } from './ticket-evidence.js';
import { evidenceListInput, gateInput, requirementsInput, workerText } from './ticket-input.js';
import { checkVerification, evaluateGate, verificationAfter } from './verification.js';

/** DirectorTicketUpdateIn of the API; null is the same as omitted. */
export const updateDirectorTicketInput = z
  .object({
    status: text(0, 20).nullish().describe('Status to move the ticket to.'),
    repairState: text(0, 30).nullish().describe('How far the repair is; a free label.'),
    verificationStatus: text(0, 30)
      .nullish()
      .describe('`verified`, `pending`, `not_required` or a free label.'),
    verificationRequirements: requirementsInput().nullish(),
    verificationEvidence: evidenceListInput().nullish(),
    simulationGate: gateInput.nullish(),
    responseNotes: text(0, 10_000).nullish().describe('What the owning plane says of it.'),
    worker: workerText().nullish().describe('Who works on it; needed while the ticket is claimed.'),
  })
  .meta({
    document: 'DirectorTicketUpdateIn',
    description: 'What to change; lists replace lists, and null changes nothing.',
  });
type UpdateInput = z.infer<typeof updateDirectorTicketInput>;

/** Returns the fields that an update sets, except the status. */
function fieldsOf(
  ticket: Ticket,
  input: UpdateInput,
  evidence: VerificationEvidence[] | null,
  now: Date,
): Partial<Ticket> {
  const { repairState, verificationStatus, verificationRequirements, responseNotes } = input;
  const { simulationGate: gate } = input;
  return {
    ...(repairState != null && { repairState }),
    ...(verificationStatus != null && { verificationStatus }),
    ...(verificationRequirements != null && { verificationRequirements }),
    ...(responseNotes != null && { responseNotes }),
    ...(evidence && { verificationEvidence: evidence }),
    ...(gate && {
      simulationGate: evaluateGate(
        {
          ...gate,
          threshold: gate.threshold ?? null,
          score: gate.score ?? null,
          runReference: gate.runReference ?? null,
        },
        ticket.simulationGate,
        now,
      ),
    }),
  };
}

const isAboutVerification = (fields: Partial<Ticket>): boolean =>
  'verificationRequirements' in fields ||
  'verificationEvidence' in fields ||
  'simulationGate' in fields;

/** @throws ApiError `lease_held`, `not_found`, `invalid_transition`, `verification_incomplete` */
async function plan(
  services: EvidenceNeeds,
  ticket: Ticket,
  input: UpdateInput,
): Promise<TicketChange | null> {
  const { status, verificationStatus, verificationEvidence: given } = input;
  const now = services.clock.now();
  if (isLeasedToOther(ticket, input.worker ?? null)) throw leaseHeld(ticket);
  // Evaluated on the ticket being changed: evidence added by others in the meantime keeps its id.
  const evidence = given ? await evidenceOf(services, given, ticket.verificationEvidence) : null;
  const change = new TicketChange(ticket, now);
  const fields = fieldsOf(ticket, input, evidence, change.now);
  const says = Object.keys(fields).length > 0;
  if (!says && status == null) return null;
  change.set(fields);
  if (verificationStatus == null && isAboutVerification(fields)) {
    change.set({ verificationStatus: verificationAfter(change.after) });
  }
  if (status != null) change.move(status);
  checkVerification(change.after);
  return says ? change.emitEvent('ticket.updated') : change;
}

async function update(
  services: EvidenceNeeds & Pick<Services, 'tickets'>,
  id: string,
  input: UpdateInput,
): Promise<Ticket> {
  const { _id } = await services.tickets.get(id);
  return services.tickets.change(_id, (ticket) => plan(services, ticket, input));
}

export const updateDirectorTicket = operation({
  name: 'updateDirectorTicket',
  kind: 'mutation',
  description:
    'Update a director ticket. `verified` needs evidence for every requirement and a required gate passed; `done` needs a verification that is `verified` or `not_required`.',
  access: scope('operator'),
  target: ticketTarget,
  input: updateDirectorTicketInput,
  errors: ['not_found', 'lease_held', 'invalid_transition', 'verification_incomplete'],
  example: {
    status: 'done',
    repair_state: 'deployed',
    verification_status: 'verified',
    verification_evidence: [
      {
        requirement: 'The share of failed photos is below 5 % for a week.',
        kind: 'link',
        reference: 'https://figures.example/geofence',
        note: '3.1 % from 12 to 18 January.',
      },
    ],
    simulation_gate: {
      scenario: 'replay of the failed photos',
      threshold: 0.9,
      score: 0.97,
      run_reference: 'run-7',
    },
    response_notes: 'The instructions ask to wait for the position now.',
    worker: 'field-agent-1',
  },
  rest: post('/v1/operator/director-tickets/{ticket_id}', {
    tool: { name: 'update_director_ticket' },
    tag: 'Tickets',
    summary: 'Update a director ticket',
  }),
  run: ({ services }, { id, input }) => update(services, id, input),
});
