import type { Db } from 'mongodb';
import { hours } from '../../support/app.js';

const leases = (db: Db) => db.collection<{ _id: string }>('leases');

/**
 * Takes the lease of the relay before any service has it: what a service writes stays in the outboxes, as
 * where it is killed right behind the write.
 *
 * @returns frees the lease
 */
export async function holdRelay(db: Db): Promise<() => Promise<void>> {
  const lease = { _id: 'relay', holder: 'the test', expiresAt: new Date(Date.now() + hours(1)) };
  await leases(db).insertOne(lease);
  return async () => {
    await leases(db).deleteOne({ _id: lease._id });
  };
}
