import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const committed = readFileSync(join(root, 'schema/openapi.json'), 'utf8');

it.each([1, 2])('records the same examples as committed in schema/openapi.json, run %i', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verification-recorded-'));
  const file = join(folder, 'openapi.json');
  const script = join(root, 'dist/scripts/record-examples.js');
  const run = spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  expect(readFileSync(file, 'utf8')).toBe(committed);
  rmSync(folder, { recursive: true, force: true });
});
