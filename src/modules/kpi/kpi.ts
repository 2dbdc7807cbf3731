import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { day } from '../../lib/units.js';

export const kpiScopeTypes = ['global', 'market_city', 'service'] as const;
export type KpiScopeType = (typeof kpiScopeTypes)[number];

/** What figures are about: everything, the jobs nearest to a market city, or those of a service. */
export interface KpiScope {
  scopeType: KpiScopeType;
  scopeKey: string;
}

export const globalScope: KpiScope = { scopeType: 'global', scopeKey: 'default' };

/** Name of a scope, unique among scopes. */
export const scopeName = ({ scopeType, scopeKey }: KpiScope) => `${scopeType}/${scopeKey}`;

/** The scope of a name. */
export function namedScope(name: string): KpiScope {
  const [scopeType, scopeKey] = name.split('/') as [KpiScopeType, string];
  return { scopeType, scopeKey };
}

/** A figure: a count, a share to 4 decimals, or sums by currency; null where there is nothing to divide by. */
export type KpiValue = number | boolean | string | null | Readonly<Record<string, number>>;

/** The figures of a day by their keys in snake_case; `DayFigures` makes them. */
export interface KpiMetrics {
  [key: string]: KpiValue;
  /** Whether the day was over. */
  final: boolean;
  /** ISO 8601. */
  computed_at: string;
  /** `seq` of the newest event of the day; 0 without one. */
  last_seq: number;
  /** Jobs in work at the first computation. */
  jobs_open: number;
}

/** One row of figures a day and scope. */
export interface KpiSnapshot extends KpiScope {
  _id: string;
  /** A UTC day, `YYYY-MM-DD`. */
  snapshotDate: string;
  metrics: KpiMetrics;
  createdAt: Date;
  updatedAt: Date;
}

export const kpiSnapshotPolicies: FieldPolicies<KpiSnapshot> = {
  _id: kept,
  snapshotDate: kept,
  metrics: kept,
  createdAt: kept,
  updatedAt: kept,
  scopeType: kept,
  scopeKey: kept,
};

/** The UTC day of a moment. */
export const dateOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The first moment of a UTC day. */
export const startOf = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** The UTC day that is `days` later, or earlier where it is negative. */
export const dateAfter = (date: string, days: number): string =>
  dateOf(new Date(startOf(date).getTime() + days * day));

/** Days from one UTC day to another; negative where the other is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (startOf(to).getTime() - startOf(from).getTime()) / day;
