import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandStartedEvent, Db } from 'mongodb';
import { exemptionOf, nameOf } from './exemptions.js';
import { type ListedUse, lineOf, listedUses, longListFile } from './listed.js';
import { isSupported } from './missing.js';
import { complaintOf, type Explained, explain } from './plans.js';
import { type Search, searchesOf, shapeOf } from './searches.js';
import { collectionOf, usesOf } from './uses.js';

/** One thing that a test process has seen, for the end of the whole run. */
export interface Seen {
  use?: ListedUse;
  /** A search of this shape, and whether its collection was there, so that a plan could be judged. */
  search?: { shape: string; judged: boolean };
  /** Name of an exemption that a search needed. */
  exemption?: string;
}

/** Where the whole run gathers what the test processes saw. */
export interface Gathering {
  folder: string;
  /** The committed list is about to be written anew. */
  update: boolean;
}

/**
 * Watches the commands of one service.
 *
 * `check` explains every shape of search that was seen, with the values it was last made with, on the
 * database as it stands then, and holds every name against what the embedded store has.
 */
export function watchCommands() {
  const searches = new Map<string, Search>();
  const uses = new Map<string, ListedUse>();

  /** What is to be said against the answer to one search. */
  function judge(shape: string, plan: Explained, seen: Seen[]): string[] {
    seen.push({ search: { shape, judged: !plan.stages.includes('EOF') } });
    const complaint = complaintOf(plan);
    if (complaint === null) return [];
    const exemption = exemptionOf(shape, complaint);
    if (!exemption) return [`${shape} ${complaint}: ${JSON.stringify(plan)}`];
    seen.push({ exemption: nameOf(exemption) });
    return [];
  }

  return {
    onCommand({ command }: CommandStartedEvent): void {
      const collection = collectionOf(command) ?? 'database';
      for (const use of usesOf(command)) {
        const listed = { collection, ...use };
        uses.set(lineOf(listed), listed);
      }
      for (const search of searchesOf(command)) searches.set(shapeOf(search), search);
    },

    /** @param explaining whether the server's plans are in MongoDB's form */
    async check(db: Db, explaining = true): Promise<{ complaints: string[]; seen: Seen[] }> {
      const seen: Seen[] = [...uses.values()].map((use) => ({ use }));
      const complaints = [...uses.values()]
        .filter((use) => !isSupported(use))
        .map((use) => `the embedded store lacks ${lineOf(use)}`);
      for (const [shape, search] of explaining ? searches : []) {
        await explain(db, search).then(
          (plan) => complaints.push(...judge(shape, plan, seen)),
          (error) => complaints.push(`${shape} cannot be explained: ${error}`),
        );
      }
      return { complaints, seen };
    },
  };
}

const passedOn = new Set<string>();

/** Tells the whole run what was seen, each thing once a process. */
export function passOn(seen: readonly Seen[], { folder }: Gathering): void {
  const lines = [...new Set(seen.map((each) => JSON.stringify(each)))];
  const fresh = lines.filter((line) => !passedOn.has(line));
  for (const line of fresh) passedOn.add(line);
  if (fresh.length > 0) appendFileSync(join(folder, `${process.pid}`), `${fresh.join('\n')}\n`);
}

/** The uses that are on neither committed list. */
export function unlisted(seen: readonly Seen[]): string[] {
  const listed = new Set([...listedUses(), ...listedUses(longListFile)].map(lineOf));
  const lines = seen.flatMap(({ use }) => (use ? [lineOf(use)] : []));
  return lines
    .filter((line) => !listed.has(line))
    .map((line) => `not in test/store-use/uses.json: ${line}`);
}
