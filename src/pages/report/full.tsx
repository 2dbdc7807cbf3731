import type { StepStatus } from '../../modules/job/job.js';
import { currentVersion, type ReportVersionHeader } from '../../modules/job/report-version.js';
import type { ReadReport } from '../../modules/report/get-report.js';
import type { ContentStep } from '../../modules/report/report-schema.js';
import { stepWords, words } from '../words/report.en.js';
import { Checks, Photos, shownItems } from './evidence.js';
import { Head } from './head.js';
import { Badge, Frame, Region, Time, type Tone } from './parts.js';
import { Plan } from './plan.js';
import type { ShownReport } from './shown.js';

const stepTones: Record<StepStatus, Tone> = {
  passed: 'good',
  pending: 'none',
  failed: 'bad',
  skipped: 'none',
};

/** A step that nobody had to show and nobody showed was left out. */
const stateOf = ({ status, required }: ContentStep): StepStatus =>
  status === 'pending' && !required ? 'skipped' : status;

function Steps({ report }: { report: ReadReport }) {
  return (
    <Region id="steps" heading={words.steps}>
      <ol class="steps">
        {report.content.steps.map((step) => (
          <li>
            <h3>{step.label}</h3>
            <Badge tone={stepTones[stateOf(step)]}>{stepWords[stateOf(step)]}</Badge>
            <p class="soft">{step.instructions}</p>
          </li>
        ))}
      </ol>
    </Region>
  );
}

function State({
  version,
  current,
}: {
  version: ReportVersionHeader;
  current: number | undefined;
}) {
  if (version.withdrawnAt) {
    const [before, after] = words.withdrawn(version.withdrawReason ?? '');
    return (
      <>
        {before}
        <Time at={version.withdrawnAt} />
        {after}
      </>
    );
  }
  if (version.versionNumber === current || current === undefined) return <>{words.current}</>;
  return <>{words.replacedBy(current)}</>;
}

function Versions({ report: { job } }: { report: ReadReport }) {
  const current = currentVersion(job.reports)?.versionNumber;
  return (
    <Region id="versions" heading={words.versions}>
      <ol class="list">
        {job.reports.toReversed().map((version) => (
          <li>
            <h3>{words.versionNumber(version.versionNumber)}</h3>
            <p>
              <Time at={version.generatedAt} /> · <State version={version} current={current} />
            </p>
            {version.changeSummaryText && <p class="soft">{version.changeSummaryText}</p>}
          </li>
        ))}
      </ol>
    </Region>
  );
}

function Proof({ report: { integrity } }: { report: ReadReport }) {
  return (
    <Region id="proof" heading={words.proof}>
      <p>{words.verify}</p>
      <dl class="wide">
        <dt>{words.contentHash}</dt>
        <dd class="mono">{integrity.content_sha256}</dd>
        <dt>{words.key}</dt>
        <dd class="mono">{integrity.key_id}</dd>
        <dt>{words.signedAt}</dt>
        <dd>
          <Time at={integrity.signed_at} />
        </dd>
      </dl>
    </Region>
  );
}

/** The whole report, as its requester reads it. */
export function FullReport(shown: ShownReport & { mediaKey: Buffer; now: Date }) {
  const { report, operator, links, mediaKey, now } = shown;
  const { content, job } = report;
  const items = shownItems(content, { jobId: job._id, key: mediaKey, now });
  return (
    <Frame title={content.report_title ?? content.objective} operator={operator}>
      <section class="card head">
        <div>
          <Head report={report} />
          <div class="actions">
            <a class="button go" href={links.pdf}>
              {words.downloadPdf}
            </a>
            <a class="button" href={links.json} download>
              {words.downloadJson}
            </a>
          </div>
        </div>
        <Plan content={content} />
      </section>
      <Steps report={report} />
      <Photos items={items} />
      <Checks items={items} />
      <Region id="limits" heading={words.limits}>
        <ul class="limits">
          {content.limitations.map((limitation) => (
            <li>{limitation}</li>
          ))}
        </ul>
      </Region>
      <Versions report={report} />
      <Proof report={report} />
    </Frame>
  );
}
