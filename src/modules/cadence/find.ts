import { day } from '../../lib/units.js';
import type { Services } from '../../services.js';
import { eventType } from '../event/event.js';
import { globalScope, type KpiScope } from '../kpi/kpi.js';
import type { Findings } from './decide.js';
import { type AlertNeeds, findAlerts, placesOf } from './find-alerts.js';
import { scoreOf } from './score.js';

/** Number of complete days in the score. */
export const scoreDays = 7;

/** Modules whose events count as activity. */
const activity = ['job', 'site_check', 'evidence', 'payment'];

/** Returns the UTC day `days` days before, as `YYYY-MM-DD`. */
export const dateBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * day).toISOString().slice(0, 10);

/** Returns the market city that a cadence is restricted to; null for one that covers all. */
const cityOf = ({ catalogue }: Pick<Services, 'catalogue'>, scopeKey: string): string | null =>
  catalogue.market_cities.some(({ key }) => key === scopeKey) ? scopeKey : null;

/** Returns the scope of a cadence's figures. */
export function figuresScopeOf(services: Pick<Services, 'catalogue'>, scopeKey: string): KpiScope {
  const city = cityOf(services, scopeKey);
  return city === null ? globalScope : { scopeType: 'market_city', scopeKey: city };
}

async function countOpenJobs(
  { jobs }: Pick<Services, 'jobs'>,
  city: string | null,
  isHere: ReturnType<typeof placesOf>,
): Promise<number> {
  if (city === null) return jobs.countWorking();
  let count = 0;
  for await (const place of jobs.workingPlaces()) if (isHere(place)) count += 1;
  return count;
}

async function isQuiet({ events }: Pick<Services, 'events'>, now: Date): Promise<boolean> {
  const types = eventType().options.filter((type) =>
    activity.some((singular) => type.startsWith(`${singular}.`)),
  );
  const [last] = await events.list({ types, backwards: true, limit: 1 });
  return last === undefined || last.timestamp.getTime() < now.getTime() - day;
}

/**
 * Returns how many days ago the last day with complete figures was: yesterday, if its figures of every scope are
 * stored.
 */
async function lastDay({ kpis }: Pick<Services, 'kpis'>, now: Date): Promise<number> {
  const { scopeType, scopeKey } = globalScope;
  const yesterday = await kpis.find(scopeType, scopeKey, dateBefore(now, 1));
  return yesterday?.metrics.final ? 1 : 2;
}

/** Reads figures and alerts; writes nothing. */
export async function find(
  services: AlertNeeds & Pick<Services, 'kpis'>,
  scopeKey: string,
  now: Date,
): Promise<Findings> {
  const city = cityOf(services, scopeKey);
  const isHere = placesOf(services, city);
  const scope = figuresScopeOf(services, scopeKey);
  const last = await lastDay(services, now);
  const [snapshots, openJobs, quiet] = await Promise.all([
    services.kpis.list(scope, dateBefore(now, last + scoreDays - 1), dateBefore(now, last)),
    countOpenJobs(services, city, isHere),
    isQuiet(services, now),
  ]);
  const alerts = await findAlerts({ services, now, isHere, openJobs });
  const days = snapshots.map(({ metrics }) => metrics);
  return { ...scoreOf(days), alerts, isIdle: openJobs === 0 && quiet };
}
