import { ApiError, errorText } from '../../errors.js';
import { newId } from '../../lib/ids.js';
import type { Services } from '../../services.js';
import type { EvidenceKind, VerificationEvidence } from './ticket.js';
import type { EvidenceInput } from './ticket-input.js';

/** Services that check evidence. */
export type EvidenceNeeds = Pick<Services, 'clock' | 'events' | 'jobs' | 'kpis'>;

/** Look-ups by kind; links and texts refer to nothing in this service. */
const exists: Record<
  EvidenceKind,
  ((services: EvidenceNeeds, id: string) => Promise<boolean>) | null
> = {
  link: null,
  text: null,
  job: async ({ jobs }, id) => (await jobs.find(id, {})) !== null,
  event: async ({ events }, id) => (await events.known([id])).has(id),
  kpi_snapshot: ({ kpis }, id) => kpis.exists(id),
};

/** @throws ApiError `not_found` */
async function check(
  services: EvidenceNeeds,
  { kind, reference }: EvidenceInput,
): Promise<boolean> {
  const look = exists[kind];
  if (!look) return false;
  if (await look(services, reference)) return true;
  const shown = JSON.stringify(reference.slice(0, 64));
  throw new ApiError('not_found', errorText('error.ticket_evidence', { kind, id: shown }), {
    hint: errorText('error.hint_ticket_evidence'),
  });
}

/**
 * Returns evidence in its stored form. An item with the same kind and reference as an earlier one keeps its id, and its
 * check result.
 *
 * @throws ApiError `not_found` for a job, an event or a snapshot that does not exist
 */
export async function evidenceOf(
  services: EvidenceNeeds,
  given: readonly EvidenceInput[],
  before: readonly VerificationEvidence[],
): Promise<VerificationEvidence[]> {
  const left = [...before];
  const evidence: VerificationEvidence[] = [];
  for (const item of given) {
    const { kind, reference, requirement = null, note = null } = item;
    const place = left.findIndex((one) => one.kind === kind && one.reference === reference);
    const [known] = place < 0 ? [] : left.splice(place, 1);
    const made = known ?? {
      evidenceId: newId(),
      kind,
      reference,
      checked: await check(services, item),
      createdAt: services.clock.now(),
    };
    evidence.push({ ...made, requirement, note });
  }
  return evidence;
}
