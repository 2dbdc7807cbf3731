import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { compiledUrl } from '../../../lib/compiled.js';

const run = promisify(execFile);

/** Opens the index in a separate process and searches it; prints the figures as JSON. */
const script = `
  const { openGazetteer } = await import(process.argv[1]);
  const before = process.memoryUsage.rss();
  const start = performance.now();
  const gazetteer = await openGazetteer();
  const openMilliseconds = performance.now() - start;
  const openBytes = process.memoryUsage.rss() - before;
  for (const text of ['berlin', 'sao paulo', 'lodnon', 'Paris, Texas']) gazetteer.search(text, { limit: 10 });
  const searchedBytes = process.memoryUsage.rss() - before;
  console.log(JSON.stringify({ openMilliseconds, openBytes, searchedBytes }));
`;

async function measure() {
  const module = compiledUrl(import.meta.url, './open-gazetteer.js').href;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script, module]);
  return JSON.parse(stdout) as Record<string, number>;
}

describe('the index of places', () => {
  it('opens in less than 50 ms and 40 MB, also after the first searches', async () => {
    const runs = [await measure(), await measure(), await measure()];
    // Other work on the machine only adds to a figure.
    const least = (name: string) => Math.min(...runs.map((one) => one[name] ?? Number.NaN));
    expect(least('openMilliseconds')).toBeLessThan(50);
    expect(least('openBytes')).toBeLessThan(40e6);
    expect(least('searchedBytes')).toBeLessThan(40e6);
  });
});
