import type { Catalogue } from '../catalogue/catalogue.js';
import { nearestMarketCity } from '../catalogue/serviceability.js';
import type { Job } from './job.js';

/** Which part of the work a job belongs to. */
export interface Lane {
  /** `<market_city_key>:<service_key or default>`; null where no city is known. */
  laneKey: string | null;
  marketCity: string | null;
  marketCityKey: string | null;
}

export const noLane: Lane = { laneKey: null, marketCity: null, marketCityKey: null };

/** The lane of a job, by the market city that is nearest to it. */
export function laneOf(
  catalogue: Catalogue,
  job: Pick<Job, 'latitude' | 'longitude' | 'serviceKey'>,
): Lane {
  const city = nearestMarketCity(catalogue, job);
  if (!city) return noLane;
  const laneKey = `${city.key}:${job.serviceKey ?? 'default'}`;
  return { laneKey, marketCity: city.name, marketCityKey: city.key };
}
