import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Collection,
  type Db,
  type Document,
  MongoClient,
  type MongoClientOptions,
} from 'mongodb';
import { afterAll, beforeAll } from 'vitest';
import { startEmbeddedStore } from '../../src/embedded/index.js';

/** Address of another MongoDB, on which the conformance tests run instead of the embedded store. */
export const otherServer = process.env.TEST_MONGODB_URI;

export interface TestServer {
  client: MongoClient;
  db: Db;
  uri: string;
}

/** Starts a server for the tests of one file: a new embedded store, or `otherServer`. */
export function useServer(options: MongoClientOptions = {}): TestServer {
  const server = {} as TestServer;
  let stop = async (): Promise<void> => undefined;
  beforeAll(async () => {
    if (otherServer) server.uri = otherServer;
    else {
      const dataDir = await mkdtemp(join(tmpdir(), 'embedded-test-'));
      const store = await startEmbeddedStore({ dataDir });
      server.uri = store.uri;
      stop = async () => {
        await store.close();
        await rm(dataDir, { recursive: true });
      };
    }
    server.client = await MongoClient.connect(server.uri, { promoteValues: true, ...options });
    server.db = server.client.db(
      `conformance_${process.pid}_${Math.random().toString(36).slice(2)}`,
    );
  });
  afterAll(async () => {
    await server.db?.dropDatabase();
    await server.client?.close();
    await stop();
  });
  return server;
}

let made = 0;

/** Returns a new collection with these documents. */
export async function collectionOf(db: Db, docs: Document[]): Promise<Collection<Document>> {
  made += 1;
  const collection = db.collection<Document>(`c${made}`);
  if (docs.length > 0) await collection.insertMany(docs);
  return collection;
}

/** Returns the error code of a rejected promise, or null if it resolves. */
export async function codeOf(promise: Promise<unknown>): Promise<number | null> {
  try {
    await promise;
    return null;
  } catch (error) {
    return (error as { code?: number }).code ?? -1;
  }
}
