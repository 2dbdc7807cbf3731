import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError, readConfig } from './config.js';
import {
  EmbeddedStoreError,
  exitAfter,
  silentMsMax,
  startEmbeddedStore,
} from './embedded/index.js';
import { giveMemoryBack, idle } from './lib/give-back.js';
import { CatalogueError } from './modules/catalogue/catalogue.js';

/** Less than the 10 s that supervisors give; the store closes in the rest. */
const stopMilliseconds = 9_000;

/** Until the service has started there is nothing to finish. */
let shutDown = async (): Promise<void> => process.exit(0);

async function main(): Promise<void> {
  const config = readConfig();
  const opening = config.mongodbUri ? null : startEmbeddedStore({ dataDir: config.dataDir });
  if (opening) {
    // An exit waits for the thread of the store. One that hangs has failed to open by then, and is killed.
    shutDown = async () => {
      await Promise.race([opening, pause(2 * silentMsMax)]);
      process.exit(0);
    };
  }
  // The store opens in its own thread while this one loads the rest, which takes most of a start.
  const [{ serve }, store] = await Promise.all([import('./serve.js'), opening]);
  const stop = await serve(config, config.mongodbUri ?? store!.uri, store?.silentMs);
  // A start leaves as much garbage as the service holds; a Node without inspector keeps it for longer.
  idle()
    .then(() => {
      store?.giveMemoryBack();
      return giveMemoryBack();
    })
    .catch(() => undefined);

  let stopping = false;
  shutDown = async () => {
    if (stopping) return;
    stopping = true;
    try {
      // What takes longer is left as by a kill, and made good after the next start.
      await Promise.race([stop(), pause(stopMilliseconds)]);
    } finally {
      await store?.close();
    }
    process.exit(0);
  };
}

/** Whether an error is the operator's to fix, so that its one line says all. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof CatalogueError ||
    error instanceof EmbeddedStoreError
  );
}

function fail(error: unknown): never {
  const text = isExpected(error) ? error.message : (error as Error).stack;
  process.stderr.write(`${text}\n`);
  exitAfter(error);
}

// From the first moment on: a signal may come as soon as the address is printed, and the process 1 of a
// container is ended by none that it does not listen to.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => shutDown().catch(fail));
main().catch(fail);
