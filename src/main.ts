import { ConfigError, readConfig } from './config.js';
import { EmbeddedStoreError, exitAfter, startEmbeddedStore } from './embedded/index.js';
import { giveMemoryBack, idle } from './lib/give-back.js';
import { CatalogueError } from './modules/catalogue/catalogue.js';

async function main(): Promise<void> {
  const config = readConfig();
  const opening = config.mongodbUri ? null : startEmbeddedStore({ dataDir: config.dataDir });
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
  const shutDown = async () => {
    if (stopping) return;
    stopping = true;
    try {
      await stop();
    } finally {
      await store?.close();
    }
    process.exit(0);
  };
  process.on('SIGTERM', () => shutDown().catch(fail));
  process.on('SIGINT', () => shutDown().catch(fail));
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

main().catch(fail);
