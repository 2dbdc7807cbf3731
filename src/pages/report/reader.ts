import type { Context } from 'hono';
import { linkOf } from '../../http/report-link.js';
import type { Env } from '../../http/request.js';
import type { Language } from '../../messages/language.js';
import { getCustomerRequest } from '../../modules/customer-request/get-customer-request.js';
import { getCustomerRequestReport } from '../../modules/customer-request/get-customer-request-report.js';
import { submitCustomerRequestFeedback } from '../../modules/customer-request/submit-customer-request-feedback.js';
import {
  admitLink,
  asMissing,
  openLink,
  openReportPdf,
  recordView,
} from '../../modules/delivery/signed-report.js';
import { getJob } from '../../modules/job/get-job.js';
import type { FeedbackVerdict, Job } from '../../modules/job/job.js';
import { type Objection, openObjection, possibleVerdicts } from '../../modules/job/objection.js';
import { type ReportState, reportState } from '../../modules/job/report-state.js';
import { submitRequesterFeedback } from '../../modules/job/submit-requester-feedback.js';
import type { ReaderText } from '../../modules/report/check-text.js';
import { getReport, readVersion } from '../../modules/report/get-report.js';
import type { ServedPdf } from '../../modules/report/get-report-pdf.js';
import { changesFor } from '../../modules/report/reader-text.js';
import { wordingIn } from '../../modules/report/reader-wording.js';
import { reportAnswer } from '../../modules/report/report-answer.js';
import {
  openSharedPdf,
  openShareLink,
  viewShared,
} from '../../modules/share-link/open-share-link.js';
import { getSiteCheck } from '../../modules/site-check/get-site-check.js';
import { getSiteCheckReport } from '../../modules/site-check/get-site-check-report.js';
import { submitSiteCheckFeedback } from '../../modules/site-check/submit-site-check-feedback.js';
import { admit } from '../../operation.js';
import { pageLanguage } from '../frame/language.js';
import {
  attempt,
  contextOfReader,
  type PageAnswer,
  type PageCall,
  type PageError,
  type Represent,
  runOperation,
} from '../frame/run-operation.js';
import type { ReportAnswer, Versions, Withdrawal } from './answer.js';
import { readPdf } from './report-file.js';

/** The reader of a report, by the credential that opened its page. */
export type Reader =
  | { kind: 'token'; token: string }
  | { kind: 'session' }
  | { kind: 'key'; key: string }
  | { kind: 'link'; query: string }
  | { kind: 'share'; token: string };

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

/** A reader with the right to read alone, which others can have too. */
const readsOnly = ({ kind }: Reader) => kind === 'link' || kind === 'share';

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

/** Returns a document as readers of the API receive it: times are texts. */
const asDocument = (answer: PageAnswer): PageAnswer<ReportAnswer> =>
  answer.ok
    ? { ...answer, result: reportAnswer.parse(JSON.parse(JSON.stringify(answer.result))) }
    : answer;

/**
 * The document of a version as REST represents it, which counts as a view, but not with a signed link: mail scanners
 * open links too. A link names its version itself.
 */
export async function readDocument(
  request: ReportRequest,
  version: string | undefined,
): Promise<PageAnswer<ReportAnswer>> {
  const { c, reader, represent } = request;
  if (reader.kind === 'share') return readShared(request, reader.token, version);
  const answer =
    reader.kind === 'link'
      ? await attempt(c, async () => {
          const { call, ...args } = await admitLink(await contextOfReader(c, {}), linkOf(c));
          const uncounted = { ...call, recordsReads: false };
          return represent(getSiteCheckReport, uncounted, args).catch(asMissing);
        })
      : await runOperation<unknown>(
          c,
          reports[reader.kind],
          callOf(request, { version }),
          represent,
        );
  return asDocument(answer);
}

/** The document that a share link shows; its view is counted separately. */
async function readShared(
  { c, represent }: ReportRequest,
  token: string,
  version: string | undefined,
): Promise<PageAnswer<ReportAnswer>> {
  const answer = await attempt(c, async () => {
    const { link, call } = await openShareLink(await contextOfReader(c, {}), token);
    const args = { requestId: link.requestId, version: version ? Number(version) : null };
    return represent(getSiteCheckReport, call, args);
  });
  return asDocument(answer);
}

/** Records the view of a signed link. @throws RejectedRequest */
export async function recordLinkView({ c }: ReportRequest): Promise<void> {
  const answer = await attempt(c, async () => recordView(await contextOfReader(c, {}), linkOf(c)));
  if (!answer.ok) throw new RejectedRequest(answer);
}

/** The PDF of a version, which counts as a view. */
export async function readFile(
  request: ReportRequest,
  version: string | undefined,
  language: Language,
): Promise<PageAnswer<ServedPdf>> {
  const { c, reader } = request;
  if (reader.kind === 'share') {
    return attempt(c, async () =>
      openSharedPdf(await contextOfReader(c, {}), reader.token, language),
    );
  }
  return reader.kind === 'link'
    ? attempt(c, async () => openReportPdf(await contextOfReader(c, {}), linkOf(c), language))
    : readPdf(c, reader.kind, callOf(request, { version }), language);
}

/** Returns the report of the previous visit, which does not count as a view; null without a readable one. */
async function readPrevious(
  { c, reader, represent }: ReportRequest,
  { previous_job_id: jobId }: ReportAnswer,
): Promise<ReportAnswer | null> {
  if (reader.kind !== 'key' || jobId == null) return null;
  const answer = await attempt(c, async () => {
    const ctx = await contextOfReader(c, { key: reader.key });
    const call = await admit(getReport, { ...ctx, recordsReads: false }, { jobId });
    return represent(getReport, call, { jobId, version: null });
  });
  const document = asDocument(answer);
  return document.ok ? document.result : null;
}

/** A version with additional data for the page. */
export interface ReadReport {
  answer: ReportAnswer;
  /** The report of the previous visit; null without one, and for readers other than the integrator. */
  previous: ReportAnswer | null;
  versions: Versions;
  /** The open objection; for readers of a link, without its comments. */
  objection: Objection | null;
  /** The verdicts that the requester can give. */
  verdicts: readonly FeedbackVerdict[];
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
  return {
    answer: answer.result,
    previous: await readPrevious(request, answer.result),
    versions: {
      listed: versions,
      changes: state?.changes ?? new Map(),
      current,
      withdrawn: state ? withdrawalsOf(state.report) : new Map(),
    },
    objection: state?.objection ?? null,
    verdicts: state?.verdicts ?? [],
  };
}

const withdrawalsOf = ({ withdrawals }: ReportState): Map<number, Withdrawal> =>
  new Map(
    withdrawals.map(({ versionNumber, withdrawnAt, withdrawReason }) => [
      versionNumber,
      { at: withdrawnAt.toISOString(), reason: withdrawReason },
    ]),
  );

interface State extends Pick<ReadReport, 'objection' | 'verdicts'>, Pick<Versions, 'changes'> {
  report: ReportState;
}

/** Returns what changed in each version. Only a translation reads their content. */
async function changesOf({ c }: ReportRequest, job: Job): Promise<Versions['changes']> {
  const wording = wordingIn(pageLanguage(c));
  const changes = new Map<number, ReaderText>();
  for (const header of job.reports) {
    const { changeSummaryText: signed, versionNumber } = header;
    if (signed === null) continue;
    const derived =
      wording.language === 'en'
        ? null
        : changesFor(wording, (await readVersion(c.get('services'), job, header)).content);
    changes.set(versionNumber, derived ?? { text: signed, isEnglish: true });
  }
  return changes;
}

/** Returns the job of a report, without counting a view. */
async function readJob(request: ReportRequest): Promise<PageAnswer<Job>> {
  const { c, reader } = request;
  if (reader.kind === 'link') {
    return attempt(c, async () => (await openLink(await contextOfReader(c, {}), linkOf(c))).job);
  }
  if (reader.kind === 'share') {
    const { token } = reader;
    return attempt(c, async () => (await viewShared(await contextOfReader(c, {}), token)).job);
  }
  const call = callOf(request);
  if (reader.kind === 'key') return runOperation(c, getJob, call);
  const op = reader.kind === 'token' ? getSiteCheck : getCustomerRequest;
  const answer = await runOperation(c, op, call);
  return answer.ok ? { ...answer, result: answer.result.job } : answer;
}

/** Returns the state of a report, which its document does not contain. Null if it cannot be read. */
async function readState(request: ReportRequest): Promise<State | null> {
  const answer = await readJob(request);
  if (!answer.ok) return null;
  const objection = openObjection(answer.result);
  return {
    report: reportState(answer.result, request.c.get('services').baseUrl),
    changes: await changesOf(request, answer.result),
    // A link can be in the hands of others; it gives access to the report only.
    objection: objection && {
      ...objection,
      ...(readsOnly(request.reader) && { comments: [] }),
    },
    verdicts: possibleVerdicts(answer.result),
  };
}

/** Returns the number of the latest version if all were withdrawn; else null. */
async function latestWithdrawn(request: ReportRequest): Promise<number | null> {
  const report = (await readState(request))?.report;
  return report?.status === 'withdrawn' ? report.versionNumber : null;
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
