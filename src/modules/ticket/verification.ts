import { ApiError } from '../../errors.js';
import type { SimulationGate, Ticket } from './ticket.js';

/** Verification statuses with a meaning; any other is a free label. */
export const verified = 'verified';
export const notRequired = 'not_required';
export const pending = 'pending';

type Verifiable = Pick<
  Ticket,
  'verificationRequirements' | 'verificationEvidence' | 'simulationGate'
>;

const shownMax = 200;

/** Returns what a ticket lacks to be verified, as texts; empty if nothing is missing. */
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

/** Returns the default status of a verification. */
export const defaultVerification = ({
  verificationRequirements,
  simulationGate,
}: Omit<Verifiable, 'verificationEvidence'>): string =>
  verificationRequirements.length > 0 || simulationGate?.required ? pending : notRequired;

/**
 * Returns the status of a verification after a change that did not set it: pending if it is no longer verified, or is
 * now required; free labels are kept.
 */
export function verificationAfter(ticket: Ticket): string {
  const { verificationStatus } = ticket;
  if (verificationStatus === verified && lacking(ticket).length > 0) return pending;
  return verificationStatus === notRequired ? defaultVerification(ticket) : verificationStatus;
}

/**
 * Rejects a ticket set to verified or done without proof.
 * @throws ApiError `verification_incomplete`, naming the missing proof
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

/** A gate as sent. */
export type GateInput = Omit<SimulationGate, 'evaluatedAt'>;

/** Returns a gate with its result: score against threshold if both are given, otherwise the result as sent. */
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
