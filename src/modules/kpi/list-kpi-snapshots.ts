import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, englishText } from '../../errors.js';
import { localDate, text } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import { globalScope, type KpiSnapshot } from './kpi.js';
import { listDaysMax, spanComplaint } from './kpis.js';

export const scopeTypeText = () =>
  text(1, 40)
    .default(globalScope.scopeType)
    .describe('Kind of the scope: `global`, `market_city` or `service`.');
export const scopeKeyText = () =>
  text(1, 120)
    .default(globalScope.scopeKey)
    .describe('Key of the market city or service in the catalogue; `default` for all.');

const args = {
  scopeType: scopeTypeText(),
  scopeKey: scopeKeyText(),
  from: localDate().describe('First day.'),
  to: localDate().describe(`Last day; at most ${listDaysMax} days in all.`),
};

export const listKpiSnapshots = operation({
  name: 'kpiSnapshots',
  kind: 'query',
  description: 'List the KPI snapshots of a scope, the earliest day first.',
  access: scope('operator'),
  args,
  errors: ['scope_unknown'],
  cost: listDaysMax,
  example: { from: '2026-01-01', to: '2026-01-31' },
  rest: get('/v1/operator/kpi-snapshots', {
    tool: { name: 'list_kpi_snapshots' },
    operationId: 'list_kpi_snapshots',
    tag: 'Figures',
    summary: 'List KPI snapshots',
    query: z.object(args).superRefine(({ from, to }, ctx) => {
      const message = spanComplaint(from, to);
      if (message) ctx.addIssue({ code: 'custom', message, path: ['to'] });
    }),
  }),
  run({ services }, { from, to, ...named }): Promise<KpiSnapshot[]> {
    const message = spanComplaint(from, to);
    if (message) {
      throw new ApiError('bad_user_input', englishText(`${message}.`), {
        members: { issues: [{ path: ['to'], message, input: to }] },
      });
    }
    return services.kpis.list(named, from, to);
  },
});
