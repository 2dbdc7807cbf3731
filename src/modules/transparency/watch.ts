import { z } from 'zod';
import { readVerifierKey } from '../../lib/checkpoint.js';
import { leafHash, treeRoot } from '../../lib/merkle.js';
import { tilePath, tileWidth } from '../../lib/tiles.js';
import { entryText, type LogEntry } from '../report/log-entry.js';
import {
  LogFault,
  openHead,
  partial,
  type ReadLog,
  readHead,
  readTiles,
  widthIn,
} from './published.js';

export { LogFault, type ReadLog } from './published.js';

/**
 * The state that a watcher keeps between two runs: the first verifier key of the log, the root of its tree in base64,
 * the signed note of that tree (absent in the state of earlier releases), and the number and content hash of the newest
 * version of each report.
 */
export const watched = z.object({
  vkey: z.string(),
  size: z.int().min(0),
  root: z.string(),
  checkpoint: z.string().optional(),
  reports: z.record(z.string(), z.tuple([z.int(), z.string()])),
});
export type Watched = z.infer<typeof watched>;

/** Returns the texts of the entries in a bundle, each after its length in two bytes. */
function textsIn(bundle: Buffer, index: number): string[] {
  const texts: string[] = [];
  for (let at = 0; at < bundle.length; ) {
    if (at + 2 > bundle.length) throw new LogFault(`entries of tile ${index} are damaged`);
    const end = at + 2 + bundle.readUInt16BE(at);
    texts.push(bundle.subarray(at + 2, end).toString('utf8'));
    at = end;
  }
  return texts;
}

/** @throws LogFault if a version is missing, is there twice, or does not follow the previous one */
function followChain(reports: Watched['reports'], { report_id, ...entry }: LogEntry): void {
  const [before, hash] = reports[report_id] ?? [0, null];
  const { version_number: number } = entry;
  const about = `report ${report_id}, version ${number}`;
  if (number <= before) throw new LogFault(`broken chain: ${about} is in the log twice`);
  if (number > before + 1) {
    throw new LogFault(`broken chain: version ${before + 1} of report ${report_id} is missing`);
  }
  if (entry.previous_sha256 !== hash) {
    throw new LogFault(`broken chain: ${about} does not follow version ${before}`);
  }
  reports[report_id] = [number, entry.content_sha256];
}

/**
 * Checks the log once: its head is signed by the first key, it has grown from the previous tree, the entries are those
 * of the tree, and each report's versions are a chain. Everything is computed from the published data, without trusting
 * proofs of the service.
 *
 * @param before result of the previous check; null for the first
 * @throws LogFault with the reason
 */
export async function lookAtLog(read: ReadLog, before: Watched | null): Promise<Watched> {
  const vkey = (await read('/log/key')).toString('utf8').trim();
  if (before && vkey !== before.vkey) throw new LogFault('the log has another key than before');
  const checkpoint = await readHead(read);
  try {
    return await compare(read, { vkey, checkpoint }, before);
  } catch (error) {
    if (error instanceof LogFault) error.checkpoint = checkpoint;
    throw error;
  }
}

async function compare(
  read: ReadLog,
  { vkey, checkpoint }: { vkey: string; checkpoint: string },
  before: Watched | null,
): Promise<Watched> {
  const { name, key } = readVerifierKey(vkey);
  const { size, root } = openHead(checkpoint, key, name);
  const known = before?.size ?? 0;
  if (size < known) throw new LogFault(`rollback: ${known} entries were there, now ${size}`);
  if (before && size === known && root.toString('base64') !== before.root) {
    throw new LogFault(`fork: there are two trees of ${size} entries`);
  }
  const nodes = readTiles(read, size);
  if (!(await treeRoot(nodes, size)).equals(root)) {
    throw new LogFault(`the tiles are not those of the checkpoint of ${size} entries`);
  }
  if (before && (await treeRoot(nodes, known)).toString('base64') !== before.root) {
    throw new LogFault(`fork: the first ${known} entries are not those that were there before`);
  }
  // Without a prototype: the keys are from the log.
  const reports: Watched['reports'] = Object.assign(Object.create(null), before?.reports);
  for (let index = Math.floor(known / tileWidth); index * tileWidth < size; index++) {
    const width = widthIn(index, size);
    const texts = textsIn(
      await read(`/log/tile/entries/${tilePath(index)}${partial(width)}`),
      index,
    );
    if (texts.length !== width) throw new LogFault(`entries of tile ${index} are missing`);
    for (const [at, text] of texts.entries()) {
      const place = index * tileWidth + at;
      if (!leafHash(text).equals(await nodes(0, place))) {
        throw new LogFault(`entry ${place} was changed: it is not the leaf of the tree`);
      }
      if (place >= known) followChain(reports, readEntry(text, place));
    }
  }
  return { vkey, size, root: root.toString('base64'), checkpoint, reports };
}

const logEntry = z.strictObject({
  report_id: z.string(),
  version_number: z.int().min(1),
  content_sha256: z.string(),
  previous_sha256: z.string().nullable(),
  signed_at: z.string(),
  key_id: z.string(),
});

function readEntry(text: string, place: number): LogEntry {
  try {
    const entry = logEntry.parse(JSON.parse(text));
    if (entryText(entry) === text) return entry;
  } catch {
    // Not JSON or not an entry, although the log signed it.
  }
  throw new LogFault(`entry ${place} is not that of a report version in canonical form`);
}
