import { day } from '../../lib/units.js';
import type { Services } from '../../services.js';

const refusalsMax = 5;

/** How many refunds are owed for over 24 h, or were refused five times by their provider. */
export async function countStuckRefunds({ siteChecks, clock }: Services): Promise<number> {
  const owed = await siteChecks.owedRefunds();
  const longAgo = clock.now().getTime() - day;
  return owed.filter(
    ({ refundAttempts = 0, owedAt, createdAt }) =>
      refundAttempts >= refusalsMax || (owedAt ?? createdAt).getTime() < longAgo,
  ).length;
}
