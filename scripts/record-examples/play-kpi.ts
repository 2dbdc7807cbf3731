import type { Caller } from './caller.js';
import type { RecordedService } from './service.js';

/** Computes the KPIs of the day, and lists them. */
export async function playKpis({ call }: Caller, service: RecordedService): Promise<void> {
  await call('compute_kpi_snapshot');
  await call('list_kpi_snapshots');
  await service.later();
}
