import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface FreezableDisk {
  path: string;
  /** Every write to it waits from now on, in the kernel. */
  freeze(): void;
  thaw(): void;
  unmount(): void;
}

function run(command: string, ...args: string[]): void {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr.trim()}`);
}

/**
 * An ext4 of 64 MB in a file, mounted in a folder of its own; null, and a warning, where this process may
 * not mount one: what needs it is then not tested.
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
      // Lazily: a test that failed may have left a process on it.
      spawnSync('umount', ['-l', path]);
      rmSync(folder, { recursive: true });
    },
  };
}
