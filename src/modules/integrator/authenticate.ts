import { isCredential } from '../../lib/credential.js';
import { minute } from '../../lib/units.js';
import type { HeaderViewer } from '../../viewer.js';
import { hashKey } from './api-key.js';
import type { IntegratorStore } from './integrator.store.js';

const noteEveryMilliseconds = minute;

/**
 * Who sends this X-API-Key header; the key is looked up anew, so that a revocation counts at once.
 * That the key was used is noted at most once a minute.
 */
export async function authenticate(
  integrators: IntegratorStore,
  header: string | null | undefined,
  now: Date,
): Promise<HeaderViewer> {
  if (!header) return { kind: 'anonymous', problem: 'api_key_missing' };
  if (!isCredential(header)) return { kind: 'anonymous', problem: 'api_key_invalid' };
  const found = await integrators.findKey(hashKey(header));
  if (!found || found.key.revokedAt) return { kind: 'anonymous', problem: 'api_key_invalid' };
  const unnoted = now.getTime() - (found.key.lastUsedAt?.getTime() ?? 0);
  if (unnoted >= noteEveryMilliseconds) await integrators.noteUse(found.key, now);
  return {
    kind: 'api_key',
    integratorId: found.integratorId,
    keyId: found.key.id,
    mode: found.mode,
    scopes: found.key.scopes,
    actors: found.key.actors ?? [],
  };
}

/** The viewer as the key stands by now, for what goes on after the request was judged. */
export async function stillViewer(
  integrators: IntegratorStore,
  viewer: HeaderViewer,
): Promise<HeaderViewer> {
  if (viewer.kind === 'anonymous') return viewer;
  const { keys } = await integrators.get(viewer.integratorId);
  const key = keys.find(({ id }) => id === viewer.keyId);
  return key && !key.revokedAt ? viewer : { kind: 'anonymous', problem: 'api_key_invalid' };
}
