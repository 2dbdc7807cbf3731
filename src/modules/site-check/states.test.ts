import { expect, it } from 'vitest';
import type { Job } from '../job/job.js';
import type { ReportStatus } from '../job/report-state.js';
import { reportState } from '../job/report-state.js';
import type { ReportVersionHeader } from '../job/report-version.js';

/** Transitions of a report; its state is derived from the versions, so no write sets it. */
const reportTransitions: Readonly<Record<ReportStatus, readonly ReportStatus[]>> = {
  not_ready: ['generating'],
  generating: ['ready', 'withdrawn'],
  ready: ['delivered', 'generating', 'withdrawn'],
  delivered: ['generating', 'withdrawn'],
  withdrawn: ['generating'],
};

const at = new Date('2026-01-31T12:00:00Z');
const pdf = { fileId: 'f', sha256: '0'.repeat(64), sizeBytes: 1, signature: 's' };
const version = (fields: Partial<ReportVersionHeader> = {}): ReportVersionHeader => ({
  versionNumber: 1,
  bodyId: 'b',
  generatedAt: at,
  contentSha256: '0'.repeat(64),
  previousSha256: null,
  changeSummaryText: null,
  withdrawnAt: null,
  deliveredAt: null,
  firstViewedAt: null,
  pdf: null,
  ...fields,
});
const second = (fields: Partial<ReportVersionHeader> = {}) =>
  version({ versionNumber: 2, ...fields });

it('derives the states of a report along the table of its transitions', () => {
  const first = version({ pdf, deliveredAt: at });
  const gone = { ...first, withdrawnAt: at };
  const life: [ReportVersionHeader[], string][] = [
    [[], 'not_ready'],
    [[version()], 'generating'],
    [[version({ pdf })], 'ready'],
    [[first], 'delivered'],
    [[first, second()], 'generating'],
    [[first, second({ pdf })], 'ready'],
    [[gone, second({ pdf, withdrawnAt: at })], 'withdrawn'],
    [[gone, second({ withdrawnAt: at }), version({ versionNumber: 3 })], 'generating'],
  ];
  const seen = life.map(([reports]) => {
    const job = { _id: 'j', reportId: 'r', requestId: null, reports } as unknown as Job;
    return reportState(job, 'http://service.test').status;
  });
  expect(seen).toEqual(life.map(([, status]) => status));
  seen.slice(1).forEach((status, i) => {
    expect(reportTransitions[seen[i]!]).toContain(status);
  });
});
