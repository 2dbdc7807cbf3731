import { jobBody } from '../../support/app.js';

/** Who asks, in the order of the columns. */
export const callers = [
  'nobody',
  'a wrong key',
  'a revoked key',
  'a key for reading',
  'a key for writing',
  'a key for reports',
  'the owner with all but operator',
  'another integrator',
  'an operator',
  'the task token',
  'the capture token',
  'the access token',
] as const;
export type Caller = (typeof callers)[number];

/** What a letter of the table stands for; `A` is any answer that is no refusal of the caller. */
export const outcomes: Record<string, string> = {
  A: 'allowed',
  M: 'api_key_missing',
  I: 'api_key_invalid',
  S: 'scope_missing',
  T: 'token_invalid',
  J: 'job_not_found',
  C: 'site_check_not_found',
  N: 'not_found',
  V: 'invalid_input',
};

/** How an operation is asked for on each face; `door`: the body is the form of that upload. */
export interface Row {
  /** One letter for each caller. */
  cells: string;
  /** Where REST answers otherwise. */
  restCells?: string;
  graphql?: string;
  rest?: [method: string, path: string, body?: object];
  door?: 'provider' | 'capture';
}

const feedback = { comment: 'Thanks.' };
const reason = { reason: 'Not needed.' };
const evidence = {
  media_url: 'https://nowhere.invalid/photo.jpg',
  media_sha256: 'a'.repeat(64),
  latitude: 52.5219,
  longitude: 13.4132,
  captured_at: '2026-01-31T12:00:00Z',
  nonce: 'authorization-nonce',
};
const graphEvidence = `{ mediaUrl: "${evidence.media_url}", mediaSha256: "${evidence.media_sha256}",
  latitude: 1, longitude: 2, capturedAt: "${evidence.captured_at}", nonce: "${evidence.nonce}" }`;
/** A site check to order. */
export const place = { ...jobBody(), nonce: undefined };
const graphPlace =
  'objective: "Is it open?", address: "Alexanderplatz 1", latitude: 52.5, longitude: 13.4, notes: "None."';
const check = '/v1/public/site-checks/{check}';

const anybody = 'A'.repeat(callers.length);
const nobody = 'N'.repeat(callers.length);

// nobody, wrong, revoked, read, write, reports, owner, other, operator, task, capture, access
/** Each root field of the graph, with its path where it has one. */
export const operations: Record<string, Row> = {
  viewer: { cells: 'AAAAAAAAAAAA', graphql: '{ viewer { scopes } }' },
  job: {
    cells: 'MIIASSAJAMMM',
    graphql: '{ job(id: "{job}") { jobId } }',
    rest: ['GET', '/v1/jobs/{job}'],
  },
  jobs: {
    cells: 'MIIASSAAAMMM',
    graphql: '{ jobs { nodes { jobId } } }',
    rest: ['GET', '/v1/jobs'],
  },
  jobStats: { cells: 'MIIASSAAAMMM', graphql: '{ jobStats(groupBy: STATUS) { total } }' },
  report: {
    cells: 'MIIASSAJAMMM',
    graphql: '{ report(jobId: "{job}") { reportId } }',
    rest: ['GET', '/v1/jobs/{job}/report'],
  },
  events: { cells: 'MIIASSAAAMMM', graphql: '{ events { nodes { id } } }' },
  jobUpdated: {
    cells: 'MIIASSAJAMMM',
    graphql: 'subscription { jobUpdated(id: "{job}") { jobId } }',
  },
  jobEvents: { cells: 'MIIASSAAAMMM', graphql: 'subscription { jobEvents { id } }' },
  createJob: {
    cells: 'MIISASAAAMMM',
    graphql: `mutation { createJob(input: { ${graphPlace}, nonce: "{nonce}" }) { jobId } }`,
    rest: ['POST', '/v1/jobs', { ...jobBody(), nonce: '{nonce}' }],
  },
  openJob: {
    cells: 'MIISASAJAMMM',
    graphql: 'mutation { openJob(id: "{job}") { jobId } }',
    rest: ['POST', '/v1/jobs/{job}/open', {}],
  },
  cancelJob: {
    cells: 'MIISASAJAMMM',
    graphql: 'mutation { cancelJob(id: "{job}") { jobId } }',
    rest: ['POST', '/v1/jobs/{job}/cancel', {}],
  },
  submitEvidence: {
    cells: 'MIISASAJAMMM',
    graphql: `mutation { submitEvidence(id: "{job}", input: ${graphEvidence}) { jobId } }`,
    rest: ['POST', '/v1/jobs/{job}/evidence', evidence],
  },
  submitRequesterFeedback: {
    cells: 'MIISASAJAMMM',
    graphql:
      'mutation { submitRequesterFeedback(id: "{job}", input: { comment: "Thanks." }) { jobId } }',
    rest: ['POST', '/v1/jobs/{job}/requester-feedback', feedback],
  },
  createRealityReport: {
    cells: 'MIISSAAJAMMM',
    graphql: 'mutation { createRealityReport(id: "{job}") { reportId } }',
    rest: ['POST', '/v1/jobs/{job}/reality-report', {}],
  },
  assignJob: {
    cells: 'MIISSSSSAMMM',
    graphql: 'mutation { assignJob(id: "{job}", input: { assigneeName: "Ada" }) { expiresAt } }',
    rest: ['POST', '/v1/jobs/{job}/assign', { assignee_name: 'Ada' }],
  },
  reviewJob: {
    cells: 'MIISSSSSAMMM',
    graphql: 'mutation { reviewJob(id: "{job}", input: { decision: FAIL }) { jobId } }',
    rest: ['POST', '/v1/jobs/{job}/review', { decision: 'fail' }],
  },
  createApiKey: {
    cells: 'MIISSSSSAMMM',
    graphql:
      'mutation { createApiKey(input: { integrator: "made", label: "x", scopes: [JOBS_READ] }) { secret } }',
  },
  revokeApiKey: {
    cells: 'MIISSSSSAMMM',
    graphql: 'mutation { revokeApiKey(id: "{spare_key}") { id } }',
  },
  captureTask: {
    cells: 'TTTTTTTTTAAT',
    graphql: '{ captureTask { objective } }',
    rest: ['GET', '/v1/capture/task'],
  },
  requestSiteCheck: {
    cells: 'AAAAAAAAAAAA',
    graphql: `mutation { requestSiteCheck(input: { ${graphPlace} }) { requestId } }`,
    rest: ['POST', '/v1/public/site-checks', place],
  },
  siteCheck: {
    cells: 'CCCCCCCCCCCA',
    graphql: '{ siteCheck(requestId: "{check}", accessToken: "{token}") { requestId } }',
    rest: ['GET', `${check}?access_token={token}`],
  },
  siteCheckReport: {
    cells: 'CCCCCCCCCCCA',
    graphql: '{ siteCheckReport(requestId: "{check}", accessToken: "{token}") { reportId } }',
    rest: ['GET', `${check}/report?access_token={token}`],
  },
  siteCheckUpdated: {
    cells: 'CCCCCCCCCCCA',
    graphql:
      'subscription { siteCheckUpdated(requestId: "{check}", accessToken: "{token}") { requestId } }',
  },
  selectSiteCheckOffer: {
    cells: 'CCCCCCCCCCCA',
    graphql:
      'mutation { selectSiteCheckOffer(requestId: "{check}", input: { accessToken: "{token}", offerKey: "none" }) { requestId } }',
    rest: ['POST', `${check}/select-offer`, { access_token: '{token}', offer_key: 'none' }],
  },
  createCheckoutSession: {
    cells: 'CCCCCCCCCCCA',
    graphql:
      'mutation { createCheckoutSession(requestId: "{check}", input: { accessToken: "{token}" }) { requestId } }',
    rest: ['POST', `${check}/checkout-session`, { access_token: '{token}' }],
  },
  startSelfServiceCapture: {
    cells: 'CCCCCCCCCCCA',
    graphql:
      'mutation { startSelfServiceCapture(requestId: "{check}", accessToken: "{token}") { expiresAt } }',
    rest: ['POST', `${check}/self-service-capture`, { access_token: '{token}' }],
  },
  submitSiteCheckFeedback: {
    cells: 'CCCCCCCCCCCA',
    graphql:
      'mutation { submitSiteCheckFeedback(requestId: "{check}", accessToken: "{token}", input: { comment: "Thanks." }) { jobId } }',
    rest: ['POST', `${check}/requester-feedback`, { access_token: '{token}', ...feedback }],
  },
  cancelSiteCheck: {
    cells: 'CCCCCCCCCCCA',
    graphql:
      'mutation { cancelSiteCheck(requestId: "{check}", accessToken: "{token}") { requestId } }',
    rest: ['POST', `${check}/cancel`, { access_token: '{token}', ...reason }],
  },
};

/** The same operations without the token that stands in their arguments. */
const withoutArgument: Record<string, Row> = {
  'siteCheck without an argument': {
    cells: 'MIISSSSSACCA',
    restCells: 'VVVVVVVVVVVA',
    graphql: '{ siteCheck(requestId: "{check}") { requestId } }',
    rest: ['GET', check],
  },
  'siteCheckReport without an argument': {
    cells: 'MIISSSSSACCA',
    restCells: 'VVVVVVVVVVVA',
    graphql: '{ siteCheckReport(requestId: "{check}") { reportId } }',
    rest: ['GET', `${check}/report`],
  },
  'cancelSiteCheck without an argument': {
    cells: 'MIISSSSSAMMM',
    graphql: 'mutation { cancelSiteCheck(requestId: "{other_check}") { requestId } }',
    rest: ['POST', '/v1/public/site-checks/{other_check}/cancel', {}],
  },
};

/** Paths with a handler of their own: files, uploads, and what stands open to everybody. */
const paths: Record<string, Row> = {
  'evidence of a job': { cells: 'MIIASSAJAMMM', rest: ['GET', '/v1/jobs/{job}/evidence'] },
  'PDF of a job': { cells: 'MIIASSAJAMMM', rest: ['GET', '/v1/jobs/{job}/report.pdf'] },
  'PDF of a site check': {
    cells: 'CCCCCCCCCCCA',
    rest: ['GET', `${check}/report.pdf?access_token={token}`],
  },
  'PDF of a site check without its token': {
    cells: 'VVVVVVVVVVVA',
    rest: ['GET', `${check}/report.pdf`],
  },
  'upload of a verifier': {
    cells: 'TTTTTTTTTATT',
    rest: ['POST', '/v1/provider/evidence'],
    door: 'provider',
  },
  'upload of an invitee': {
    cells: 'TTTTTTTTTTAT',
    rest: ['POST', '/v1/capture/evidence'],
    door: 'capture',
  },
  'media by its link': { cells: anybody, rest: ['GET', '/media/{held}/{item}?{signed}'] },
  'media without its signature': { cells: nobody, rest: ['GET', '/media/{held}/{item}'] },
  'checkout page': { cells: anybody, rest: ['GET', '/checkout/{session}?{session_key}'] },
  'checkout page without its key': { cells: nobody, rest: ['GET', '/checkout/{session}?key=x'] },
  'end of a checkout': {
    cells: anybody,
    rest: ['POST', '/checkout/{session}?{session_key}', { outcome: 'declined' }],
  },
  'end of a checkout without its key': {
    cells: nobody,
    rest: ['POST', '/checkout/{session}', { outcome: 'paid' }],
  },
  'webhook of a provider that is not in use': {
    cells: nobody,
    rest: ['POST', '/payments/stripe/webhook', {}],
  },
  'GraphQL by GET': { cells: anybody, rest: ['GET', '/graphql?query=%7B__typename%7D'] },
  'GraphQL by POST': { cells: anybody, rest: ['POST', '/graphql', { query: '{ __typename }' }] },
  'page of an error': { cells: anybody, rest: ['GET', '/errors/{error}'] },
  'file of the documentation': { cells: anybody, rest: ['GET', '/docs/{file}'] },
  ...Object.fromEntries(
    [
      '/healthz',
      '/readyz',
      '/metrics',
      '/openapi.json',
      '/.well-known/jwks.json',
      '/capture',
      '/errors',
      '/docs',
      '/docs/start.js',
      '/console',
      '/console/start.js',
    ].map((path) => [path, { cells: anybody, rest: ['GET', path] } satisfies Row]),
  ),
};

/** Every operation of both faces. */
export const table: Record<string, Row> = { ...operations, ...withoutArgument, ...paths };
