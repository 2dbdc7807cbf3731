import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/build.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    mongodbUri: string;
    /** True if the server is DocumentDB with FerretDB, whose limits `test/support/documentdb-limits.ts` lists. */
    isDocumentDb: boolean;
  }
}

async function isDocumentDb(uri: string): Promise<boolean> {
  const client = await MongoClient.connect(uri);
  const info = await client.db('admin').command({ buildInfo: 1 });
  await client.close();
  return 'ferretdb' in info;
}

/**
 * Compiles the code for workers and starts one embedded store for the whole run, in which every test app uses a
 * separate database. With TEST_MONGODB_URI the tests run on that server. Temporary files of the run are stored in one
 * folder, which is removed at the end.
 */
export default async function setup(project: TestProject) {
  await ensureBuilt();
  const temporary = mkdtempSync(join(tmpdir(), 'verification-tests-'));
  process.env['TMPDIR'] = temporary;
  const removeTemporary = () => rmSync(temporary, { recursive: true, force: true });
  const given = process.env['TEST_MONGODB_URI'];
  if (given) {
    project.provide('mongodbUri', given);
    project.provide('isDocumentDb', await isDocumentDb(given));
    return removeTemporary;
  }
  const { startEmbeddedStore } = await import('../../src/embedded/index.js');
  const store = await startEmbeddedStore({ dataDir: mkdtempSync(join(temporary, 'store-')) });
  project.provide('mongodbUri', store.uri);
  project.provide('isDocumentDb', false);
  return async () => {
    await store.close();
    removeTemporary();
  };
}
