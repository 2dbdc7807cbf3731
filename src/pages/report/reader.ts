import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { type PageCall, pageFetch, pageRequest } from '../frame/page-request.js';
import type { PageAnswer, PageError } from '../frame/run-operation.js';
import type { ListedVersion, ReportAnswer, ReportHead, Versions, Withdrawal } from './answer.js';

/** Who reads a report, by the credential that opened its page. */
export type Reader =
  | { kind: 'token'; token: string }
  | { kind: 'session' }
  | { kind: 'key'; key: string }
  | { kind: 'link'; query: string };

/** Where a reader finds the report, and whether their verdict on it is asked for. */
const paths = {
  token: { base: '/v1/public/site-checks', requester: true },
  session: { base: '/v1/customer/requests', requester: true },
  key: { base: '/v1/jobs', requester: false },
  link: { base: '/reports', requester: false },
} as const;

export const isRequester = (reader: Reader) => paths[reader.kind].requester;

/** A refusal of the interface. */
export class Refused extends Error {
  constructor(readonly answer: PageError) {
    super(answer.code ?? `status ${answer.status}`);
  }
}

interface Asked {
  app: Hono<Env>;
  c: Context<Env>;
  id: string;
  reader: Reader;
}

function callOf({ id, reader }: Asked, rest: string, query: Record<string, string> = {}): PageCall {
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

/** The file of a version, as the interface answers it; a link names its version itself. */
export function fetchFile(asked: Asked, kind: 'pdf' | 'json', version: string | undefined) {
  const { headers, ...call } = callOf(asked, fileNames[kind], versionQuery(version));
  return pageFetch(asked.app, asked.c, { ...call, headers: { ...headers, accept: '*/*' } });
}

/** A version with what the page says of it. */
export interface ReadReport {
  answer: ReportAnswer;
  versions: Versions;
}

/**
 * Reads a version, which counts as a view.
 * @param version undefined: the current one, or the latest where every one was withdrawn
 * @throws Refused
 */
export async function readReport(asked: Asked, version: string | undefined): Promise<ReadReport> {
  const name = asked.reader.kind === 'link' ? 'report.json' : 'report';
  const call = callOf(asked, name, versionQuery(version));
  const answer = await pageRequest<ReportAnswer>(asked.app, asked.c, call);
  if (!answer.ok) {
    const isMissing = answer.code === 'report_not_found' && version === undefined;
    const withdrawn = isMissing ? await latestWithdrawn(asked) : null;
    if (withdrawn !== null) return readReport(asked, String(withdrawn));
    throw new Refused(answer);
  }
  const { versions } = answer.result;
  const current = versions.find((one) => one.is_current)?.version_number ?? null;
  const withdrawn = versions.some(({ status }) => status === 'withdrawn')
    ? await withdrawals(asked)
    : new Map<number, Withdrawal>();
  return { answer: answer.result, versions: { listed: versions, current, withdrawn } };
}

interface Cover extends Omit<ReportHead, 'requester_verdict'> {
  current_version: number | null;
  versions: (ListedVersion & { withdrawn_at: string | null; withdraw_reason: string | null })[];
}

const withdrawalsOf = (
  versions: readonly { number: number; at: string | null; reason: string | null }[],
): Map<number, Withdrawal> =>
  new Map(versions.flatMap(({ number, at, reason }) => (at ? [[number, { at, reason }]] : [])));

async function cover(asked: Asked): Promise<Cover> {
  const answer = await pageRequest<Cover>(asked.app, asked.c, callOf(asked, 'cover.json'));
  if (!answer.ok) throw new Refused(answer);
  return answer.result;
}

/** What a signed link says before the report is read; counts nothing. @throws Refused */
export async function readCover(asked: Asked): Promise<{ head: ReportHead; versions: Versions }> {
  const { versions, current_version: current, ...head } = await cover(asked);
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

/** What the documented answer does not say of a report; counts nothing. Null where it is refused. */
async function readState(
  { app, c, id }: Asked,
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
  return answer.ok ? (answer.result?.data?.found?.report ?? null) : null;
}

/** Number of the latest version where every one was withdrawn; else null. */
async function latestWithdrawn(asked: Asked): Promise<number | null> {
  // A link names its version itself.
  if (asked.reader.kind === 'link') return null;
  const state = await readState(asked, asked.reader);
  return state?.status === 'WITHDRAWN' ? state.versionNumber : null;
}

/** When and why versions were withdrawn, which the documented answer does not say. */
async function withdrawals(asked: Asked): Promise<Versions['withdrawn']> {
  if (asked.reader.kind === 'link') return (await readCover(asked)).versions.withdrawn;
  const state = await readState(asked, asked.reader);
  return withdrawalsOf(
    (state?.withdrawals ?? []).map((one) => ({
      number: one.versionNumber,
      at: one.withdrawnAt,
      reason: one.withdrawReason,
    })),
  );
}

/** Sends the requester's feedback. */
export function sendFeedback(asked: Asked, body: Record<string, unknown>): Promise<PageAnswer> {
  const { app, c, reader } = asked;
  const token = reader.kind === 'token' ? { access_token: reader.token } : {};
  const call = callOf(asked, 'requester-feedback');
  return pageRequest(app, c, { ...call, method: 'POST', body: { ...token, ...body } });
}
