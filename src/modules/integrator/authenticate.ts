import { isCredential } from '../../lib/credential.js';
import { minute } from '../../lib/units.js';
import type { HeaderViewer } from '../../viewer.js';
import { hashKey } from './api-key.js';
import type { IntegratorStore } from './integrator.store.js';

const noteEveryMilliseconds = minute;

/**
 * Returns the viewer of an X-API-Key header. The key is looked up on each call, so that a revocation has immediate
 * effect. Its use is recorded at most once a minute.
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

/** Returns the viewer with the current state of the key, for work that continues after the request was authorised. */
export async function stillViewer(
  integrators: IntegratorStore,
  viewer: HeaderViewer,
): Promise<HeaderViewer> {
  if (viewer.kind === 'anonymous') return viewer;
  const { keys } = await integrators.get(viewer.integratorId);
  const key = keys.find(({ id }) => id === viewer.keyId);
  return key && !key.revokedAt ? viewer : { kind: 'anonymous', problem: 'api_key_invalid' };
}
