import { z } from 'zod';
import { scope } from '../../access.js';
import { whole } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import { jobTarget } from '../job/job-target.js';
import { type ReportState, reportState } from '../job/report-state.js';
import { reasonText } from '../job/text-lengths.js';
import { withdrawVersion } from '../report/withdraw-version.js';

export const withdrawRealityReportInput = z
  .object({
    versionNumber: whole({ ge: 1 })
      .nullish()
      .describe('Number of the version; omitted for the current one.'),
    reason: reasonText().describe('Reason for the withdrawal, shown to readers of the version.'),
  })
  .meta({ description: 'The version to withdraw.' });

export const withdrawRealityReport = operation({
  name: 'withdrawRealityReport',
  kind: 'mutation',
  description:
    'Withdraw a report version. The highest version left becomes the current one. A withdrawn version remains readable by its number.',
  access: scope('operator'),
  target: jobTarget,
  input: withdrawRealityReportInput,
  errors: ['report_not_found', 'report_version_not_found', 'erased'],
  example: { reason: 'The photos show the wrong entrance.' },
  rest: post('/v1/jobs/{job_id}/reality-report/withdraw', {
    tag: 'Reports',
    summary: 'Withdraw a report version',
  }),
  async run({ services, viewer }, { id, input }): Promise<ReportState> {
    const { versionNumber = null, reason } = input;
    const job = await services.jobs.change(id, jobScope(viewer), (found) =>
      withdrawVersion(found, versionNumber, reason, services.clock.now()),
    );
    return reportState(job, services.baseUrl);
  },
});
