import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/build.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    mongodbUri: string;
    /** Whether the server is DocumentDB behind FerretDB, whose limits `test/support/documentdb-limits.ts` lists. */
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
 * Compiles what the workers need and starts one embedded store for the whole run; every test app
 * takes a database of its own in it. With TEST_MONGODB_URI the tests run against that server. What
 * the run puts into the system's temporary folder lies in one folder there, which goes with it.
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
