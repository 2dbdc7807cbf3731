import {
  type Db,
  MongoClient,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';

/**
 * Opens the database; every write is acknowledged by a majority, from the journal.
 *
 * @param monitored whether the client tells of each command, which costs time
 */
export async function connect(
  uri: string,
  dbName: string,
  monitored = false,
): Promise<{ client: MongoClient; db: Db }> {
  const client = new MongoClient(uri, {
    appName: 'verification',
    serverSelectionTimeoutMS: 2_000,
    connectTimeoutMS: 2_000,
    writeConcern: { w: 'majority', journal: true },
    ignoreUndefined: true,
    maxPoolSize: 50,
    monitorCommands: monitored,
  });
  await client.connect();
  return { client, db: client.db(dbName) };
}

/** Whether a write was refused because a unique index already holds its value. */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  if (!(error instanceof MongoServerError) || error.code !== 11000) return false;
  return field === undefined || Object.keys(error.keyPattern ?? {}).includes(field);
}

/** The server's disk is full: nothing can be written until there is room again. */
const outOfDiskSpace = 14031;

/** Whether the database could not be reached or has no room, so that the same request may work later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof MongoServerError && error.code === outOfDiskSpace) return true;
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  return (
    error instanceof MongoError &&
    (error.hasErrorLabel('RetryableWriteError') ||
      /pool.*(closed|cleared)|Topology is closed|timed out/i.test(error.message))
  );
}
