import type { LoggedEvent } from '../../aggregate/event-log.js';
import { distanceMetres, isPossiblePosition } from '../../lib/geo.js';
import { day } from '../../lib/units.js';
import type { Services } from '../../services.js';
import type { Job } from '../job/job.js';
import { JobChange } from '../job/job-change.js';
import type { Geocoder } from './geocoder.js';
import type { PlaceKind } from './place.js';

const code = 'address_far';
/** Distance up to which an address and a position agree. */
const agreeMetres = 2_000;
/** Age up to which a job is checked, after failures of the geocoder. */
const ageMilliseconds = day;
/** Places that an address can mean; the nearest one counts. */
const placesMax = 5;
/** Kinds of places that are small enough to have one position. */
const preciseKinds: readonly PlaceKind[] = ['address', 'street', 'landmark'];

/**
 * Returns the distance from a job's position to the nearest place that its address can mean; null if the geocoder knows
 * no such place, or only its town.
 */
async function distanceOf(geocoder: Geocoder, job: Job): Promise<number | null> {
  const { address, latitude, longitude } = job;
  const near = { latitude, longitude };
  const found = await geocoder.search(address, { near, language: 'en', limit: placesMax });
  if (found[0] === undefined || !preciseKinds.includes(found[0].kind)) return null;
  const precise = found.filter(({ kind }) => preciseKinds.includes(kind));
  return Math.min(...precise.map((place) => distanceMetres(near, place)));
}

const jobOf = ({ type, data }: LoggedEvent): string | null =>
  type === 'job.created' ? String(data['job_id']) : null;

/**
 * Adds the warning `address_far` to a new job, of the API or of a site check, whose address is more than 2 km from its
 * position. A job is never delayed by it: if the geocoder fails, the check is retried for a day.
 */
export function followAddresses(
  { followers, jobs, clock }: Pick<Services, 'followers' | 'jobs' | 'clock'>,
  geocoder: Geocoder,
): void {
  followers.followEvents(
    'addresses',
    async (event) => {
      const jobId = jobOf(event);
      const job = jobId === null ? null : await jobs.find(jobId, {});
      if (!job || job.erasedAt || !isPossiblePosition(job.latitude, job.longitude)) return;
      if (clock.now().getTime() - job.createdAt.getTime() > ageMilliseconds) return;
      const metres = await distanceOf(geocoder, job);
      if (metres === null || metres <= agreeMetres) return;
      const message = `The address is ${(metres / 1000).toFixed(1)} km from the position. Check which of them is right.`;
      await jobs.change(job._id, {}, (found) => {
        const isKnown = found.warnings.some((one) => one.code === code);
        if (found.erasedAt || isKnown) return null;
        return new JobChange(found, clock.now()).set({
          warnings: [...found.warnings, { code, message }],
        });
      });
    },
    { subject: jobOf },
  );
}
