import { z } from 'zod';

export const alertSeverity = z.enum(['warning', 'critical']);

/** Something that is not as it should be. */
export interface FoundAlert {
  key: string;
  severity: z.infer<typeof alertSeverity>;
  /** One sentence. */
  message: string;
}

/** The same with the evaluation that first found it. */
export interface Alert extends FoundAlert {
  since: Date;
}

/** Keys of alerts with their severities, to see whether anything has changed. */
export const signatureOf = (alerts: readonly FoundAlert[]): string =>
  alerts
    .map(({ key, severity }) => `${key}:${severity}`)
    .sort()
    .join(' ');

export const criticalOf = <A extends FoundAlert>(alerts: readonly A[]): A[] =>
  alerts.filter(({ severity }) => severity === 'critical');

/** Alerts in sentences, a line each. */
export const linesOf = (alerts: readonly FoundAlert[]): string =>
  alerts.map(({ key, severity, message }) => `${severity} ${key}: ${message}`).join('\n');
