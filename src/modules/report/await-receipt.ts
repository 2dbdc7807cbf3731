import { setTimeout as pause } from 'node:timers/promises';
import { second } from '../../lib/units.js';
import type { LogReceipt } from './integrity.js';
import type { ReportStore } from './report.store.js';

/** Maximum time that a PDF waits for the receipt that it embeds. */
const receiptMilliseconds = 5 * second;
const receiptPauses = { first: 20, longest: 250 };

/** Polls for the receipt of a version; returns null after 5 s. @throws Error when aborted */
export async function awaitReceipt(
  reports: Pick<ReportStore, 'findReceipt'>,
  bodyId: string,
  signal: AbortSignal,
): Promise<LogReceipt | null> {
  const end = performance.now() + receiptMilliseconds;
  for (let next = receiptPauses.first; ; next = Math.min(2 * next, receiptPauses.longest)) {
    const receipt = await reports.findReceipt(bodyId);
    if (receipt || performance.now() + next > end) return receipt;
    await pause(next, undefined, { signal });
  }
}
