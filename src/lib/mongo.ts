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
 * Works around a fault of the driver. It waits until a socket accepts a command, which a destroyed socket never does,
 * so a command waited forever if its connection was lost at that moment. Now the command fails when the connection
 * closes.
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
 * Opens the database. Every write is acknowledged by a majority, from the journal.
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
    // All text was validated when it was stored. Validating it on every read would take longer than the rest of the
    // read.
    enableUtf8Validation: false,
    maxPoolSize: 50,
    monitorCommands: monitored,
  });
  await client.connect();
  return { client, db: client.db(dbName) };
}

/**
 * Returns true if a write was rejected because a unique index already contains its value.
 *
 * @param field a field of that index. If the server sends no `keyPattern`, the fields are taken from the index name
 *   in its message (`owner_1_nonce_1`)
 */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  if (!(error instanceof MongoServerError) || error.code !== 11000) return false;
  if (field === undefined) return true;
  if (error.keyPattern) return Object.keys(error.keyPattern).includes(field);
  const [, index = ''] = /\bindex:? '?([^\s']+)/i.exec(error.message) ?? [];
  return fieldsOf(index).includes(field);
}

/** The server's disk is full: writes fail until space is free again. */
const outOfDiskSpace = 14031;

/** Returns the fields in a default index name, such as `a` and `b.c` of `a_1_b.c_-1`, or `_id` of `_id_`. */
const fieldsOf = (index: string): string[] =>
  index === '_id_' ? ['_id'] : index.split(/_-?1(?:_|$)/).filter(Boolean);

/**
 * Errors of a server that is stopping, has no primary or is no longer primary: a write was not done, or will be rolled
 * back. The driver itself retries safe operations: reads, and single writes that a replica set numbers.
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

/**
 * Returns true if the database could not be reached, has no primary or no disk space, so that the same request can
 * succeed later.
 */
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
