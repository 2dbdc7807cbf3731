import type { KeyObject } from 'node:crypto';
import { generateKeyPairSync } from 'node:crypto';
import { openCheckpoint, readVerifierKey } from '../../../src/lib/checkpoint.js';
import { leafHash } from '../../../src/lib/merkle.js';
import type { LogEntry } from '../../../src/modules/report/log-entry.js';
import type { ReadLog } from '../../../src/modules/transparency/published.js';
import { tileFile } from '../../../src/modules/transparency/tile-file.js';
import { createTransparencyStore } from '../../../src/modules/transparency/transparency.store.js';
import { createTransparencyLog } from '../../../src/modules/transparency/transparency-log.js';
import { completedJob } from '../../report/support/flow.js';
import type { Json, TestApp } from '../../support/app.js';

/** Waits until every version is logged and has its receipt. */
export async function settleLog({ services }: Pick<TestApp, 'services'>): Promise<void> {
  await services.relay.drain();
  await services.followers.catchUp();
}

/** Creates a report with this many versions, each logged. */
export async function reportOf(
  app: TestApp,
  versions: number,
): Promise<{ jobId: string; report: Json }> {
  const { jobId } = await completedJob(app);
  let report: Json;
  for (let made = 0; made < versions; made++) {
    if (made > 0) {
      const verdict = made % 2 === 1 ? 'disputed' : 'accepted';
      await app.rest('POST', `/v1/jobs/${jobId}/requester-feedback`, {
        body: { verdict, rating: 3, comment: `Round ${made}` },
      });
    }
    report = (await app.rest('POST', `/v1/jobs/${jobId}/reality-report`)).body;
  }
  await settleLog(app);
  return { jobId, report };
}

/** Returns the published data of a service's log. @param prefix `/sandbox` for test reports */
export const readOf =
  (app: TestApp, prefix = ''): ReadLog =>
  async (path) => {
    const answer = await app.fetch(prefix + path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  };

/** Returns the newest head, verified with the key that the log names. */
export async function headOf(read: ReadLog) {
  const { name, key } = readVerifierKey((await read('/log/key')).toString());
  return openCheckpoint((await read('/log/checkpoint')).toString(), key, name);
}

export const hashes = (encoded: string[]) => encoded.map((hash) => Buffer.from(hash, 'base64'));

export const bareKeys = generateKeyPairSync('ed25519');
export const bareOrigin = 'log.test';

/** Opens a log on a separate database that contains nothing else. */
export async function bareLog(app: TestApp, name: string, key: KeyObject = bareKeys.privateKey) {
  const db = app.db.client.db(`${app.db.databaseName}-${name}`);
  const store = createTransparencyStore(db);
  await store.ensureIndexes();
  const log = createTransparencyLog({ store, origin: bareOrigin, key, checkpointMilliseconds: 1 });
  return { db, store, log };
}
export type BareLog = Awaited<ReturnType<typeof bareLog>>;

export const hexOf = (text: string) => leafHash(text).toString('hex');
export const entryAt = (report: number, version: number): LogEntry => ({
  report_id: `report-${report}`,
  version_number: version,
  content_sha256: hexOf(`${report}/${version}`),
  previous_sha256: version === 1 ? null : hexOf(`${report}/${version - 1}`),
  signed_at: '2026-11-22T10:00:00.000Z',
  key_id: 'key',
});

/** Returns the published data of a bare log. */
export const publishedBy =
  ({ log }: BareLog): ReadLog =>
  async (path) => {
    if (path === '/log/key') return Buffer.from(log.verifierKey);
    if (path === '/log/checkpoint') return Buffer.from((await log.checkpoint()).text);
    const [, level = '', tile = ''] = /^\/log\/tile\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const bytes = await tileFile(log, level, tile);
    if (!bytes) throw new Error(`${path}: 404`);
    return bytes;
  };
