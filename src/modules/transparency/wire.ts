import type { ModeServices } from '../../services.js';
import type { Wired } from '../../wiring.js';
import { followVersions } from './follow-versions.js';
import { createTransparencyStore } from './transparency.store.js';
import { createTransparencyLog, type TransparencyLog } from './transparency-log.js';

declare module '../../services.js' {
  interface ModeServices {
    transparency: TransparencyLog;
  }
}

type Needs = Pick<ModeServices, 'db' | 'events' | 'followers' | 'jobs' | 'reports' | 'serverKeys'>;

/** @param options name of a new log, and the minimum time between two of its checkpoints; omitted: a second */
export async function wireTransparency(
  needs: Needs,
  options: { origin: string; checkpointMilliseconds: number | undefined },
): Promise<Wired<'transparency'>> {
  const { db, events, serverKeys, reports } = needs;
  const store = createTransparencyStore(db);
  await store.ensureIndexes();
  const transparency = createTransparencyLog({
    store,
    // A log with another name keeps it, because its published data contains that name.
    origin: (await store.origin()) ?? options.origin,
    key: serverKeys.log.privateKey,
    takeLease: async (...lease) => (await events.takeLease('log', ...lease)) !== null,
    checkpointMilliseconds: options.checkpointMilliseconds,
  });
  followVersions({ ...needs, transparency, setReceipt: reports.setReceipt });
  return { services: { transparency } };
}
