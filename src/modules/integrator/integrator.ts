import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { text } from '../../lib/schema.js';
import type { Scope } from '../../scopes.js';

/** The default actor of mails and deliveries; the pilot key has it, and can grant every actor. */
export const founderConsole = 'founder_console';

/** Name of a person or program that sends mail or delivers reports. */
export const actorText = () => text(2, 120);

/** Actors of the service itself; no key can act as one of them. */
export const reservedActors: readonly string[] = ['system', 'adaptive_cadence'];

/** The record of a key: only its SHA-256 is stored. */
export interface ApiKey {
  id: string;
  label: string;
  /** The first characters of the key, by which people recognise it. */
  prefix: string;
  /** Lower-case hex SHA-256 of the whole key. */
  hash: string;
  scopes: Scope[];
  /** Names under which it sends mail and delivers reports; absent (none) in keys of earlier versions. */
  actors?: string[];
  createdAt: Date;
  revokedAt: Date | null;
  /** When it was last used, to the minute. */
  lastUsedAt: Date | null;
}

/** The owner of jobs; it can have several keys, so that a key can be replaced without losing a job. */
export interface Integrator {
  _id: string;
  name: string;
  keys: ApiKey[];
  createdAt: Date;
  /** Set on the twin that owns the test keys of an integrator; absent on all others. */
  mode?: 'test';
  /** Offset of its sandbox clock ahead of real time, in milliseconds. */
  clockOffsetMs?: number;
  /** Number of times that this clock was moved. */
  clockRevision?: number;
}

export const integratorPolicies: FieldPolicies<Integrator> = {
  _id: kept,
  name: kept,
  keys: {
    fields: {
      id: kept,
      label: kept,
      prefix: kept,
      hash: kept,
      scopes: kept,
      actors: kept,
      createdAt: kept,
      revokedAt: kept,
      lastUsedAt: kept,
    },
    export: false,
  },
  createdAt: kept,
  mode: kept,
  clockOffsetMs: kept,
  clockRevision: kept,
};

/** Name prefix of the integrators that own test keys. */
export const testPrefix = 'test:';

/** The integrator that site-check jobs belong to; it has no keys. */
export const publicIntegratorName = 'public';
/** The integrator of the key that the first start prints. */
export const pilotIntegratorName = 'pilot';
