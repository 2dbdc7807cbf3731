import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/policy.js';
import { captureToken, createJob } from '../evidence/support/scene.js';
import { jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';

/** Who asks, in the order of the columns. */
const callers = [
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
type Caller = (typeof callers)[number];

/** What a letter of the table stands for; `A` is any answer that is no refusal of the caller. */
const outcomes: Record<string, string> = {
  A: 'allowed',
  M: 'api_key_missing',
  I: 'api_key_invalid',
  S: 'scope_missing',
  T: 'token_invalid',
  J: 'job_not_found',
  C: 'site_check_not_found',
};
const refusals = new Set(Object.values(outcomes));

interface Row {
  /** One letter for each caller. */
  cells: string;
  graphql: string;
  rest?: [method: string, path: string, body?: object];
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
const place = { ...jobBody(), nonce: undefined };
const graphPlace =
  'objective: "Is it open?", address: "Alexanderplatz 1", latitude: 52.5, longitude: 13.4, notes: "None."';
const check = '/v1/public/site-checks/{check}';

// nobody, wrong, revoked, read, write, reports, owner, other, operator, task, capture, access
const table: Record<Operation, Row> = {
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
    graphql: 'mutation { revokeApiKey(id: "none") { id } }',
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

let app: TestApp;
const keys: Partial<Record<Caller, string>> = {};
const bearers: Partial<Record<Caller, string>> = {};
const known: Record<string, string> = {};
beforeAll(async () => {
  app = await startTestApp();
  keys['a wrong key'] = 'no-such-key-anywhere';
  keys['a key for reading'] = await app.keyFor('owner', ['jobs:read']);
  keys['a key for writing'] = await app.keyFor('owner', ['jobs:write']);
  keys['a key for reports'] = await app.keyFor('owner', ['reports:write']);
  const all = ['jobs:read', 'jobs:write', 'reports:write'] as const;
  keys['the owner with all but operator'] = await app.keyFor('owner', [...all]);
  keys['another integrator'] = await app.keyFor('other', [...all]);
  keys['an operator'] = pilotKey;
  keys['a revoked key'] = await app.keyFor('owner', [...all]);
  const viewer = await app.graphql(
    '{ viewer { apiKey { id } } }',
    {},
    { key: keys['a revoked key'] },
  );
  const { id } = viewer.data.viewer.apiKey;
  await app.graphql('mutation($id: ID!) { revokeApiKey(id: $id) { id } }', { id });

  known['job'] = await createJob(
    app,
    { auto_open: false },
    keys['the owner with all but operator'],
  );
  const held = await createJob(app);
  const { body } = await app.rest('POST', `/v1/jobs/${held}/assign`, {
    body: { assignee_name: 'Ada' },
  });
  bearers['the task token'] = body.task_token;
  bearers['the capture token'] = await captureToken(app, held);
  const created = await app.rest('POST', '/v1/public/site-checks', { key: null, body: place });
  known['check'] = created.body.request_id;
  bearers['the access token'] = created.body.access_token;
});
afterAll(() => app.stop());

let count = 0;
/** A text of the table with what is known filled in. */
function filled(text: string, caller: Caller): string {
  const token = caller === 'the access token' ? bearers[caller] : 'x'.repeat(43);
  const values: Record<string, string | undefined> = {
    ...known,
    token,
    nonce: `authorization-${count++}`,
  };
  return text.replace(/\{(job|check|token|nonce)\}/g, (_, name) => values[name] ?? '');
}
const credentials = (caller: Caller) => {
  const headers: Record<string, string> = {};
  if (bearers[caller]) headers['authorization'] = `Bearer ${bearers[caller]}`;
  return { key: keys[caller] ?? null, headers };
};
const outcomeOf = (code: string | undefined) =>
  code !== undefined && refusals.has(code) ? code : 'allowed';

describe.each(Object.entries(table))('%s', (operation, { cells, graphql, rest }) => {
  it('has a cell for each caller', () => expect(cells).toHaveLength(callers.length));

  it.each(callers)('over GraphQL by %s', async (caller) => {
    const answer = await app.graphql(filled(graphql, caller), {}, credentials(caller));
    const codes = answer.errors?.map((error) => error.extensions['code'] as string) ?? [];
    expect(codes).not.toContain('GRAPHQL_VALIDATION_FAILED');
    expect(outcomeOf(codes[0]?.toLowerCase())).toBe(outcomes[cells[callers.indexOf(caller)] ?? '']);
  });

  it.each(rest ? callers : [])('over REST by %s', async (caller) => {
    const [method = '', path = '', body] = rest ?? [];
    const text = body && filled(JSON.stringify(body), caller);
    const answer = await app.rest(method, filled(path, caller), {
      ...credentials(caller),
      ...(text && { body: text }),
    });
    expect(answer.status, operation).not.toBe(422);
    expect(outcomeOf(answer.body?.code)).toBe(outcomes[cells[callers.indexOf(caller)] ?? '']);
  });
});

describe('keys', () => {
  it('stop working in every process at once when they are revoked', async () => {
    const key = await app.keyFor('short-lived', ['jobs:read']);
    const id = (await app.graphql('{ viewer { apiKey { id } } }', {}, { key })).data.viewer.apiKey
      .id;
    expect((await app.rest('GET', '/v1/jobs', { key })).status).toBe(200);
    // As another process does it.
    await app.db
      .collection('integrators')
      .updateOne({ 'keys.id': id }, { $set: { 'keys.$.revokedAt': app.now() } });
    expect((await app.rest('GET', '/v1/jobs', { key })).status).toBe(401);
  });

  it('remember when they were last used, written at most once a minute', async () => {
    const key = await app.keyFor('watched', ['jobs:read']);
    const find = async () => {
      const owner = await app.db.collection('integrators').findOne({ name: 'watched' });
      return owner?.keys[0].lastUsedAt as Date | null;
    };
    expect(await find()).toBeNull();
    await app.rest('GET', '/v1/jobs', { key });
    const first = await find();
    expect(first).toBeInstanceOf(Date);
    app.advance(30_000);
    await app.rest('GET', '/v1/jobs', { key });
    expect(await find()).toEqual(first);
    app.advance(31_000);
    const { data } = await app.graphql('{ viewer { apiKey { lastUsedAt } } }', {}, { key });
    expect((await find())?.getTime()).toBeGreaterThan(first?.getTime() ?? 0);
    expect(data.viewer.apiKey.lastUsedAt).toBe((await find())?.toISOString());
  });
});
