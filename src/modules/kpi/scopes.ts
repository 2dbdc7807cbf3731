import { ApiError, errorText } from '../../errors.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { JobPlace } from '../job/job.js';
import { laneOf } from '../job/lane.js';
import { globalScope, type KpiScope, kpiScopeTypes, scopeName } from './kpi.js';

/** The service of jobs without one, or with one that the catalogue does not have. */
const defaultService = 'default';

const hasService = ({ services }: Catalogue, key: string) =>
  services.some((service) => service.service_key === key);

/** Returns the scopes that a job counts towards: the global one, its market city, and its service. */
export function scopesOf(
  catalogue: Catalogue,
  job: Pick<JobPlace, 'latitude' | 'longitude' | 'serviceKey'>,
): KpiScope[] {
  const { marketCityKey } = laneOf(catalogue, job);
  const { serviceKey } = job;
  const known = serviceKey !== null && hasService(catalogue, serviceKey);
  return [
    globalScope,
    ...(marketCityKey === null
      ? []
      : [{ scopeType: 'market_city', scopeKey: marketCityKey } as const]),
    { scopeType: 'service', scopeKey: known ? serviceKey : defaultService },
  ];
}

function isKnown(catalogue: Catalogue, { scopeType, scopeKey }: KpiScope): boolean {
  switch (scopeType) {
    case 'global':
      return scopeKey === globalScope.scopeKey;
    case 'market_city':
      return catalogue.market_cities.some((city) => city.key === scopeKey);
    case 'service':
      return scopeKey === defaultService || hasService(catalogue, scopeKey);
  }
}

/**
 * Returns the named scope.
 * @throws ApiError `scope_unknown` for a scope without figures
 */
export function knownScope(
  catalogue: Catalogue,
  named: { scopeType: string; scopeKey: string },
): KpiScope {
  const scopeType = kpiScopeTypes.find((type) => type === named.scopeType);
  const scope = scopeType && { scopeType, scopeKey: named.scopeKey };
  if (scope && isKnown(catalogue, scope)) return scope;
  const name = scopeName(named as KpiScope);
  throw new ApiError('scope_unknown', errorText('error.scope_unknown', { scope: name }));
}
