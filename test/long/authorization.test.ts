import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { newId } from '../../src/lib/ids.js';
import { signReportLink } from '../../src/modules/report/report-link.js';
import { newShareLink, shareUrl } from '../../src/modules/share-link/share-link.js';
import { assetPath } from '../../src/pages/frame/assets.js';
import { register } from '../customer/support/accounts.js';
import { start, tokens } from '../dispatch/support/scene.js';
import {
  type Caller,
  callers,
  type Outcome,
  place,
  type Row,
  routeOf,
  table,
} from '../edge/support/authorization-table.js';
import {
  captureToken,
  createJob,
  storageOf,
  upload,
  uploadForm,
} from '../evidence/support/scene.js';
import { ingest } from '../inbox/support/scene.js';
import { confirmed, invite } from '../invite/support/invites.js';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { checkDescribed } from '../support/described.js';

const errors = new Set(
  Object.values(table).flatMap(({ profile, restProfile }) =>
    [profile, restProfile].flatMap((one) =>
      one ? [one.otherwise, ...Object.values(one.callers ?? {})] : [],
    ),
  ),
);

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
  const all = ['jobs:read', 'jobs:write', 'reports:write', 'webhooks:write'] as const;
  keys['the owner with all but operator'] = await app.keyFor('owner', [...all]);
  keys['another integrator'] = await app.keyFor('other', [...all]);
  keys['an operator'] = pilotKey;
  keys['a revoked key'] = await app.keyFor('owner', [...all]);
  const idOf = async (key: string) =>
    (await app.graphql('{ viewer { apiKey { id } } }', {}, { key })).data.viewer.apiKey.id;
  const id = await idOf(keys['a revoked key']);
  known['spare_key'] = await idOf(await app.keyFor('owner', ['jobs:read']));
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
  await upload(app, { token: bearers['the task token'] });
  const offered = { candidates: [{ label: 'Ada' }], offer_minutes: 1440 };
  const { body: run } = await start(app, await createJob(app), offered);
  [bearers['the offer token']] = await tokens(app, run.id);
  const { body: items } = await app.rest('GET', `/v1/jobs/${held}/evidence`);
  const media = new URL(items[0].media_url);
  const order = async () =>
    (await app.rest('POST', '/v1/public/site-checks', { key: null, body: place })).body;
  const created = await order();
  bearers['the access token'] = created.access_token;
  // No link has this id, so that the rows that revoke it leave the link below as it is.
  known['share'] = newId();
  const shared = newShareLink(app.services, {
    id: newId(),
    requestId: created.request_id,
    number: 1,
    days: 30,
    now: app.now(),
  });
  await app.services.shareLinks.insert(shared);
  known['share_token'] = shareUrl(app.services, shared).split('/').at(-1) ?? '';
  known['no_share_token'] = 'x'.repeat(43);
  const paying = await order();
  const act = (action: string, body: object) =>
    app.rest('POST', `/v1/public/site-checks/${paying.request_id}/${action}`, {
      key: null,
      body: { access_token: paying.access_token, ...body },
    });
  await act('select-offer', { offer_key: 'standard_72h' });
  const own = await confirmed(app);
  known['invite'] = (await invite(app, own)).invite_id;
  const checkout = new URL((await act('checkout-session', {})).body.checkout.checkout_url);
  // No caller has a test key; this one creates the sandbox with its log and certificate.
  await app.keyFor('tester', ['jobs:read'], 'test');
  const sandbox = await app.services.sandbox.proofs();
  for (const transparency of [app.services.transparency, sandbox!.transparency]) {
    await transparency.append({
      report_id: 'any-report',
      version_number: 1,
      content_sha256: 'a'.repeat(64),
      previous_sha256: null,
      signed_at: app.now().toISOString(),
      key_id: 'any-key',
    });
    await transparency.publish();
  }
  const globalId = (type: string, key: string) => Buffer.from(`${type}:${key}`).toString('base64');
  Object.assign(known, {
    job_node: globalId('Job', known['job']),
    report_node: globalId('Report', `${known['job']}:1`),
    check_node: globalId('SiteCheck', created.request_id),
    request_node: globalId('CustomerRequest', created.request_id),
    check: created.request_id,
    other_check: (await order()).request_id,
    message: await ingest(app),
    customer: (await register(app)).id,
    mail: (await app.services.mails.queue({ kind: 'outbound', to: null, about: {} }))._id,
    held,
    name: 'any-name',
    item: items[0].evidence_id,
    signed: media.search.slice(1),
    link: new URLSearchParams(
      signReportLink(app.services.serverKeys.links, {
        requestId: created.request_id,
        version: 1,
        from: app.now(),
      }),
    ).toString(),
    session: checkout.pathname.split('/').at(-1),
    session_key: checkout.search.slice(1),
    error: 'not_found',
    level: '0',
    tile_number: '000.p/1',
    asset: assetPath('site.css').replace('/assets/', ''),
  });
});
afterAll(() => app.stop());

let count = 0;
/** Returns the token that a caller sends in a token argument. */
const tokenOf = (caller: Caller) => bearers[caller] ?? 'x'.repeat(43);
/** Fills the known values into a text of the table. */
function filled(text: string, caller: Caller): string {
  const token = caller === 'the access token' ? bearers[caller] : 'x'.repeat(43);
  const values: Record<string, string | undefined> = {
    ...known,
    token,
    nonce: `authorization-${count++}`,
  };
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
const credentials = async (caller: Caller) => {
  const headers: Record<string, string> = {};
  // Each request has a separate account, because some requests end the session.
  if (caller === 'a customer') headers['cookie'] = `session=${(await register(app)).session}`;
  if (bearers[caller]) headers['authorization'] = `Bearer ${bearers[caller]}`;
  return { key: keys[caller] ?? null, headers };
};
const outcomeOf = (code: string | undefined): Outcome =>
  code !== undefined && errors.has(code as Outcome) ? (code as Outcome) : 'allowed';

async function askGraphQL({ graphql }: Row, caller: Caller): Promise<Outcome> {
  const { document, variables } = graphql as NonNullable<Row['graphql']>;
  const given = JSON.parse(filled(JSON.stringify(variables), caller));
  const answer = await app.graphql(document, given, await credentials(caller));
  const codes = answer.errors?.map((error) => error.extensions['code'] as string) ?? [];
  expect(codes).not.toContain('GRAPHQL_VALIDATION_FAILED');
  expect(codes).not.toContain('BAD_USER_INPUT');
  return outcomeOf(codes[0]?.toLowerCase());
}

async function askRest({ rest, door, isWithoutData }: Row, caller: Caller): Promise<Outcome> {
  const { method, path: template, body: sent } = rest as NonNullable<Row['rest']>;
  const path = filled(template, caller);
  const { key, headers } = await credentials(caller);
  const form = door && uploadForm(app, { door, token: tokenOf(caller) }, Buffer.from('no picture'));
  const response = await app.fetch(path, {
    method,
    headers: {
      ...headers,
      ...(key !== null && { 'x-api-key': key }),
      ...(sent && { 'content-type': 'application/json' }),
    },
    ...(form && { body: form }),
    ...(sent && { body: filled(JSON.stringify(sent), caller) }),
  });
  const text = await response.text();
  checkDescribed(method, path, response, text);
  if (isWithoutData && [404, 422].includes(response.status)) return 'allowed';
  if (response.status === 422) return 'invalid_input';
  const isProblem = response.headers.get('content-type') === 'application/problem+json';
  return outcomeOf(isProblem ? JSON.parse(text).code : undefined);
}

/** Returns everything that an operation could have changed; each change of a document raises its revision. */
async function stored() {
  const all = (name: string, fields: object, filter = {}) =>
    app.db.collection(name).find(filter).project(fields).sort({ _id: 1 }).toArray();
  const [jobs, checks, mails, messages, integrators, files] = await Promise.all([
    all('jobs', { revision: 1 }),
    all('site_checks', { revision: 1 }),
    // Other mails follow from events of earlier rows at any time.
    all('mails', { revision: 1 }, { kind: 'outbound' }),
    all('inbox_messages', { revision: 1 }),
    // The time of a key's last use is also stored for rejected requests.
    all('integrators', { name: 1, 'keys.id': 1, 'keys.revokedAt': 1 }),
    storageOf(app),
  ]);
  return { jobs, checks, mails, messages, integrators, files };
}

/** Saves a site check and its job. @returns a function that restores them */
async function keep(id: string): Promise<() => Promise<void>> {
  const request = await app.siteChecks.findOne({ _id: id });
  const job = request && (await app.jobs.findOne({ _id: request.jobId }));
  return async () => {
    // Otherwise the followers of the erasure would erase them again.
    await app.services.relay.drain();
    await app.services.followers.catchUp();
    if (job) await app.jobs.replaceOne({ _id: job._id }, job);
    if (request) await app.siteChecks.replaceOne({ _id: id }, request);
  };
}

type Cell = readonly [Caller, Outcome];
const byCaller = (cells: readonly Cell[]) => Object.fromEntries(cells);

describe.each(Object.entries(table))('%s', (name, row) => {
  const apis = [
    { api: 'GraphQL', profile: row.profile, ask: askGraphQL },
    { api: 'REST', profile: row.restProfile ?? row.profile, ask: askRest },
  ].filter(({ api }) => (api === 'REST' ? row.rest : row.graphql));
  const cells = apis.map(({ profile, ...each }) => {
    const outcomes = callers.map(
      (caller): Cell => [caller, profile.callers?.[caller] ?? profile.otherwise],
    );
    return {
      ...each,
      rejected: outcomes.filter(([, outcome]) => outcome !== 'allowed'),
      allowed: outcomes.filter(([, outcome]) => outcome === 'allowed'),
    };
  });
  const reads = row.rest?.method === 'GET' || row.graphql?.document.startsWith('query');
  const askTogether = (ask: typeof askRest, requested: readonly Cell[]) =>
    Promise.all(requested.map(async ([caller]): Promise<Cell> => [caller, await ask(row, caller)]));
  let before: unknown;
  let putBack = async () => {};
  beforeAll(async () => {
    before = await stored();
    putBack = await keep(known['check'] ?? '');
  });
  // No caller can open an erased site check, and every row uses this one.
  if (name === 'eraseSiteCheck') afterEach(() => putBack());

  const rejecting = cells.filter(({ rejected }) => rejected.length > 0);
  it.each(rejecting)('rejects the callers without access over $api', async ({ ask, rejected }) => {
    // No rejected request can change anything, so they run concurrently.
    const answers = await askTogether(ask, rejected);
    expect(byCaller(answers)).toEqual(byCaller(rejected));
  });

  if (rejecting.length > 0) {
    it('changes nothing for rejected callers', async () => {
      expect(await stored()).toEqual(before);
    });
  }

  const allowing = cells.filter(({ allowed }) => allowed.length > 0);
  it.each(allowing)('accepts the callers with access over $api', async ({ ask, allowed }) => {
    const groups = reads ? [allowed] : allowed.map((cell) => [cell]);
    const answers: Cell[] = [];
    for (const group of groups) answers.push(...(await askTogether(ask, group)));
    expect(byCaller(answers)).toEqual(byCaller(allowed));
  });
});

describe('the table', () => {
  it('covers every path of the app', () => {
    const mounted = createApp(app.services)
      .routes.filter(({ path }) => !path.includes('*'))
      .map(routeOf);
    const rows = Object.values(table).flatMap(({ rest }) => (rest ? [routeOf(rest)] : []));
    expect([...new Set(rows)].toSorted()).toEqual([...new Set(mounted)].toSorted());
  });
});

describe('API keys', () => {
  it('stop working in all processes as soon as they are revoked', async () => {
    const key = await app.keyFor('short-lived', ['jobs:read']);
    const id = (await app.graphql('{ viewer { apiKey { id } } }', {}, { key })).data.viewer.apiKey
      .id;
    expect((await app.rest('GET', '/v1/jobs', { key })).status).toBe(200);
    // Simulates a revocation by another process.
    await app.db
      .collection('integrators')
      .updateOne({ 'keys.id': id }, { $set: { 'keys.$.revokedAt': app.now() } });
    expect((await app.rest('GET', '/v1/jobs', { key })).status).toBe(401);
  });

  it('store the time of their last use at most once a minute', async () => {
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
