import type { Collection, Db, Filter } from 'mongodb';
import { validate as isUuid } from 'uuid';
import { ApiError, errorText } from '../../errors.js';
import type { Found } from '../../lib/find-page.js';
import { isFindable } from '../../lib/ids.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import { quoted } from '../../lib/quoted.js';
import { day, second } from '../../lib/units.js';
import { type Delivery, type DeliveryStatus, deliveryDays, deliveryId } from './delivery.js';

/** Conditions of a list; all of the given ones must match. */
export interface DeliveryFilter {
  endpointId: string;
  status?: DeliveryStatus | null | undefined;
  eventId?: string | null | undefined;
}

const conditions = ({ endpointId, status, eventId }: DeliveryFilter): Filter<Delivery> => ({
  endpointId,
  ...(status != null && { status }),
  // An endpoint has one delivery of an event, with this id; text that is not a UUID matches no delivery.
  ...(eventId != null && { _id: isUuid(eventId) ? deliveryId(eventId, endpointId) : eventId }),
});

export const deliveryNotFound = (id: string) =>
  new ApiError('webhook_delivery_not_found', errorText('error.delivery_id', { id: quoted(id) }));

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

/** The `webhook_deliveries` collection. */
export function createDeliveryStore(db: Db) {
  const deliveries: Collection<Delivery> = db.collection('webhook_deliveries');
  const pendingIn = (endpointId: string, objectKey: string): Filter<Delivery> => ({
    endpointId,
    objectKey,
    status: 'pending',
  });

  return {
    async ensureIndexes(): Promise<void> {
      await deliveries.createIndexes([
        { key: { createdAt: 1 }, expireAfterSeconds: (deliveryDays * day) / second },
        { key: { endpointId: 1, status: 1, dueAt: 1 } },
        { key: { endpointId: 1, objectKey: 1, seq: 1 } },
        { key: { endpointId: 1, createdAt: -1, _id: -1 } },
        { key: { endpointId: 1, status: 1, createdAt: -1, _id: -1 } },
      ]);
    },

    /** @throws ApiError `webhook_delivery_not_found`, also for another integrator's delivery */
    async getOf(integratorId: string, id: string): Promise<Delivery> {
      const delivery = isFindable(id) ? await deliveries.findOne({ _id: id }) : null;
      if (delivery?.integratorId === integratorId) return delivery;
      throw deliveryNotFound(id);
    },

    /**
     * Stores the deliveries that are not stored yet.
     * @returns the number of stored deliveries
     */
    async make(made: readonly Delivery[]): Promise<number> {
      if (made.length === 0) return 0;
      const { upsertedCount } = await deliveries.bulkWrite(
        made.map(({ _id, ...fields }) => ({
          updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true },
        })),
        { ordered: false },
      );
      return upsertedCount;
    },

    /** Returns the endpoints with due deliveries. */
    async dueEndpoints(endpointIds: readonly string[], now: Date): Promise<string[]> {
      if (endpointIds.length === 0) return [];
      const groups = await deliveries
        .aggregate<{ _id: string }>([
          {
            $match: {
              endpointId: { $in: [...endpointIds] },
              status: 'pending',
              dueAt: { $lte: now },
            },
          },
          { $group: { _id: '$endpointId' } },
        ])
        .toArray();
      return groups.map(({ _id }) => _id);
    },

    /** Returns due deliveries of an endpoint, earliest first. @param without lines to exclude */
    due: (query: {
      endpointId: string;
      now: Date;
      without: readonly string[];
      limit: number;
    }): Promise<Delivery[]> =>
      deliveries
        .find({
          endpointId: query.endpointId,
          status: 'pending',
          dueAt: { $lte: query.now },
          ...(query.without.length > 0 && { objectKey: { $nin: [...query.without] } }),
        })
        .sort({ dueAt: 1 })
        .limit(query.limit)
        .toArray(),

    /** Returns when the earliest pending delivery of an endpoint is due. */
    async nextDue(endpointId: string): Promise<Date | null> {
      const next = await deliveries
        .find({ endpointId, status: 'pending' }, { projection: { dueAt: 1 } })
        .sort({ dueAt: 1 })
        .limit(1)
        .next();
      return next?.dueAt ?? null;
    },

    /** Returns the first pending delivery of a line. */
    head: (endpointId: string, objectKey: string): Promise<Delivery | null> =>
      deliveries.find(pendingIn(endpointId, objectKey)).sort({ seq: 1 }).limit(1).next(),

    /** Postpones a whole line, so that it is not due before its head. */
    async postpone(endpointId: string, objectKey: string, until: Date): Promise<void> {
      const earlier = { ...pendingIn(endpointId, objectKey), dueAt: { $lt: until } };
      await deliveries.updateMany(earlier, { $set: { dueAt: until } });
    },

    /** Stores the result of an attempt, unless the delivery has changed since it was read. */
    async record(
      { _id, tries }: Delivery,
      { dueAt, ...fields }: Partial<Delivery>,
    ): Promise<boolean> {
      const result = await deliveries.updateOne(
        { _id, status: 'pending', tries },
        {
          $set: { ...fields, tries: tries + 1, ...(dueAt && { dueAt }) },
          ...(!dueAt && { $unset: { dueAt: '' as const } }),
        },
      );
      return result.matchedCount === 1;
    },

    /**
     * Makes a finished delivery pending again, in a separate line.
     * @returns whether it had one of these statuses
     */
    async replay(id: string, statuses: readonly DeliveryStatus[], now: Date): Promise<boolean> {
      const result = await deliveries.updateOne(
        { _id: id, status: { $in: [...statuses] } },
        { $set: { status: 'pending', objectKey: id, tries: 0, dueAt: now } },
      );
      return result.matchedCount === 1;
    },

    async cancelOf(endpointId: string): Promise<void> {
      await deliveries.updateMany(
        { endpointId, status: 'pending' },
        { $set: { status: 'cancelled' }, $unset: { dueAt: '' } },
      );
    },

    /** Counts the pending deliveries of the endpoints. */
    countPending: async (endpointIds: readonly string[]): Promise<number> =>
      endpointIds.length === 0
        ? 0
        : deliveries.countDocuments({ endpointId: { $in: [...endpointIds] }, status: 'pending' }),

    /** Returns when the oldest pending delivery of an endpoint was created. */
    async oldestPending(endpointId: string): Promise<Date | null> {
      const oldest = await deliveries
        .find({ endpointId, status: 'pending' }, { projection: { createdAt: 1 } })
        .sort({ createdAt: 1, _id: 1 })
        .limit(1)
        .next();
      return oldest?.createdAt ?? null;
    },

    /** Returns the failed ones of these deliveries. */
    async failedOf(ids: readonly string[]): Promise<string[]> {
      const found = await deliveries
        .find({ _id: { $in: [...ids] }, status: 'failed' }, { projection: { _id: 1 } })
        .toArray();
      return found.map(({ _id }) => _id);
    },

    list: (filter: DeliveryFilter, range: Range): Promise<Found<Delivery>> =>
      findNewestFirst(deliveries, 'createdAt', conditions(filter), range),
  };
}
