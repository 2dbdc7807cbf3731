import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readerOf } from '../src/modules/transparency/published.js';
import { LogFault, lookAtLog, type Watched } from '../src/modules/transparency/watch.js';
import { exitBy } from './exit-by.js';
import { printLine } from './print-line.js';

const usage = `usage: npm run watch-log -- ADDRESS [--state FILE] [--once]

Watches the transparency log of a service from outside: that it only grows, that nothing in it changes, and
that the versions of each report are a chain.
  ADDRESS       public address of the service, such as https://checks.example, or with /sandbox behind it
                for the log of test reports
  --state FILE  what was seen (default: watch-log.json)
  --once        look once; else once a minute

Exit 1 when the log is forked, rolled back, damaged or has a broken chain.`;

const pauseMilliseconds = 60_000;

/** What was seen, as the file keeps it. */
interface Kept extends Watched {
  /** Absent from what earlier releases kept. */
  address?: string;
}

/** What was seen of this log before. @throws where the file is of another: its log would seem forked */
function readKept(file: string, address: string): Kept | null {
  if (!existsSync(file)) return null;
  const kept: Kept = JSON.parse(readFileSync(file, 'utf8'));
  if (kept.address === undefined || kept.address === address) return kept;
  throw new Error(`${file} has what was seen at ${kept.address}; name another file with --state`);
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
  let seen: Watched | null = readKept(file, address);
  const read = readerOf(address);
  for (;;) {
    try {
      seen = await lookAtLog(read, seen);
      // Whole or not at all: what was seen before must outlive a kill.
      writeFileSync(`${file}.new`, JSON.stringify({ address, ...seen }));
      renameSync(`${file}.new`, file);
      const { size, root } = seen;
      printLine(`ok     ${new Date().toISOString()}: ${size} entries, root ${root}`);
    } catch (error) {
      if (error instanceof LogFault) {
        printLine(`WRONG  ${error.message}`);
        // Signed by the log, they show to others what it did; the file keeps the one seen before.
        if (seen?.checkpoint) printNote('seen before:', seen.checkpoint);
        if (error.checkpoint) printNote('published now:', error.checkpoint);
        return false;
      }
      // An address that does not answer proves nothing; the next look tells.
      console.error(`no answer: ${(error as Error).message}`);
      if (values.once) return false;
    }
    if (values.once) return true;
    await wait(pauseMilliseconds);
  }
}

const printNote = (title: string, note: string) => [title, ...note.split('\n')].forEach(printLine);

exitBy(main);
