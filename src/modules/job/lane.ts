import type { Catalogue } from '../catalogue/catalogue.js';
import { nearestMarketCity } from '../catalogue/serviceability.js';
import type { Job } from './job.js';

/** The lane of a job: market city and service. */
export interface Lane {
  /** `<market_city_key>:<service_key or default>`; null if no city is known. */
  laneKey: string | null;
  marketCity: string | null;
  marketCityKey: string | null;
}

export const noLane: Lane = { laneKey: null, marketCity: null, marketCityKey: null };

/** Returns the lane of a job, by the market city nearest to it. */
export function laneOf(
  catalogue: Catalogue,
  job: Pick<Job, 'latitude' | 'longitude' | 'serviceKey'>,
): Lane {
  const city = nearestMarketCity(catalogue, job);
  if (!city) return noLane;
  const laneKey = `${city.key}:${job.serviceKey ?? 'default'}`;
  return { laneKey, marketCity: city.name, marketCityKey: city.key };
}
