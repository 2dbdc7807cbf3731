import { hour } from '../../lib/units.js';
import type { Services } from '../../services.js';

/** A refund is stuck if it has been due for longer than these hours, or was rejected this often. */
export const stuckRefund = { hours: 24, errors: 5 };

/** Counts the refunds that are overdue, or were rejected too often by their provider. */
export async function countStuckRefunds({
  siteChecks,
  clock,
}: Pick<Services, 'clock' | 'siteChecks'>): Promise<number> {
  const owed = await siteChecks.owedRefunds();
  const longAgo = clock.now().getTime() - stuckRefund.hours * hour;
  return owed.filter(
    ({ refundAttempts = 0, owedAt, createdAt }) =>
      refundAttempts >= stuckRefund.errors || (owedAt ?? createdAt).getTime() < longAgo,
  ).length;
}
