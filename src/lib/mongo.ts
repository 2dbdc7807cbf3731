import {
  type Db,
  MongoClient,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';

/**
 * The driver waits for a socket to take a command, which one that is destroyed never does, nor says: a connection
 * that is lost in that moment kept its command waiting for ever. Now its end ends the command.
 */
const { writeCommand } = Connection.prototype;
Connection.prototype.writeCommand = function (...args) {
  return new Promise((resolve, reject) => {
    const lost = () => reject(this.error);
    this.once('close', lost);
    writeCommand
      .apply(this, args)
      .finally(() => this.off('close', lost))
      .then(resolve, reject);
  });
};

/**
 * Opens the database; every write is acknowledged by a majority, from the journal.
 *
 * @param monitored whether the client reports each command, which costs time
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
    // Each text was checked when it was stored; a check of every character read takes longer than the rest.
    enableUtf8Validation: false,
    maxPoolSize: 50,
    monitorCommands: monitored,
  });
  await client.connect();
  return { client, db: client.db(dbName) };
}

/**
 * Whether a write was refused because a unique index already holds its value.
 *
 * @param field a field of that index; a server that sends no `keyPattern` names the index in its message,
 *   and an index is named after its fields (`owner_1_nonce_1`)
 */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  if (!(error instanceof MongoServerError) || error.code !== 11000) return false;
  if (field === undefined) return true;
  if (error.keyPattern) return Object.keys(error.keyPattern).includes(field);
  const [, index = ''] = /\bindex:? '?([^\s']+)/i.exec(error.message) ?? [];
  return fieldsOf(index).includes(field);
}

/** The server's disk is full: nothing can be written until there is room again. */
const outOfDiskSpace = 14031;

/** The fields that a default index name names, such as `a` and `b.c` of `a_1_b.c_-1`, or `_id` of `_id_`. */
const fieldsOf = (index: string): string[] =>
  index === '_id_' ? ['_id'] : index.split(/_-?1(?:_|$)/).filter(Boolean);

/**
 * Answers of a server that is stopping, has no primary or is no longer it: a write was not done, or will be
 * rolled back. The driver itself retries what can be done twice: reads, and the single writes that a
 * replica set numbers.
 */
const failoverCodes: ReadonlySet<unknown> = new Set([
  91, // ShutdownInProgress
  189, // PrimarySteppedDown
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
]);

/** Whether the database could not be reached, has no primary or no room, so that the same request may work later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof MongoServerError && error.code === outOfDiskSpace) return true;
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  return (
    error instanceof MongoError &&
    (failoverCodes.has(error.code) ||
      error.hasErrorLabel('RetryableWriteError') ||
      /pool.*(closed|cleared)|Topology is closed|timed out/i.test(error.message))
  );
}
