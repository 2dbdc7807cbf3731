import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/build.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    mongodbUri: string;
    /** Whether the server is DocumentDB behind FerretDB, whose limits `test/support/judge-limits.ts` lists. */
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
 * takes a database of its own in it. With TEST_MONGODB_URI the tests run against that server.
 */
export default async function setup(project: TestProject) {
  ensureBuilt();
  const given = process.env['TEST_MONGODB_URI'];
  if (given) {
    project.provide('mongodbUri', given);
    project.provide('isDocumentDb', await isDocumentDb(given));
    return;
  }
  const { startEmbeddedStore } = await import('../../src/embedded/index.js');
  const dataDir = mkdtempSync(join(tmpdir(), 'verification-test-'));
  const store = await startEmbeddedStore({ dataDir });
  project.provide('mongodbUri', store.uri);
  project.provide('isDocumentDb', false);
  return async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
