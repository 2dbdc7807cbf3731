import type { Db } from 'mongodb';
import { hours } from '../../support/app.js';

const leases = (db: Db) => db.collection<{ _id: string }>('leases');

/**
 * Takes the relay's lease before any service does: events stay in the outboxes, as when a service is killed right
 * after the write.
 *
 * @returns a function that releases the lease
 */
export async function holdRelay(db: Db): Promise<() => Promise<void>> {
  const lease = { _id: 'relay', holder: 'the test', expiresAt: new Date(Date.now() + hours(1)) };
  await leases(db).insertOne(lease);
  return async () => {
    await leases(db).deleteOne({ _id: lease._id });
  };
}
