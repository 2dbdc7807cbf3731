import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface FreezableDisk {
  path: string;
  /** Blocks every write to it in the kernel from now on. */
  freeze(): void;
  thaw(): void;
  unmount(): void;
}

function run(command: string, ...args: string[]): void {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr.trim()}`);
}

/**
 * Mounts an ext4 file system of 64 MB from a file in a new folder. Returns null, with a warning, if this process
 * is not allowed to mount; the tests that need it are then skipped.
 */
export function mountFreezableDisk(): FreezableDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'freezable-disk-'));
  const image = join(folder, 'image');
  const path = mkdtempSync(join(folder, 'mounted-'));
  try {
    writeFileSync(image, Buffer.alloc(64 * 1024 * 1024));
    run('mkfs.ext4', '-q', image);
    run('mount', '-o', 'loop', image, path);
  } catch (error) {
    console.warn(`NOT TESTED: a disk that hangs, since none can be mounted here (${error})`);
    rmSync(folder, { recursive: true });
    return null;
  }
  return {
    path,
    freeze: () => run('fsfreeze', '-f', path),
    thaw: () => run('fsfreeze', '-u', path),
    unmount() {
      // Lazily, because a failed test may have left a process on it.
      spawnSync('umount', ['-l', path]);
      rmSync(folder, { recursive: true });
    },
  };
}
