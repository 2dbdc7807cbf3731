import type { Wording } from './reader-wording.js';

/** Start of the signed title of a test report. */
export const sandboxPrefix = 'SANDBOX: ';

/** Returns the title of a report. @param serviceLabel null for a job without a service */
export function titleOf(
  { t, own }: Wording,
  { serviceLabel, isTest }: { serviceLabel: string | null; isTest: boolean },
): string {
  const title =
    serviceLabel === null
      ? t('content.title')
      : t('content.title_of', { service: own(serviceLabel) });
  return isTest ? t('content.title_test', { title }) : title;
}
