import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError, readConfig } from './config.js';
import {
  EmbeddedStoreError,
  exitAfter,
  silentMsMax,
  startEmbeddedStore,
} from './embedded/index.js';
import { idle, releaseMemory } from './lib/release-memory.js';
import { ShapeError } from './migrations/step.js';
import { CatalogueError } from './modules/catalogue/catalogue.js';

/** Less than the 10 s that supervisors allow; the rest is for closing the store. */
const stopMilliseconds = 9_000;

/** Steps of a stop, in this order; replaced as parts start. */
let stopServing = async (): Promise<void> => undefined;
let closeStore = async (): Promise<void> => undefined;
let flushLog = async (): Promise<void> => undefined;
let isEnding = false;

/**
 * Ends the process once. The store must be closed first: if its thread ended during a write, it would wait
 * for that write's lock for ever, and the process would wait for the thread.
 */
async function end(stopping: () => Promise<unknown>): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  const errors: unknown[] = [];
  const note = (error: unknown) => {
    // A store that failed to open reports the same error twice.
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
    // A store that hangs has failed to open by then. A store that is still reading a large file holds no
    // lock.
    closeStore = async () => (await Promise.race([opening, pause(2 * silentMsMax)]))?.close();
  }
  // The store opens in its own thread while this thread loads the modules, which takes most of the start.
  const [{ serve }, { createLog, flushed }, store] = await Promise.all([
    import('./serve.js'),
    import('./log.js'),
    opening,
  ]);
  const log = createLog(config);
  flushLog = () => flushed(log);
  const serving = serve(config, config.mongodbUri ?? store!.uri, log, store?.silentMs);
  // An external database has nothing to finish before the service starts serving.
  if (store) stopServing = async () => (await serving)();
  stopServing = await serving;
  // Starting leaves as much garbage as live data. Without the inspector Node keeps it for longer.
  idle()
    .then(() => {
      store?.releaseMemory();
      return releaseMemory();
    })
    .catch(() => undefined);
}

/** Returns true for an error that the operator can fix, of which the message alone is printed. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof CatalogueError ||
    error instanceof ShapeError ||
    error instanceof EmbeddedStoreError
  );
}

function report(error: unknown): void {
  const text = isExpected(error) ? error.message : ((error as Error | null)?.stack ?? error);
  process.stderr.write(`${text}\n`);
}

// Work that takes longer to stop is abandoned and recovered on the next start.
const stop = () => Promise.race([stopServing(), pause(stopMilliseconds)]);
// Registered first: a signal can arrive as soon as the address is printed, and process 1 of a container
// ignores signals without a listener.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => end(stop));
// Ignores EPIPE on stdout and stderr.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
process.on('uncaughtException', (error) => {
  if (!isEnding) return void end(() => Promise.reject(error));
  report(error);
  // Without the store an orderly stop is impossible.
  if (error instanceof EmbeddedStoreError) void flushLog().then(() => exitAfter(error));
});
main().catch((error: unknown) => end(() => Promise.reject(error)));
