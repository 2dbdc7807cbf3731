import { ApiError } from '../../errors.js';
import { distanceMetres, isPossiblePosition, type Position } from '../../lib/geo.js';
import { newId } from '../../lib/ids.js';
import type { Services } from '../../services.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Job } from '../job/job.js';
import { type Provider, type ProviderChannel, providerNotFound } from '../provider/provider.js';
import type { DispatchThread } from './dispatch-run.js';

/** Maximum distance from the job to a market city of a registered provider who is not selected by id. */
const reachKm = 200;
const idleShare = 0.5;

/** An unregistered candidate for one run. */
export interface NamedCandidate {
  label: string;
  channel: ProviderChannel;
  email: string | null;
  phone: string | null;
}

type Candidate = Pick<
  DispatchThread,
  'providerId' | 'label' | 'channel' | 'email' | 'phone' | 'sourceKind' | 'distanceKm'
>;

/**
 * Returns the distances from a place to the market cities in km, rounded up to 0.1 km; empty for an impossible
 * position.
 */
function cityDistances(catalogue: Catalogue, place: Position): Map<string, number> {
  if (!isPossiblePosition(place.latitude, place.longitude)) return new Map();
  return new Map(
    catalogue.market_cities.map((city) => [
      city.key,
      Math.ceil(Math.round(distanceMetres(city, place)) / 100) / 10,
    ]),
  );
}

const nearest = ({ marketCityKeys }: Provider, distances: ReadonlyMap<string, number>) => {
  const known = marketCityKeys.flatMap((key) => distances.get(key) ?? []);
  return known.length > 0 ? Math.min(...known) : null;
};

const registered = (provider: Provider, distanceKm: number | null): Candidate => ({
  providerId: provider._id,
  label: provider.label,
  channel: provider.channel,
  email: provider.channel === 'email' ? provider.email : null,
  phone: provider.channel === 'sms' ? provider.phone : null,
  sourceKind: 'registry',
  distanceKm,
});

const named = ({ label, channel, email, phone }: NamedCandidate): Candidate => ({
  providerId: null,
  label,
  channel,
  email: channel === 'email' ? email : null,
  phone: channel === 'sms' ? phone : null,
  sourceKind: 'named',
  distanceKm: null,
});

/** Returns whether a provider serves a job; a provider with service keys does not serve a job without one. */
const serves = ({ serviceKeys }: Provider, { serviceKey }: Job) =>
  serviceKeys.length === 0 || (serviceKey !== null && serviceKeys.includes(serviceKey));

/** Returns the registered providers who serve a job: the nearest, least busy and most willing first. */
async function fromRegistry(
  services: Pick<Services, 'catalogue' | 'clock' | 'dispatch' | 'jobs' | 'providers'>,
  job: Job,
): Promise<Candidate[]> {
  const { providers, jobs, dispatch, catalogue, clock } = services;
  const distances = new Map(
    [...cityDistances(catalogue, job)].filter(([, kilometres]) => kilometres <= reachKm),
  );
  if (distances.size === 0) return [];
  const fitting = (await providers.listActive([...distances.keys()])).filter((provider) =>
    serves(provider, job),
  );
  const ids = fitting.map(({ _id }) => _id);
  if (ids.length === 0) return [];
  const [held, shares] = await Promise.all([
    jobs.countHeld(ids),
    dispatch.runs.acceptedShares(ids, clock.now()),
  ]);
  return fitting
    .map((provider) => ({
      provider,
      distance: nearest(provider, distances) ?? reachKm,
      active: held.get(provider._id) ?? 0,
      share: shares.get(provider._id) ?? idleShare,
    }))
    .filter(({ provider, active }) => active < provider.maxActiveJobs)
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        a.active - b.active ||
        b.share - a.share ||
        (a.provider._id < b.provider._id ? -1 : 1),
    )
    .map(({ provider, distance }) => registered(provider, distance));
}

/** @throws ApiError `provider_not_found`, also for a retired provider */
async function byId(
  services: Pick<Services, 'catalogue' | 'providers'>,
  job: Job,
  ids: readonly string[],
): Promise<Candidate[]> {
  const distances = cityDistances(services.catalogue, job);
  const found = await Promise.all([...new Set(ids)].map((id) => services.providers.get(id)));
  return found.map((provider) => {
    if (provider.status === 'retired') throw providerNotFound(provider._id);
    return registered(provider, nearest(provider, distances));
  });
}

/**
 * Returns the candidates for a job in the order of their offers: the given ones, otherwise those of the registry.
 *
 * @param threadsMax maximum number of candidates
 * @throws ApiError `provider_not_found`, `no_candidates`
 */
export async function candidatesFor(
  services: Pick<Services, 'catalogue' | 'clock' | 'dispatch' | 'jobs' | 'providers'>,
  job: Job,
  given: { providerIds: readonly string[]; candidates: readonly NamedCandidate[] },
  threadsMax: number,
): Promise<DispatchThread[]> {
  const isNamed = given.providerIds.length + given.candidates.length > 0;
  const found = isNamed
    ? [...(await byId(services, job, given.providerIds)), ...given.candidates.map(named)]
    : await fromRegistry(services, job);
  if (found.length === 0) throw new ApiError('no_candidates');
  return found.slice(0, threadsMax).map((candidate, index) => ({
    threadId: newId(),
    candidateId: newId(),
    ...candidate,
    rank: index + 1,
    state: 'queued',
    wave: null,
    offeredAt: null,
    expiresAt: null,
    answeredAt: null,
    acceptedAt: null,
    declineReason: null,
  }));
}
