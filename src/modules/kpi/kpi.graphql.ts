import { builder } from '../../graphql/builder.js';
import { mutation, query } from '../../graphql/operations.js';
import { computeKpiSnapshot } from './compute-kpi-snapshot.js';
import type { KpiSnapshot } from './kpi.js';
import { listKpiSnapshots } from './list-kpi-snapshots.js';

const KpiSnapshotRef = builder.objectRef<KpiSnapshot>('KpiSnapshot').implement({
  extensions: { document: 'DailyKpiSnapshotOut' },
  description: 'The figures of a scope on a UTC day (DailyKpiSnapshotOut).',
  fields: (t) => ({
    id: t.expose('_id', {
      type: 'UUID',
      description: 'Id of the snapshot, a UUIDv7; the same when it is computed again.',
    }),
    scopeType: t.exposeString('scopeType', {
      description: 'Kind of the scope: `global`, `market_city` or `service`.',
    }),
    scopeKey: t.exposeString('scopeKey', {
      description: 'Key of the market city or service; `default` for all.',
    }),
    snapshotDate: t.expose('snapshotDate', { type: 'LocalDate', description: 'The UTC day.' }),
    metricsPayload: t.expose('metrics', {
      type: 'JSONObject',
      description:
        'The figures by their keys: counts, rates to 4 decimals (null without a denominator), sums by currency in minor units.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time of the first computation.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the latest computation.',
    }),
  }),
});

query(listKpiSnapshots, [KpiSnapshotRef]);
mutation(computeKpiSnapshot, KpiSnapshotRef);
