import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Mounts a disk of this size in a new folder. Returns null, with a warning, if this process is not allowed to mount;
 * the tests that need it are then skipped.
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
      // Lazily, because a failed test may have left a process on it.
      spawnSync('umount', ['-l', path]);
      rmdirSync(path);
    },
  };
}
