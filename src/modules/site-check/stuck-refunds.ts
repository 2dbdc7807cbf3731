import { hour } from '../../lib/units.js';
import type { Services } from '../../services.js';

/** What makes a refund stuck: owed for longer than these hours, or refused so often. */
export const stuckRefund = { hours: 24, errors: 5 };

/** How many refunds are owed for too long, or were refused too often by their provider. */
export async function countStuckRefunds({ siteChecks, clock }: Services): Promise<number> {
  const owed = await siteChecks.owedRefunds();
  const longAgo = clock.now().getTime() - stuckRefund.hours * hour;
  return owed.filter(
    ({ refundAttempts = 0, owedAt, createdAt }) =>
      refundAttempts >= stuckRefund.errors || (owedAt ?? createdAt).getTime() < longAgo,
  ).length;
}
