import { describe, expect, it } from 'vitest';
import { type JobStatus, jobStatus, jobTransitions } from '../job/job.js';
import { planReconciliation } from './reconcile.js';
import { type SiteCheckStatus, siteCheckStatus, siteCheckTransitions } from './states.js';

const first = new Date('2026-03-01T10:00:00Z');
const second = new Date('2026-03-02T10:00:00Z');

const job = (status: JobStatus, fields = {}) => ({
  status,
  statusReason: null,
  completedAt: status === 'completed' || status === 'disputed' ? first : null,
  setBackAt: null,
  ...fields,
});
const request = (status: SiteCheckStatus, followed = { completedAt: first, setBackAt: null }) => ({
  status,
  followed: followed as { completedAt: Date | null; setBackAt: Date | null },
});

/** Returns the planned step as one word, or the path of the request. */
function planned(r: ReturnType<typeof request>, j: ReturnType<typeof job>): string {
  const step = planReconciliation(r, j);
  if (!step) return '-';
  return step.kind === 'move_request' ? step.path.join(' ') : step.kind;
}

describe('planReconciliation of a request that a customer has claimed', () => {
  it('first updates the owner of its job, in any state, and once', () => {
    for (const status of siteCheckStatus.options) {
      const claimed = { ...request(status), customerId: 'ada' };
      const noted = { ...job('cancelled'), customerId: 'ada' };
      expect(planReconciliation(claimed, job('cancelled'))).toEqual({ kind: 'own_job' });
      expect(planReconciliation(claimed, noted)).toEqual(
        planReconciliation(request(status), job('cancelled')),
      );
    }
  });
});

/** Rows: the request; columns: its job. */
const columns: JobStatus[] = [
  'created',
  'open',
  'assigned',
  'in_progress',
  'submitted',
  'completed',
  'disputed',
  'failed',
  'expired',
  'cancelled',
];
const work = 'in_progress';
const table: Partial<Record<SiteCheckStatus, string[]>> = {
  quoted: ['-', '-', '-', '-', '-', '-', '-', '-', '-', 'cancelled'],
  offer_selected: ['-', '-', '-', '-', '-', '-', '-', '-', '-', 'cancelled'],
  awaiting_payment: ['-', '-', '-', '-', '-', '-', '-', '-', '-', 'cancelled'],
  confirmed: [
    'open_job',
    '-',
    '-',
    work,
    work,
    `${work} report_ready`,
    `${work} report_ready disputed`,
    'cancelled',
    'expired',
    'cancelled',
  ],
  in_progress: [
    'open_job',
    '-',
    '-',
    '-',
    '-',
    'report_ready',
    'report_ready disputed',
    'cancelled',
    'expired',
    'cancelled',
  ],
  report_ready: [
    'open_job',
    '-',
    '-',
    work,
    work,
    '-',
    'disputed',
    `${work} cancelled`,
    `${work} expired`,
    'disputed cancelled',
  ],
  completed: [
    'open_job',
    '-',
    '-',
    work,
    work,
    '-',
    'disputed',
    `${work} cancelled`,
    `${work} expired`,
    'disputed cancelled',
  ],
  disputed: [
    'open_job',
    '-',
    '-',
    work,
    work,
    'report_ready',
    '-',
    `${work} cancelled`,
    `${work} expired`,
    'cancelled',
  ],
};

describe('planReconciliation', () => {
  for (const [status, row] of Object.entries(table)) {
    it.each(columns.map((column, i) => [column, row[i]]))(
      `${status} with a job that is %s: %s`,
      (column, expected) => {
        expect(planned(request(status as SiteCheckStatus), job(column as JobStatus))).toBe(
          expected,
        );
      },
    );
  }

  it.each(['unserviceable', 'cancelled', 'expired'] as const)(
    'ends every job that can be ended if the request is %s',
    (status) => {
      for (const column of jobStatus.options) {
        const ends = jobTransitions[column].includes('cancelled');
        expect(planned(request(status), job(column))).toBe(ends ? 'cancel_job' : '-');
      }
    },
  );

  it('detects that a job was set back and completed again in between', () => {
    const again = job('completed', { completedAt: second, setBackAt: second });
    for (const status of ['report_ready', 'completed', 'disputed'] as const) {
      expect(planned(request(status), again)).toBe('in_progress report_ready');
    }
    expect(planned(request('completed'), job('disputed', { setBackAt: second }))).toBe(
      'in_progress report_ready disputed',
    );
  });

  it('detects that a job was disputed and accepted in between', () => {
    const accepted = job('completed', { completedAt: second });
    expect(planned(request('completed'), accepted)).toBe('disputed report_ready');
    expect(planned(request('disputed'), accepted)).toBe('report_ready');
  });

  it('keeps the reason why the job ended', () => {
    const failed = job('failed', { statusReason: 'Nobody was there.' });
    expect(planReconciliation(request('in_progress'), failed)).toMatchObject({
      reason: 'Nobody was there.',
    });
    expect(planReconciliation(request('confirmed'), job('completed'))).toMatchObject({
      reason: null,
    });
  });

  it('only plans transitions that the table of states allows', () => {
    const marks = [first, second, null];
    for (const status of siteCheckStatus.options) {
      for (const column of jobStatus.options) {
        for (const completedAt of marks) {
          for (const setBackAt of marks) {
            const step = planReconciliation(
              request(status),
              job(column, { completedAt, setBackAt }),
            );
            if (step?.kind !== 'move_request' || status === 'received') continue;
            [status, ...step.path].reduce((from, to) => {
              expect(siteCheckTransitions[from], `${status} with ${column}`).toContain(to);
              return to;
            });
          }
        }
      }
    }
  });
});
