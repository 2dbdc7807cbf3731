import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readerOf } from '../src/modules/transparency/published.js';
import {
  LogFault,
  lookAtLog,
  type ReadLog,
  type Watched,
  watched,
} from '../src/modules/transparency/watch.js';
import { exitBy } from './exit-by.js';
import { printLine } from './print-line.js';

const usage = `usage: npm run watch-log -- ADDRESS [--state FILE] [--once]

Watches the transparency log of a service from outside: that it only grows, that nothing in it changes, and
that the versions of each report are a chain.
  ADDRESS       public address of the service, such as https://checks.example, or with /sandbox behind it
                for the log of test reports
  --state FILE  what was seen (default: watch-log.json)
  --once        look once; else once a minute

Exit 1 when the log is forked, rolled back, damaged, withholds a tile or has a broken chain.`;

const pauseMilliseconds = 60_000;

/** What was seen, as the file keeps it; absent from what earlier releases kept: whose log it is. */
const kept = watched.extend({ address: z.string().optional() });

/** What was seen of this log before. @throws where the file is of another: its log would seem forked */
function readState(file: string, address: string): Watched | null {
  if (!existsSync(file)) return null;
  let seen: z.infer<typeof kept>;
  try {
    // Only looked through: what it gives back lacks ids such as `__proto__`.
    seen = JSON.parse(readFileSync(file, 'utf8'));
    kept.parse(seen);
  } catch {
    throw new Error(`${file} is not what a watcher keeps; name another file with --state`);
  }
  if (seen.address === undefined || seen.address === address) return seen;
  throw new Error(`${file} has what was seen at ${seen.address}; name another file with --state`);
}

/** Whole or not at all: what was seen before must outlive a kill. */
function keep(file: string, address: string, seen: Watched): void {
  writeFileSync(`${file}.new`, JSON.stringify({ ...seen, address }));
  renameSync(`${file}.new`, file);
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      state: { type: 'string', default: 'watch-log.json' },
      once: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const address = positionals[0]?.replace(/\/+$/, '');
  if (values.help || address === undefined) {
    console.log(usage);
    return values.help === true;
  }
  const file = values.state;
  let seen: Watched | null = readState(file, address);
  const read = readerOf(address);
  for (;;) {
    const found = await look(read, seen);
    if (found === 'fault') return false;
    if (found) {
      seen = found;
      keep(file, address, seen);
      const { size, root } = seen;
      printLine(`ok     ${new Date().toISOString()}: ${size} entries, root ${root}`);
    }
    if (values.once) return found !== null;
    await wait(pauseMilliseconds);
  }
}

/** Looks once and says what is wrong; null where there was no answer, which proves nothing: the next look tells. */
async function look(read: ReadLog, seen: Watched | null): Promise<Watched | 'fault' | null> {
  try {
    return await lookAtLog(read, seen);
  } catch (error) {
    if (!(error instanceof LogFault)) {
      console.error(`no answer: ${(error as Error).message}`);
      return null;
    }
    printLine(`WRONG  ${error.message}`);
    // Signed by the log, they show to others what it did; the file keeps the one seen before.
    if (seen?.checkpoint) printNote('seen before:', seen.checkpoint);
    if (error.checkpoint) printNote('published now:', error.checkpoint);
    return 'fault';
  }
}

const printNote = (title: string, note: string) => [title, ...note.split('\n')].forEach(printLine);

exitBy(main);
