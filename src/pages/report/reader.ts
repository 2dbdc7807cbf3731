import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { codeOf } from '../frame/error-message.js';
import { type PageAnswer, type PageCall, pageFetch, pageRequest } from '../frame/page-request.js';
import type { ListedVersion, ReportAnswer, ReportHead, Versions, Withdrawal } from './answer.js';

/** The reader of a report, by the credential that opened its page. */
export type Reader =
  | { kind: 'token'; token: string }
  | { kind: 'session' }
  | { kind: 'key'; key: string }
  | { kind: 'link'; query: string };

/** The path of the report for each reader, and whether they are asked for feedback. */
const paths = {
  token: { base: '/v1/public/site-checks', requester: true },
  session: { base: '/v1/customer/requests', requester: true },
  key: { base: '/v1/jobs', requester: false },
  link: { base: '/reports', requester: false },
} as const;

export const isRequester = (reader: Reader) => paths[reader.kind].requester;

/** An error response of the API. */
export class RejectedRequest extends Error {
  constructor(readonly answer: PageAnswer) {
    super(codeOf(answer) ?? `status ${answer.status}`);
  }
}

interface ReportRequest {
  app: Hono<Env>;
  c: Context<Env>;
  id: string;
  reader: Reader;
}

function callOf(
  { id, reader }: ReportRequest,
  rest: string,
  query: Record<string, string> = {},
): PageCall {
  const text = reader.kind === 'link' ? reader.query : new URLSearchParams(query).toString();
  return {
    path: `${paths[reader.kind].base}/${encodeURIComponent(id)}/${rest}${text && `?${text}`}`,
    token: reader.kind === 'token' ? reader.token : undefined,
    headers: reader.kind === 'key' ? { 'x-api-key': reader.key } : {},
  };
}

const versionQuery = (version: string | undefined): Record<string, string> =>
  version === undefined ? {} : { version };

const fileNames = { pdf: 'report.pdf', json: 'report' } as const;

/** Fetches the file of a version from the API; a link names its version itself. */
export function fetchFile(
  request: ReportRequest,
  kind: 'pdf' | 'json',
  version: string | undefined,
) {
  const { headers, ...call } = callOf(request, fileNames[kind], versionQuery(version));
  return pageFetch(request.app, request.c, { ...call, headers: { ...headers, accept: '*/*' } });
}

/** A version with additional data for the page. */
export interface ReadReport {
  answer: ReportAnswer;
  versions: Versions;
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
  const name = request.reader.kind === 'link' ? 'report.json' : 'report';
  const call = callOf(request, name, versionQuery(version));
  const answer = await pageRequest<ReportAnswer>(request.app, request.c, call);
  if (!answer.ok) {
    const isMissing = codeOf(answer) === 'report_not_found' && version === undefined;
    const withdrawn = isMissing ? await latestWithdrawn(request) : null;
    if (withdrawn !== null) return readReport(request, String(withdrawn));
    throw new RejectedRequest(answer);
  }
  const { versions } = answer.body;
  const current = versions.find((one) => one.is_current)?.version_number ?? null;
  const withdrawn = versions.some(({ status }) => status === 'withdrawn')
    ? await withdrawals(request)
    : new Map<number, Withdrawal>();
  return { answer: answer.body, versions: { listed: versions, current, withdrawn } };
}

interface Cover extends Omit<ReportHead, 'requester_verdict'> {
  current_version: number | null;
  versions: (ListedVersion & { withdrawn_at: string | null; withdraw_reason: string | null })[];
}

const withdrawalsOf = (
  versions: readonly { number: number; at: string | null; reason: string | null }[],
): Map<number, Withdrawal> =>
  new Map(versions.flatMap(({ number, at, reason }) => (at ? [[number, { at, reason }]] : [])));

async function cover(request: ReportRequest): Promise<Cover> {
  const answer = await pageRequest<Cover>(request.app, request.c, callOf(request, 'cover.json'));
  if (!answer.ok) throw new RejectedRequest(answer);
  return answer.body;
}

/** Reads the cover of a signed link; counts no view. @throws RejectedRequest */
export async function readCover(
  request: ReportRequest,
): Promise<{ head: ReportHead; versions: Versions }> {
  const { versions, current_version: current, ...head } = await cover(request);
  const withdrawn = withdrawalsOf(
    versions.map((one) => ({
      number: one.version_number,
      at: one.withdrawn_at,
      reason: one.withdraw_reason,
    })),
  );
  const shown = { ...head, requester_verdict: null };
  return { head: shown, versions: { listed: versions, current, withdrawn } };
}

const stateFields =
  'report { status versionNumber withdrawals { versionNumber withdrawnAt withdrawReason } }';
const stateQueries = {
  token: `query($id: ID!, $token: String) { found: siteCheck(requestId: $id, accessToken: $token) { ${stateFields} } }`,
  session: `query($id: ID!) { found: customerRequest(requestId: $id) { ${stateFields} } }`,
  key: `query($id: ID!) { found: job(id: $id) { ${stateFields} } }`,
};

interface GraphState {
  status: string;
  versionNumber: number | null;
  withdrawals: { versionNumber: number; withdrawnAt: string; withdrawReason: string | null }[];
}

/** Reads the state that the documented response lacks; counts no view. @returns null if it is rejected */
async function readState(
  { app, c, id }: ReportRequest,
  reader: Exclude<Reader, { kind: 'link' }>,
): Promise<GraphState | null> {
  const token = reader.kind === 'token' ? { token: reader.token } : {};
  const answer = await pageRequest<{ data?: { found: { report: GraphState } | null } } | null>(
    app,
    c,
    {
      method: 'POST',
      path: '/graphql',
      body: { query: stateQueries[reader.kind], variables: { id, ...token } },
      headers: reader.kind === 'key' ? { 'x-api-key': reader.key } : {},
    },
  );
  return answer.body?.data?.found?.report ?? null;
}

/** Returns the number of the latest version if all were withdrawn; else null. */
async function latestWithdrawn(request: ReportRequest): Promise<number | null> {
  // A link names its version itself.
  if (request.reader.kind === 'link') return null;
  const state = await readState(request, request.reader);
  return state?.status === 'WITHDRAWN' ? state.versionNumber : null;
}

/** Returns times and reasons of withdrawals, which the documented response lacks. */
async function withdrawals(request: ReportRequest): Promise<Versions['withdrawn']> {
  if (request.reader.kind === 'link') return (await readCover(request)).versions.withdrawn;
  const state = await readState(request, request.reader);
  return withdrawalsOf(
    (state?.withdrawals ?? []).map((one) => ({
      number: one.versionNumber,
      at: one.withdrawnAt,
      reason: one.withdrawReason,
    })),
  );
}

/** Sends the requester's feedback. */
export function sendFeedback(
  request: ReportRequest,
  body: Record<string, unknown>,
): Promise<PageAnswer> {
  const { app, c, reader } = request;
  const token = reader.kind === 'token' ? { access_token: reader.token } : {};
  const call = callOf(request, 'requester-feedback');
  return pageRequest(app, c, { ...call, method: 'POST', body: { ...token, ...body } });
}
