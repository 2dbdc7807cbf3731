import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A disk of so many megabytes in a folder of its own; null, and a warning, where this process may not mount
 * one: what needs it is then not tested.
 */
export function mountSmallDisk(megabytes: number): { path: string; unmount(): void } | null {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const size = `size=${megabytes}m`;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', path], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0) {
    const why = mounted.error?.message ?? mounted.stderr.trim();
    console.warn(`NOT TESTED: a full disk, since none can be mounted here (${why})`);
    rmdirSync(path);
    return null;
  }
  return {
    path,
    unmount() {
      // Lazily: a test that failed may have left a process on it.
      spawnSync('umount', ['-l', path]);
      rmdirSync(path);
    },
  };
}
