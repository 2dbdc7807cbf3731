import { z } from 'zod';

/**
 * What a key may do; `operator` sees every integrator's jobs and may do everything but what
 * `inbox:private` alone allows.
 */
export const scope = z.enum([
  'jobs:read',
  'jobs:write',
  'reports:write',
  'operator',
  'inbox:private',
]);
export type Scope = z.infer<typeof scope>;

/** A key as it is kept: never itself, only its SHA-256. */
export interface ApiKey {
  id: string;
  label: string;
  /** The first characters of the key, by which people distinguish keys. */
  prefix: string;
  /** Lower-case hex SHA-256 of the whole key. */
  hash: string;
  scopes: Scope[];
  createdAt: Date;
  revokedAt: Date | null;
  /** When it was last used, to the minute. */
  lastUsedAt: Date | null;
}

/** The owner of jobs; it has several keys, so that one can be replaced without losing a job. */
export interface Integrator {
  _id: string;
  name: string;
  keys: ApiKey[];
  createdAt: Date;
}

/** The integrator that site-check jobs belong to; it has no keys. */
export const publicIntegratorName = 'public';
/** The integrator of the key that the first start prints. */
export const pilotIntegratorName = 'pilot';
