import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Exemption, exemptions, nameOf } from './exemptions.js';
import { type ListedUse, lineOf, listedUses, listFile, listText, longListFile } from './listed.js';
import type { Gathering, Seen } from './watch.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Absent where the run is not to be compared with the committed list as a whole. */
    storeUse?: Gathering;
  }
}

function read(folder: string): Seen[] {
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Only the long suite makes previews, and so their collection. */
const judgedInLongSuite = ['evidence.previews { _id: ? }'];

/** Searches whose collection was missing wherever they were explained, so that no plan was judged. */
function unjudged(seen: readonly Seen[]): string[] {
  const searches = seen.flatMap(({ search }) => search ?? []);
  const judged = new Set(searches.filter((search) => search.judged).map(({ shape }) => shape));
  return [...new Set(searches.map(({ shape }) => shape))]
    .filter((shape) => !judged.has(shape) && !judgedInLongSuite.includes(shape))
    .map((shape) => `no test looks for this where the collection is there: ${shape}`);
}

/** Entries of the list and of the exemptions that the whole suite had no need of. */
export function stale(
  seen: readonly Seen[],
  listed: readonly ListedUse[],
  exempted: readonly Pick<Exemption, 'search' | 'complaint'>[],
): string[] {
  const used = new Set(seen.flatMap(({ use }) => (use ? [lineOf(use)] : [])));
  const needed = new Set(seen.map(({ exemption }) => exemption));
  return [
    ...listed
      .map(lineOf)
      .filter((line) => !used.has(line))
      .map((line) => `listed and not used: ${line}`),
    ...exempted
      .map(nameOf)
      .filter((name) => !needed.has(name))
      .map((name) => `exempted and needed no more: ${name}`),
  ];
}

async function ranWhole({ vitest }: TestProject): Promise<boolean> {
  const ran = vitest.state.getTestModules();
  const all = await vitest.globTestSpecifications();
  const { testNamePattern } = vitest.config;
  return !testNamePattern && ran.length === all.length && ran.every((file) => file.ok());
}

/**
 * Compares what all test processes saw with the committed list, once every test has passed.
 * `npm test -- -u` writes the list anew.
 */
export default function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'verification-store-use-'));
  const update = project.config.snapshotOptions.updateSnapshot === 'all';
  project.provide('storeUse', { folder, update });
  return async () => {
    const seen = read(folder);
    rmSync(folder, { recursive: true });
    if (!(await ranWhole(project))) return;
    const uses = new Map(seen.flatMap(({ use }) => (use ? [[lineOf(use), use] as const] : [])));
    // A race of the short suite may do now and then what the long one does always.
    for (const use of listedUses(longListFile)) uses.delete(lineOf(use));
    if (update) writeFileSync(listFile, listText([...uses.values()]));
    // Another server's planner may need other exemptions.
    const exempted = process.env['TEST_MONGODB_URI'] ? [] : exemptions.filter(({ long }) => !long);
    const complaints = [...stale(seen, listedUses(), exempted), ...unjudged(seen)];
    if (complaints.length === 0) return;
    console.error(`\nHow the service uses its store:\n${complaints.join('\n')}\n`);
    process.exitCode = 1;
  };
}
