import type { Collection, Db } from 'mongodb';
import { ApiError, errorText } from '../../errors.js';
import { isFindable, newId } from '../../lib/ids.js';
import { createLookUp } from '../../lib/look-up.js';
import { isDuplicateKey } from '../../lib/mongo.js';
import type { KeyMode, Scope } from '../../scopes.js';
import { type ApiKey, type Integrator, testPrefix } from './integrator.js';

export type IntegratorStore = ReturnType<typeof createIntegratorStore>;

export interface FoundKey {
  integratorId: string;
  mode: KeyMode;
  key: ApiKey;
}

/** The `integrators` collection, including their keys. */
export function createIntegratorStore(db: Db) {
  const integrators: Collection<Integrator> = db.collection('integrators');

  // Shared by the requests of one batch: `findKey` returns copies.
  const integratorOfKey = createLookUp(
    async (hashes: readonly string[]): Promise<ReadonlyMap<string, Integrator>> => {
      const found = await integrators.find({ 'keys.hash': { $in: [...hashes] } }).toArray();
      return new Map(
        found.flatMap((integrator) => integrator.keys.map(({ hash }) => [hash, integrator])),
      );
    },
    (integrator) => integrator,
  );

  /** Returns the integrator of this name; inserts the given one if it is new. */
  async function findOrInsert(fresh: Integrator): Promise<Integrator> {
    const { name } = fresh;
    const known = await integrators.findOne({ name });
    if (known) return known;
    try {
      await integrators.insertOne(fresh);
      return fresh;
    } catch (error) {
      // Another caller was first. An upsert would fail with another code on DocumentDB.
      const first = isDuplicateKey(error) ? await integrators.findOne({ name }) : null;
      if (!first) throw error;
      return first;
    }
  }

  return {
    async ensureIndexes(): Promise<void> {
      await integrators.createIndexes([
        { key: { name: 1 }, unique: true },
        { key: { 'keys.hash': 1 }, unique: true, sparse: true },
        { key: { 'keys.id': 1 }, sparse: true },
        { key: { mode: 1 }, sparse: true },
      ]);
    },

    /** Returns the key with this hash, revoked keys included, and its integrator. */
    async findKey(hash: string): Promise<FoundKey | null> {
      const integrator = await integratorOfKey(hash);
      const key = integrator?.keys.find((candidate) => candidate.hash === hash);
      if (!integrator || !key) return null;
      return {
        integratorId: integrator._id,
        mode: integrator.mode ?? 'live',
        key: structuredClone(key),
      };
    },

    async get(id: string): Promise<Integrator> {
      const integrator = await integrators.findOne({ _id: id });
      if (!integrator) throw new ApiError('not_found', errorText('error.integrator_id'));
      return integrator;
    },

    /** Returns the integrator of this name, created if it is new; two callers get the same one. */
    ensure: (name: string, now: Date): Promise<Integrator> =>
      findOrInsert({ _id: newId(), name, keys: [], createdAt: now }),

    /** Returns the integrator that owns the test keys of the named one, created if it is new. */
    async ensureTwin(name: string, now: Date): Promise<Integrator> {
      const twin = { mode: 'test' as const, clockOffsetMs: 0, clockRevision: 0 };
      const result = await findOrInsert({
        _id: newId(),
        name: `${testPrefix}${name}`,
        keys: [],
        createdAt: now,
        ...twin,
      });
      if (result.mode !== 'test') throw new Error(`integrator ${testPrefix}${name} is no twin`);
      return result;
    },

    /** Returns the integrators that have one of these names. */
    async listByName(names: readonly string[]): Promise<Integrator[]> {
      return integrators.find({ name: { $in: [...names] } }).toArray();
    },

    /** Returns the integrators that own test keys. */
    async listTwins(): Promise<Integrator[]> {
      return integrators.find({ mode: 'test' }).toArray();
    },

    /** Returns whether a test key was ever created. */
    async hasTwins(): Promise<boolean> {
      return (await integrators.findOne({ mode: 'test' })) !== null;
    },

    /**
     * Moves the clock of a sandbox.
     * @param clockRevision the revision that was read
     * @returns whether it was still current
     */
    async moveClock(id: string, clockRevision: number, clockOffsetMs: number): Promise<boolean> {
      const result = await integrators.updateOne(
        { _id: id, clockRevision },
        { $set: { clockOffsetMs, clockRevision: clockRevision + 1 } },
      );
      return result.matchedCount === 1;
    },

    /** Adds a key unless the integrator has one with its hash, which another process can have added. */
    async addKey(integratorId: string, key: ApiKey): Promise<void> {
      await integrators.updateOne(
        { _id: integratorId, 'keys.hash': { $ne: key.hash } },
        { $push: { keys: key } },
      );
    },

    /** Stores when a key was used, unless another request did so since it was read. */
    async noteUse({ id, lastUsedAt }: ApiKey, now: Date): Promise<void> {
      await integrators.updateOne(
        { 'keys.id': id, keys: { $elemMatch: { id, lastUsedAt } } },
        { $set: { 'keys.$.lastUsedAt': now } },
      );
    },

    async setGrants(
      keyId: string,
      { scopes, actors }: { scopes: Scope[]; actors: string[] },
    ): Promise<void> {
      const set = { 'keys.$.scopes': scopes, 'keys.$.actors': actors };
      await integrators.updateOne({ 'keys.id': keyId }, { $set: set });
    },

    async restoreKey(keyId: string): Promise<void> {
      await integrators.updateOne({ 'keys.id': keyId }, { $set: { 'keys.$.revokedAt': null } });
    },

    /** @returns the key with its integrator, or null if no key has this id */
    async revokeKey(
      keyId: string,
      now: Date,
    ): Promise<{ integrator: Integrator; key: ApiKey } | null> {
      if (!isFindable(keyId)) return null;
      await integrators.updateOne(
        { 'keys.id': keyId, keys: { $elemMatch: { id: keyId, revokedAt: null } } },
        { $set: { 'keys.$.revokedAt': now } },
      );
      const integrator = await integrators.findOne({ 'keys.id': keyId });
      const key = integrator?.keys.find((candidate) => candidate.id === keyId);
      return integrator && key ? { integrator, key } : null;
    },
  };
}
