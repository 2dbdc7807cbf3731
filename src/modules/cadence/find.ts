import { day } from '../../lib/units.js';
import type { Services } from '../../services.js';
import { eventType } from '../event/event.js';
import { globalScope, type KpiScope } from '../kpi/kpi.js';
import type { Findings } from './decide.js';
import { findAlerts, placesOf } from './find-alerts.js';
import { scoreOf } from './score.js';

/** Complete days whose figures make the score. */
export const scoreDays = 7;

/** Nouns whose events say that the service is used. */
const activity = ['job', 'site_check', 'evidence', 'payment'];

/** `YYYY-MM-DD` of the UTC day so many days before. */
export const dateBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * day).toISOString().slice(0, 10);

/** The market city that a cadence is restricted to; null for one that looks at all. */
const cityOf = ({ catalogue }: Services, scopeKey: string): string | null =>
  catalogue.market_cities.some(({ key }) => key === scopeKey) ? scopeKey : null;

/** The scope whose figures a cadence looks at. */
export function figuresScopeOf(services: Services, scopeKey: string): KpiScope {
  const city = cityOf(services, scopeKey);
  return city === null ? globalScope : { scopeType: 'market_city', scopeKey: city };
}

async function countOpenJobs(
  { jobs }: Services,
  city: string | null,
  isHere: ReturnType<typeof placesOf>,
): Promise<number> {
  if (city === null) return jobs.countWorking();
  let count = 0;
  for await (const place of jobs.workingPlaces()) if (isHere(place)) count += 1;
  return count;
}

async function isQuiet({ events }: Services, now: Date): Promise<boolean> {
  const types = eventType().options.filter((type) =>
    activity.some((singular) => type.startsWith(`${singular}.`)),
  );
  const [last] = await events.list({ types, backwards: true, limit: 1 });
  return last === undefined || last.timestamp.getTime() < now.getTime() - day;
}

/** How many days back the last one is whose figures are complete: yesterday, once those of every scope are stored. */
async function lastDay({ kpis }: Services, now: Date): Promise<number> {
  const { scopeType, scopeKey } = globalScope;
  const yesterday = await kpis.find(scopeType, scopeKey, dateBefore(now, 1));
  return yesterday?.metrics.final ? 1 : 2;
}

/** Looks at figures and alerts; nothing is written. */
export async function find(services: Services, scopeKey: string, now: Date): Promise<Findings> {
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
