import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { day } from '../../lib/units.js';

export const kpiScopeTypes = ['global', 'market_city', 'service'] as const;
export type KpiScopeType = (typeof kpiScopeTypes)[number];

/** Scope of figures: everything, the jobs nearest to a market city, or those of a service. */
export interface KpiScope {
  scopeType: KpiScopeType;
  scopeKey: string;
}

export const globalScope: KpiScope = { scopeType: 'global', scopeKey: 'default' };

/** Returns the name of a scope, unique among scopes. */
export const scopeName = ({ scopeType, scopeKey }: KpiScope) => `${scopeType}/${scopeKey}`;

/** Returns the scope of a name. */
export function namedScope(name: string): KpiScope {
  const [scopeType, scopeKey] = name.split('/') as [KpiScopeType, string];
  return { scopeType, scopeKey };
}

/** A figure: a count, a share to 4 decimals, or sums by currency; null for a share of nothing. */
export type KpiValue = number | boolean | string | null | Readonly<Record<string, number>>;

/** The figures of a day by their keys in snake_case, as computed by `DayFigures`. */
export interface KpiMetrics {
  [key: string]: KpiValue;
  /** True if the day was over. */
  final: boolean;
  /** ISO 8601. */
  computed_at: string;
  /** `seq` of the newest event of the day; 0 without one. */
  last_seq: number;
  /** Open jobs at the first computation. */
  jobs_open: number;
}

/** The figures of one day and scope. */
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

/** Returns the UTC day of a moment. */
export const dateOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Returns the first moment of a UTC day. */
export const startOf = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** Returns the UTC day `days` days later, or earlier if negative. */
export const dateAfter = (date: string, days: number): string =>
  dateOf(new Date(startOf(date).getTime() + days * day));

/** Returns the days from one UTC day to another; negative if the other is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (startOf(to).getTime() - startOf(from).getTime()) / day;
