import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError, readConfig } from './config.js';
import {
  EmbeddedStoreError,
  exitAfter,
  silentMsMax,
  startEmbeddedStore,
} from './embedded/index.js';
import { idle, releaseMemory } from './lib/release-memory.js';
import { CatalogueError } from './modules/catalogue/catalogue.js';

/** Less than the 10 s that supervisors give; the store closes in the rest. */
const stopMilliseconds = 9_000;

/** What has started, ended in this order. */
let stopServing = async (): Promise<void> => undefined;
let closeStore = async (): Promise<void> => undefined;
let flushLog = async (): Promise<void> => undefined;
let isEnding = false;

/**
 * Ends the process, once. The store is closed before: its thread, ended within a write, would wait for the lock
 * of that write for ever, and the exit for the thread.
 */
async function end(stopping: () => Promise<unknown>): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  const errors: unknown[] = [];
  const note = (error: unknown) => {
    // A store that did not open says so twice.
    if (errors.includes(error)) return;
    errors.push(error);
    report(error);
  };
  await stopping().catch(note);
  await closeStore().catch(note);
  await flushLog();
  if (errors.length > 0) exitAfter(errors.at(-1));
  process.exit(0);
}

async function main(): Promise<void> {
  const config = readConfig();
  const opening = config.mongodbUri ? null : startEmbeddedStore({ dataDir: config.dataDir });
  if (opening) {
    // One that hangs has failed to open by then; one that reads a large file through holds no lock yet.
    closeStore = async () => (await Promise.race([opening, pause(2 * silentMsMax)]))?.close();
  }
  // The store opens in its own thread while this one loads the rest, which takes most of a start.
  const [{ serve }, { createLog, flushed }, store] = await Promise.all([
    import('./serve.js'),
    import('./log.js'),
    opening,
  ]);
  const log = createLog(config);
  flushLog = () => flushed(log);
  const serving = serve(config, config.mongodbUri ?? store!.uri, log, store?.silentMs);
  // Where the store is another process there is nothing to finish before it serves.
  if (store) stopServing = async () => (await serving)();
  stopServing = await serving;
  // A start leaves as much garbage as the service holds; a Node without inspector keeps it for longer.
  idle()
    .then(() => {
      store?.releaseMemory();
      return releaseMemory();
    })
    .catch(() => undefined);
}

/** Whether an error is the operator's to fix, so that its one line says all. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof CatalogueError ||
    error instanceof EmbeddedStoreError
  );
}

function report(error: unknown): void {
  const text = isExpected(error) ? error.message : ((error as Error | null)?.stack ?? error);
  process.stderr.write(`${text}\n`);
}

// What takes longer to stop is left as by a kill, and made good after the next start.
const stop = () => Promise.race([stopServing(), pause(stopMilliseconds)]);
// From the first moment on: a signal may come as soon as the address is printed, and the process 1 of a
// container is ended by none that it does not listen to.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => end(stop));
// Whoever reads what is printed may go; the service stays.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
process.on('uncaughtException', (error) => {
  if (!isEnding) return void end(() => Promise.reject(error));
  report(error);
  // Without its store there is nothing left to end in order.
  if (error instanceof EmbeddedStoreError) void flushLog().then(() => exitAfter(error));
});
main().catch((error: unknown) => end(() => Promise.reject(error)));
