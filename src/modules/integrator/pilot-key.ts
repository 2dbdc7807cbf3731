import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import { isDuplicateKey } from '../../lib/mongo.js';
import { second } from '../../lib/units.js';
import { scope } from '../../scopes.js';
import { hashKey, keyRecord, newKeySecret } from './api-key.js';
import { founderConsole, pilotIntegratorName } from './integrator.js';
import type { IntegratorStore } from './integrator.store.js';

/** The current pilot key, and whether it was shown to its owner. */
interface PilotDocument {
  _id: 'pilot';
  keyId: string;
  /** Hash of the PILOT_API_KEY it was created from; null for a generated one. */
  configuredHash: string | null;
  announced: boolean;
}

/** Time that a process has to announce the key it stored; a process that takes longer is treated as killed. */
const announceMilliseconds = 5 * second;
const pollMilliseconds = 100;

/** The scopes and actors of the pilot key. */
const grants = () => ({ scopes: [...scope.options], actors: [founderConsole] });

/**
 * Returns the stored document once its key is announced, or has not been announced for `announceMilliseconds`. The time
 * is measured here: the clocks of other machines can differ.
 */
async function findSettled(documents: Collection<PilotDocument>): Promise<PilotDocument | null> {
  let found = await documents.findOne({ _id: 'pilot' });
  for (let waited = 0; found && !found.announced && waited < announceMilliseconds; ) {
    await pause(pollMilliseconds);
    waited += pollMilliseconds;
    const next: PilotDocument | null = await documents.findOne({ _id: 'pilot' });
    // Another process has stored a new key, and has the same time to announce it.
    if (next?.keyId !== found.keyId) waited = 0;
    found = next;
  }
  return found;
}

/** @returns false if another process has stored a document since `current` was read */
async function store(
  documents: Collection<PilotDocument>,
  current: PilotDocument | null,
  next: Omit<PilotDocument, '_id'>,
): Promise<boolean> {
  if (current) {
    const { _id, keyId, announced } = current;
    return (await documents.updateOne({ _id, keyId, announced }, { $set: next })).matchedCount > 0;
  }
  try {
    await documents.insertOne({ _id: 'pilot', ...next });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Ensures that there is one pilot key with every scope and the actor `founder_console`. A configured key is used
 * unchanged and replaces the previous one; without one, the first start generates a key and passes it to `announce`. Of
 * several processes that start together, the one whose key was stored announces it. A key that was stored but never
 * announced, because the process was killed in between, is replaced at the next start: no one knows it.
 */
export async function ensurePilotKey(options: {
  db: Db;
  integrators: IntegratorStore;
  configured: string | undefined;
  now: Date;
  announce: (key: string) => void;
}): Promise<void> {
  const { db, integrators, configured, now, announce } = options;
  const documents: Collection<PilotDocument> = db.collection('pilot_key');
  // A configured key replaces any other, announced or not.
  const current = await (configured ? documents.findOne({ _id: 'pilot' }) : findSettled(documents));
  if (
    current &&
    (configured ? current.configuredHash === hashKey(configured) : current.announced)
  ) {
    // A key of an earlier version lacks the scopes and actors added since.
    await integrators.setGrants(current.keyId, grants());
    return;
  }

  const secret = configured ?? newKeySecret();
  const integrator = await integrators.ensure(pilotIntegratorName, now);
  // The key was configured before, replaced by another, and is configured again.
  const known = configured ? await integrators.findKey(hashKey(configured)) : null;
  if (known?.key.revokedAt) await integrators.restoreKey(known.key.id);
  if (known) await integrators.setGrants(known.key.id, grants());
  else {
    const fresh = keyRecord(secret, { label: 'pilot', ...grants() }, now);
    await integrators.addKey(integrator._id, fresh);
  }
  const key = (known ?? (await integrators.findKey(hashKey(secret))))?.key;
  if (!key) throw new Error('the pilot key was added and is not there');

  const next = {
    keyId: key.id,
    configuredHash: configured ? hashKey(configured) : null,
    announced: configured !== undefined,
  };
  if (!(await store(documents, current, next))) {
    // Another process was first: its key is used. It can be the same one.
    const first = await documents.findOne({ _id: 'pilot' });
    if (!known && first?.keyId !== key.id) await integrators.revokeKey(key.id, now);
    return;
  }
  if (current && current.keyId !== key.id) await integrators.revokeKey(current.keyId, now);
  if (!configured) {
    announce(secret);
    await documents.updateOne({ _id: 'pilot', keyId: key.id }, { $set: { announced: true } });
  }
}
