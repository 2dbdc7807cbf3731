import type { Context } from 'hono';
import { linkOf } from '../../http/report-link.js';
import type { Env } from '../../http/request.js';
import { getCustomerRequest } from '../../modules/customer-request/get-customer-request.js';
import { getCustomerRequestReport } from '../../modules/customer-request/get-customer-request-report.js';
import { submitCustomerRequestFeedback } from '../../modules/customer-request/submit-customer-request-feedback.js';
import { admitLink, openReportPdf, showCover } from '../../modules/delivery/signed-report.js';
import { type Dispute, openDispute } from '../../modules/job/dispute.js';
import { getJob } from '../../modules/job/get-job.js';
import type { Job } from '../../modules/job/job.js';
import { type ReportState, reportState } from '../../modules/job/report-state.js';
import { currentVersion } from '../../modules/job/report-version.js';
import { submitRequesterFeedback } from '../../modules/job/submit-requester-feedback.js';
import { getReport } from '../../modules/report/get-report.js';
import type { ServedPdf } from '../../modules/report/get-report-pdf.js';
import { getSiteCheck } from '../../modules/site-check/get-site-check.js';
import { getSiteCheckReport } from '../../modules/site-check/get-site-check-report.js';
import { submitSiteCheckFeedback } from '../../modules/site-check/submit-site-check-feedback.js';
import {
  attempt,
  contextOfReader,
  type PageAnswer,
  type PageCall,
  type PageError,
  type Represent,
  runOperation,
} from '../frame/run-operation.js';
import type { ReportAnswer, ReportHead, Versions, Withdrawal } from './answer.js';
import { readPdf } from './report-file.js';

/** The reader of a report, by the credential that opened its page. */
export type Reader =
  | { kind: 'token'; token: string }
  | { kind: 'session' }
  | { kind: 'key'; key: string }
  | { kind: 'link'; query: string };

/** True for a reader who is asked for a verdict. */
export const isRequester = ({ kind }: Reader) => kind === 'token' || kind === 'session';

/** Nothing is shown because an operation failed. */
export class RejectedRequest extends Error {
  constructor(readonly answer: PageError) {
    super(answer.code ?? `status ${answer.status}`);
  }
}

interface ReportRequest {
  c: Context<Env>;
  id: string;
  reader: Reader;
  represent: Represent;
}

const reports = {
  token: getSiteCheckReport,
  session: getCustomerRequestReport,
  key: getReport,
};

function callOf({ id, reader }: ReportRequest, input: PageCall['input'] = {}): PageCall {
  return {
    target: id,
    input,
    ...(reader.kind === 'token' && { token: reader.token }),
    ...(reader.kind === 'key' && { key: reader.key }),
  };
}

/** The document of a version as REST represents it, which counts as a view; a link names its version itself. */
export async function readDocument(
  request: ReportRequest,
  version: string | undefined,
): Promise<PageAnswer<ReportAnswer>> {
  const { c, reader, represent } = request;
  const answer =
    reader.kind === 'link'
      ? await attempt(c, async () => {
          const { call, ...args } = await admitLink(await contextOfReader(c, {}), linkOf(c));
          return represent(getSiteCheckReport, call, args);
        })
      : await runOperation<unknown>(
          c,
          reports[reader.kind],
          callOf(request, { version }),
          represent,
        );
  return answer.ok ? { ...answer, result: answer.result as ReportAnswer } : answer;
}

/** The PDF of a version, which counts as a view. */
export async function readFile(
  request: ReportRequest,
  version: string | undefined,
): Promise<PageAnswer<ServedPdf>> {
  const { c, reader } = request;
  return reader.kind === 'link'
    ? attempt(c, async () => openReportPdf(await contextOfReader(c, {}), linkOf(c)))
    : readPdf(c, reader.kind, callOf(request, { version }));
}

/** A version with additional data for the page. */
export interface ReadReport {
  answer: ReportAnswer;
  versions: Versions;
  /** The open dispute; null for readers of a signed link. */
  dispute: Dispute | null;
}

/**
 * Reads a version, which counts as a view.
 * @param version undefined: the current one, or the latest if all were withdrawn
 * @throws RejectedRequest
 */
export async function readReport(
  request: ReportRequest,
  version: string | undefined,
): Promise<ReadReport> {
  const answer = await readDocument(request, version);
  if (!answer.ok) {
    const isMissing = answer.code === 'report_not_found' && version === undefined;
    const withdrawn = isMissing ? await latestWithdrawn(request) : null;
    if (withdrawn !== null) return readReport(request, String(withdrawn));
    throw new RejectedRequest(answer);
  }
  const { versions } = answer.result;
  const current = versions.find((one) => one.is_current)?.version_number ?? null;
  const state = await readState(request);
  const withdrawn = versions.some(({ status }) => status === 'withdrawn')
    ? await withdrawals(request, state)
    : new Map<number, Withdrawal>();
  return {
    answer: answer.result,
    versions: { listed: versions, current, withdrawn },
    dispute: state?.dispute ?? null,
  };
}

const withdrawalsOf = (
  versions: readonly {
    versionNumber: number;
    withdrawnAt?: Date | null;
    withdrawReason?: string | null;
  }[],
): Map<number, Withdrawal> =>
  new Map(
    versions.flatMap(({ versionNumber, withdrawnAt, withdrawReason }) =>
      withdrawnAt
        ? [[versionNumber, { at: withdrawnAt.toISOString(), reason: withdrawReason ?? null }]]
        : [],
    ),
  );

/** Returns the cover page's data for a signed link, without counting a view. @throws RejectedRequest */
export async function readCover({
  c,
}: ReportRequest): Promise<{ head: ReportHead; versions: Versions }> {
  const answer = await attempt(c, async () => showCover(await contextOfReader(c, {}), linkOf(c)));
  if (!answer.ok) throw new RejectedRequest(answer);
  const { job, content } = answer.result;
  return {
    head: {
      ...content,
      headline: content.headline ?? null,
      answers: content.answers ?? null,
      requester_verdict: null,
    },
    versions: {
      listed: job.reports.map((version) => ({
        version_number: version.versionNumber,
        generated_at: version.generatedAt.toISOString(),
        change_summary_text: version.changeSummaryText,
      })),
      current: currentVersion(job.reports)?.versionNumber ?? null,
      withdrawn: withdrawalsOf(job.reports),
    },
  };
}

interface State {
  report: ReportState;
  dispute: Dispute | null;
}

/** Returns the state of a report, which its document does not contain; counts no view. Null if it cannot be read. */
async function readState(request: ReportRequest): Promise<State | null> {
  const { c, reader } = request;
  // A signed link gives access to a version only.
  if (reader.kind === 'link') return null;
  const call = callOf(request);
  const { baseUrl } = c.get('services');
  const stateOf = (job: Job) => ({ report: reportState(job, baseUrl), dispute: openDispute(job) });
  if (reader.kind === 'key') {
    const answer = await runOperation(c, getJob, call);
    return answer.ok ? stateOf(answer.result) : null;
  }
  const op = reader.kind === 'token' ? getSiteCheck : getCustomerRequest;
  const answer = await runOperation(c, op, call);
  return answer.ok ? stateOf(answer.result.job) : null;
}

/** Returns the number of the latest version if all were withdrawn; else null. */
async function latestWithdrawn(request: ReportRequest): Promise<number | null> {
  // A link names its version itself.
  if (request.reader.kind === 'link') return null;
  const report = (await readState(request))?.report;
  return report?.status === 'withdrawn' ? report.versionNumber : null;
}

/** When and why versions were withdrawn, which the document does not say. */
async function withdrawals(
  request: ReportRequest,
  state: State | null,
): Promise<Versions['withdrawn']> {
  if (request.reader.kind === 'link') return (await readCover(request)).versions.withdrawn;
  return withdrawalsOf(state?.report.withdrawals ?? []);
}

/** Sends the requester's feedback. */
export function sendFeedback(
  request: ReportRequest,
  input: NonNullable<PageCall['input']>,
): Promise<PageAnswer> {
  const { c, reader } = request;
  if (reader.kind === 'token') {
    const withToken = { access_token: reader.token, ...input };
    return runOperation(c, submitSiteCheckFeedback, callOf(request, withToken));
  }
  const op = reader.kind === 'key' ? submitRequesterFeedback : submitCustomerRequestFeedback;
  return runOperation<unknown>(c, op, callOf(request, input));
}
