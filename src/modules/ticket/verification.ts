import { ApiError } from '../../errors.js';
import type { SimulationGate, Ticket } from './ticket.js';

/** Statuses of the verification with a meaning; any other is a free label. */
export const verified = 'verified';
export const notRequired = 'not_required';
export const pending = 'pending';

type Verifiable = Pick<
  Ticket,
  'verificationRequirements' | 'verificationEvidence' | 'simulationGate'
>;

const shownMax = 200;

/** What a ticket lacks to be verified, in words; empty where nothing lacks. */
export function lacking(ticket: Verifiable): string[] {
  const met = new Set(ticket.verificationEvidence.map(({ requirement }) => requirement));
  const unmet = ticket.verificationRequirements
    .filter((requirement) => !met.has(requirement))
    .map(
      (requirement) =>
        `evidence for ${JSON.stringify([...requirement].slice(0, shownMax).join(''))}`,
    );
  const { simulationGate: gate } = ticket;
  const fails = gate?.required && gate.result !== 'passed';
  return fails ? [...unmet, `the simulation gate, which is ${gate.result}`] : unmet;
}

/** The status of a verification that nobody has named. */
export const defaultVerification = ({
  verificationRequirements,
  simulationGate,
}: Omit<Verifiable, 'verificationEvidence'>): string =>
  verificationRequirements.length > 0 || simulationGate?.required ? pending : notRequired;

/**
 * The status of a verification after something about it was changed and nobody has named another: what is no
 * longer verified, or is required now, is pending; a label of somebody's stays.
 */
export function verificationAfter(ticket: Ticket): string {
  const { verificationStatus } = ticket;
  if (verificationStatus === verified && lacking(ticket).length > 0) return pending;
  return verificationStatus === notRequired ? defaultVerification(ticket) : verificationStatus;
}

/**
 * Refuses what is said to be verified, or done, without proof.
 * @throws ApiError `verification_incomplete`, naming what lacks
 */
export function checkVerification(ticket: Ticket): void {
  const { verificationStatus } = ticket;
  if (verificationStatus === notRequired) return;
  const isVerified = verificationStatus === verified;
  if (!isVerified && ticket.status !== 'done') return;
  const lacks = lacking(ticket);
  if (lacks.length === 0 && isVerified) return;
  if (lacks.length === 0) lacks.push(`verification_status ${verified}`);
  throw new ApiError('verification_incomplete', `The ticket lacks ${lacks.join('; ')}.`);
}

/** A gate as it is sent. */
export type GateInput = Omit<SimulationGate, 'evaluatedAt'>;

/** A gate with its result: score against threshold where both are given, else what was sent. */
export function evaluateGate(
  gate: GateInput,
  before: SimulationGate | null,
  now: Date,
): SimulationGate {
  const { threshold, score } = gate;
  const computed = threshold !== null && score !== null;
  const result = computed ? (score >= threshold ? 'passed' : 'failed') : gate.result;
  const same = before?.result === result && before.score === score;
  const evaluatedAt = result === 'pending' ? null : same ? before.evaluatedAt : now;
  return { ...gate, result, evaluatedAt };
}
