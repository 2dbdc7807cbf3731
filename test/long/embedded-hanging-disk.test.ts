import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { killServices, newDataDir, spawnService } from '../support/process.js';

afterEach(killServices);

/** Opening a pipe that nobody writes to hangs in the kernel, as a file system that is gone does. */
test.skipIf(process.platform === 'win32')(
  'a data folder whose file system hangs is named in one line, and the process ends',
  async () => {
    const dataDir = join(newDataDir(), 'data');
    mkdirSync(dataDir);
    expect(spawnSync('mkfifo', [join(dataDir, 'store.mdb')]).status).toBe(0);
    const service = spawnService({ DATA_DIR: dataDir });
    const { code, stdout, stderr } = await service.ended;
    expect(stderr).toBe(`DATA_DIR ${dataDir}: the file system does not answer\n`);
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
  },
  60_000,
);
