import { z } from 'zod';

export const alertSeverity = z.enum(['warning', 'critical']);

/** A condition that needs attention. */
export interface FoundAlert {
  key: string;
  severity: z.infer<typeof alertSeverity>;
  /** One sentence. */
  message: string;
}

/** An alert with the time of the evaluation that first found it. */
export interface Alert extends FoundAlert {
  since: Date;
}

/** Returns the keys of alerts with their severities, to detect changes. */
export const signatureOf = (alerts: readonly FoundAlert[]): string =>
  alerts
    .map(({ key, severity }) => `${key}:${severity}`)
    .sort()
    .join(' ');

export const criticalOf = <A extends FoundAlert>(alerts: readonly A[]): A[] =>
  alerts.filter(({ severity }) => severity === 'critical');

/** Returns alerts as sentences, one per line. */
export const linesOf = (alerts: readonly FoundAlert[]): string =>
  alerts.map(({ key, severity, message }) => `${severity} ${key}: ${message}`).join('\n');
