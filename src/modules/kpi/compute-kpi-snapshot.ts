import { z } from 'zod';
import { scope } from '../../access.js';
import { localDate } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import { scopeKeyText, scopeTypeText } from './list-kpi-snapshots.js';

export const computeKpiSnapshotInput = z
  .object({
    snapshotDate: localDate().describe('The day; figures of a day that is not over are not final.'),
    scopeType: scopeTypeText(),
    scopeKey: scopeKeyText(),
  })
  .meta({ document: 'DailyKpiSnapshotIn', description: 'A day and a scope of figures.' });

export const computeKpiSnapshot = operation({
  name: 'computeKpiSnapshot',
  kind: 'mutation',
  description: 'Compute the figures of a day from its events; those computed before are replaced.',
  access: scope('operator'),
  input: computeKpiSnapshotInput,
  errors: ['scope_unknown'],
  example: { snapshot_date: '2026-01-31' },
  rest: post('/v1/operator/kpi-snapshots', {
    tag: 'Figures',
    summary: 'Compute a KPI snapshot',
  }),
  run: ({ services }, { input }) =>
    services.kpis.compute(input.snapshotDate, input.scopeType, input.scopeKey),
});
