import { ApiError, type ErrorText, errorText } from '../../errors.js';
import { quoted } from '../../lib/quoted.js';
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

/** Returns what a ticket lacks to be verified, one sentence for evidence and one for the gate; empty if nothing is missing. */
export function lacking(ticket: Verifiable): ErrorText[] {
  const met = new Set(ticket.verificationEvidence.map(({ requirement }) => requirement));
  const unmet = ticket.verificationRequirements
    .filter((requirement) => !met.has(requirement))
    .map((requirement) => quoted(requirement, shownMax));
  const { simulationGate: gate } = ticket;
  const fails = gate?.required && gate.result !== 'passed';
  return [
    ...(unmet.length > 0
      ? [errorText('error.ticket_requirements', { requirements: unmet.join(', ') })]
      : []),
    ...(fails ? [errorText('error.ticket_gate', { result: gate.result })] : []),
  ];
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
  throw new ApiError('verification_incomplete', lacks[0] ?? errorText('error.ticket_unverified'));
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
