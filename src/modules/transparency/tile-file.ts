import { readTilePath } from '../../lib/tiles.js';
import type { TransparencyLog } from './transparency-log.js';

/** Texts of entries, each behind its length in two bytes (C2SP tlog-tiles). */
function bundle(entries: readonly string[]): Buffer {
  return Buffer.concat(
    entries.map((entry) => {
      const content = Buffer.from(entry, 'utf8');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(content.length);
      return Buffer.concat([length, content]);
    }),
  );
}

/**
 * The bytes at `/log/tile/<level>/<path>`.
 * @param level 0 to 5, or `entries`
 * @returns null where there is no such tile yet, or the path is written otherwise
 */
export async function tileFile(
  log: Pick<TransparencyLog, 'tileAt' | 'entriesOf' | 'readTile'>,
  level: string,
  path: string,
): Promise<Buffer | null> {
  const requested = readTilePath(path);
  if (!requested || !/^(entries|[0-5])$/.test(level)) return null;
  const { index, width } = requested;
  const there = await log.tileAt(level === 'entries' ? 0 : Number(level), index);
  if (there.width < width) return null;
  if (level === 'entries') return bundle(await log.entriesOf({ index, width }));
  return Buffer.concat(await log.readTile({ level: Number(level), index, width }));
}
