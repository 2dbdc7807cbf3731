import { z } from 'zod';
import type { ReportDelivery } from '../job/report-version.js';
import { attemptSeconds } from './deliver.js';

/** EmailDeliveryStatus of the API. */
export const emailDeliveryStatus = z.enum(['sent', 'skipped', 'failed']);

/** Returns the mail status for the caller; a mail that is not accepted yet counts as failed. */
export function emailStatusOf({
  channel,
  state,
}: Pick<ReportDelivery, 'channel' | 'state'>): z.infer<typeof emailDeliveryStatus> {
  if (channel === 'manual') return 'skipped';
  return state === 'pending' ? 'failed' : state;
}

/** Returns why no mail was sent or accepted; null otherwise. */
export const emailDeliveryError = ({ state, error }: Pick<ReportDelivery, 'state' | 'error'>) =>
  state === 'pending' ? `not accepted within ${attemptSeconds} seconds, being retried` : error;
