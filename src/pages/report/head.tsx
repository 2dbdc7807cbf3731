import type { JobStatus } from '../../modules/job/job.js';
import { currentVersion } from '../../modules/job/report-version.js';
import { statusVerdicts } from '../../modules/report/report-summary.js';
import { verdictWords, words } from '../words/report.en.js';
import { Badge, Icon, Time, type Tone } from './parts.js';
import type { ShownReport } from './shown.js';

const tones: Partial<Record<JobStatus, Tone>> = {
  submitted: 'warn',
  completed: 'good',
  disputed: 'bad',
};

/** The version as its job has it now. */
const headerOf = ({ job, header }: ShownReport['report']) =>
  job.reports.find((one) => one.versionNumber === header.versionNumber) ?? header;

/** Says above the title that a version is not to be relied on, or not any more. */
function Notice({ report }: Pick<ShownReport, 'report'>) {
  const { job, content } = report;
  const header = headerOf(report);
  const current = currentVersion(job.reports)?.versionNumber;
  if (header.withdrawnAt) {
    const [before, after] = words.isWithdrawn;
    return (
      <div class="notice bad">
        <Icon tone="bad" />
        <div>
          <p>
            <strong>
              {before}
              <Time at={header.withdrawnAt} />
              {after}
            </strong>
          </p>
          {header.withdrawReason && (
            <p>
              {words.reason}: {header.withdrawReason}
            </p>
          )}
          {current !== undefined && current > content.version_number && (
            <p>{words.newer(current)}</p>
          )}
        </div>
      </div>
    );
  }
  if (current === undefined || current <= content.version_number) return null;
  return (
    <div class="notice warn">
      <Icon tone="warn" />
      <p>{words.newer(current)}</p>
    </div>
  );
}

/** Title, question, address and result: what stands above everything else. */
export function Head({ report }: Pick<ShownReport, 'report'>) {
  const { content } = report;
  const { status, requester_verdict: verdict } = content;
  // What was withdrawn is shown without its colour.
  const tone = headerOf(report).withdrawnAt ? 'none' : (tones[status] ?? 'none');
  return (
    <>
      <Notice report={report} />
      <h1>{content.report_title ?? content.objective}</h1>
      <p class="lead">{content.objective}</p>
      <p class="soft">{content.address}</p>
      <section aria-label={words.result}>
        <p class="verdict">
          <Badge tone={tone}>{statusVerdicts[status]?.title ?? status.replaceAll('_', ' ')}</Badge>
        </p>
        <p>{content.summary}</p>
        <dl>
          <dt>{words.version}</dt>
          <dd>{content.version_number}</dd>
          <dt>{words.evidenceComplete}</dt>
          <dd>
            <Time at={content.completed_at} />
          </dd>
          <dt>{words.created}</dt>
          <dd>
            <Time at={content.generated_at} />
          </dd>
          {verdict && (
            <>
              <dt>{words.requesterVerdict}</dt>
              <dd>
                {verdictWords[verdict.verdict]} (<Time at={verdict.at} />)
              </dd>
            </>
          )}
        </dl>
      </section>
    </>
  );
}
