import { spawnSync } from 'node:child_process';
import { compiledUrl } from '../../../src/lib/compiled.js';

const script = compiledUrl(
  new URL('../../../scripts/verify-report.ts', import.meta.url).href,
  './verify-report.js',
).pathname;

/** Runs the built `verify-report`. @returns its exit code, and its output */
export function verifyCommand(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}
