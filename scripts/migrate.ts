/**
 * Prints the shapes of the stored documents and the progress of the migrations: `npm run migrate -- --status`. It reads
 * the store of MONGODB_URI or, without one, of DATA_DIR, also while the service runs. The service itself migrates.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MongoClient } from 'mongodb';
import { readConfig } from '../src/config.js';
import { withStoreOf } from '../src/embedded/backup.js';
import { exitAfter } from '../src/embedded/index.js';
import { dataFile } from '../src/embedded/owner.js';
import { migrationStatus } from '../src/migrations/status.js';
import { migrationSteps } from '../src/migrations/steps.js';
import { loadCatalogue } from '../src/modules/catalogue/catalogue.js';
import { printLine } from './print-line.js';

async function main(): Promise<void> {
  if (process.argv.slice(2).join(' ') !== '--status')
    throw new Error('usage: npm run migrate -- --status');
  const config = readConfig();
  const steps = migrationSteps(loadCatalogue(config.catalogueFile));
  async function print(client: MongoClient): Promise<void> {
    const live = client.db(config.mongodbDb);
    const test = client.db(`${config.mongodbDb}-sandbox`);
    for (const line of await migrationStatus({ live, test }, steps)) printLine(line);
  }
  if (config.mongodbUri) {
    const client = await MongoClient.connect(config.mongodbUri);
    return print(client).finally(() => client.close());
  }
  const folder = resolve(config.dataDir);
  // A misspelled DATA_DIR would become an empty store.
  if (!existsSync(join(folder, dataFile)))
    throw new Error(`DATA_DIR ${config.dataDir} has no store`);
  await withStoreOf(folder, print);
}

function fail(error: Error): never {
  console.error(error.message);
  exitAfter(error);
}

// Reports a store that fails during the run.
process.on('uncaughtException', fail);
main().catch(fail);
