import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ratePolicies } from '../../src/limits.js';
import { register } from '../customer/support/accounts.js';
import { assign, captureToken, createJob, uploadForm } from '../evidence/support/scene.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
});
beforeEach(async () => {
  app.toNextHour();
  await app.db.collection('site_checks').deleteMany({});
});
afterAll(() => app.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const place = { ...jobBody(), nonce: undefined };
const graphPlace = `objective: "Is it open?", address: "Alexanderplatz 1", latitude: 52.5, longitude: 13.4, notes: "None."`;

function spend(policy: keyof typeof ratePolicies, key: string, left = 0) {
  const rule = ratePolicies[policy];
  app.services.rateLimiter?.count(rule, key, rule.quota - left);
}

const bucketOf = (token: string) => createHash('sha256').update(token).digest('base64url');

async function orderSiteCheck() {
  const options = { key: null, body: place, headers: from('198.51.100.1') };
  const { body } = await app.rest('POST', '/v1/public/site-checks', options);
  return { id: body.request_id as string, token: body.access_token as string };
}

interface Shown {
  id: string;
  token: string;
  address: string;
}
interface Reply {
  code: string | undefined;
  policy: string | null;
}

const rest =
  (method: string, path: string, body?: object, bearer = false) =>
  async ({ id, token, address }: Shown): Promise<Reply> => {
    const fill = (text: string) => text.replace('{id}', id).replace('{token}', token);
    const answer = await app.rest(method, fill(path), {
      key: null,
      headers: { ...from(address), ...(bearer && { authorization: `Bearer ${token}` }) },
      ...(body && { body: fill(JSON.stringify(body)) }),
    });
    return { code: answer.body.code, policy: answer.headers.get('ratelimit-policy') };
  };
const graphql =
  (document: string, bearer = false) =>
  async ({ id, token, address }: Shown): Promise<Reply> => {
    const headers = { ...from(address), ...(bearer && { authorization: `Bearer ${token}` }) };
    const variables = { id, token, input: { accessToken: token, offerKey: 'standard_72h' } };
    const { errors, ...answer } = await app.graphql(document, variables, { key: null, headers });
    const code = errors?.[0]?.extensions['code'].toLowerCase();
    return { code, policy: answer.headers.get('ratelimit-policy') };
  };
const door =
  (name: 'provider' | 'capture', fileFirst = false) =>
  async ({ token, address }: Shown): Promise<Reply> => {
    const file = Buffer.from('no picture');
    const body = uploadForm(app, { door: name, token, fileFirst }, file);
    const path = `/v1/${name}/evidence`;
    const answer = await app.fetch(path, { method: 'POST', headers: from(address), body });
    const { code } = await answer.json();
    return { code, policy: answer.headers.get('ratelimit-policy') };
  };

const globalId = (type: string, key: string) => Buffer.from(`${type}:${key}`).toString('base64');

const check = '/v1/public/site-checks/{id}';
const withToken = { access_token: '{token}' };
/** Every way to send an access token. */
const accessDoors: [string, (shown: Shown) => Promise<Reply>][] = [
  ['GET with it in the query', rest('GET', `${check}?access_token={token}`)],
  ['GET with it as Bearer', rest('GET', check, undefined, true)],
  ['GET report', rest('GET', `${check}/report?access_token={token}`)],
  ['GET report.pdf', rest('GET', `${check}/report.pdf?access_token={token}`)],
  ['select-offer', rest('POST', `${check}/select-offer`, { ...withToken, offer_key: 'none' })],
  ['checkout-session', rest('POST', `${check}/checkout-session`, withToken)],
  ['self-service-capture', rest('POST', `${check}/self-service-capture`, withToken)],
  ['feedback', rest('POST', `${check}/requester-feedback`, { ...withToken, comment: 'Thanks.' })],
  ['cancel', rest('POST', `${check}/cancel`, withToken)],
  [
    'a query',
    graphql(
      'query($id: ID!, $token: String) { siteCheck(requestId: $id, accessToken: $token) { status } }',
    ),
  ],
  [
    'a query with Bearer',
    graphql('query($id: ID!) { siteCheck(requestId: $id) { status } }', true),
  ],
  [
    'a node with Bearer',
    async (shown) => {
      const id = globalId('SiteCheck', shown.id);
      return graphql(`{ node(id: "${id}") { id } }`, true)(shown);
    },
  ],
  [
    'nodes with Bearer',
    async (shown) => {
      const id = globalId('SiteCheck', shown.id);
      return graphql(`{ nodes(ids: ["${id}", "${id}"]) { id } }`, true)(shown);
    },
  ],
  [
    'a fragment',
    graphql(
      'query($id: ID!, $token: String) { __typename ...f } fragment f on Query { siteCheckReport(requestId: $id, accessToken: $token) { reportId } }',
    ),
  ],
  [
    'a mutation',
    graphql(
      'mutation($id: ID!, $input: SelectSiteCheckOfferInput!) { selectSiteCheckOffer(requestId: $id, input: $input) { status } }',
    ),
  ],
  [
    'a mutation with a literal',
    async (shown) =>
      graphql(
        `mutation { cancelSiteCheck(requestId: "${shown.id}", accessToken: "${shown.token}") { status } }`,
      )(shown),
  ],
];

describe('each token has its own bucket', () => {
  it.each(accessDoors)('for an access token at %s', async (_, ask) => {
    const shown = { ...(await orderSiteCheck()), address: '192.0.2.1' };
    spend('address', shown.address);
    const first = await ask(shown);
    expect(first.code ?? '').not.toMatch(/^rate_limited$|^graphql_/);
    expect(first.policy).toBe('"token";q=120;w=60');
    // The token uses the same bucket from every IP address and at every path.
    const elsewhere = { ...shown, address: '192.0.2.2' };
    const spent = ratePolicies.token.quota - 2;
    app.services.rateLimiter?.count(ratePolicies.token, bucketOf(shown.token), spent);
    expect((await ask(elsewhere)).policy).toBe('"token";q=120;w=60');
    expect((await ask(elsewhere)).code).toBe('rate_limited');
    app.advance(60_000);
    expect((await ask(shown)).code).not.toBe('rate_limited');
  });

  it.each(accessDoors)('and a made-up one at %s counts for its IP address', async (_, ask) => {
    const { id } = await orderSiteCheck();
    spend('address', '192.0.2.7', 1);
    const madeUp = (token: string) => ({ id, token: token.repeat(43), address: '192.0.2.7' });
    const first = await ask(madeUp('a'));
    expect(first).toEqual({ code: 'site_check_not_found', policy: '"address";q=120;w=60' });
    expect((await ask(madeUp('b'))).code).toBe('rate_limited');
  });

  it.each([
    ['the task', 'provider', rest('GET', '/v1/capture/task', undefined, true)],
    ['the task in GraphQL', 'provider', graphql('{ captureTask { objective } }', true)],
    ['an upload', 'provider', door('provider')],
    ['an upload with the file first', 'provider', door('provider', true)],
    ['an invitee’s upload', 'capture', door('capture')],
  ] as const)('for a task or capture token at %s', async (_, kind, ask) => {
    const id = await createJob(app);
    const task = await assign(app, id);
    const token = kind === 'provider' ? task : await captureToken(app, id);
    const shown = { id, token, address: '192.0.2.1' };
    const first = await ask(shown);
    expect(first).toEqual({ code: undefined, policy: '"token";q=120;w=60' });
    spend('token', bucketOf(token));
    const items = () => app.db.collection('evidence.files').countDocuments();
    const before = await items();
    expect((await ask(shown)).code).toBe('rate_limited');
    expect(await items()).toBe(before);
    const bad = await ask({ ...shown, token: `${token.slice(0, -8)}AAAAAAAA` });
    expect(bad).toEqual({ code: 'token_invalid', policy: '"address";q=120;w=60' });
  });

  it('and an upload with it succeeds after its IP address has used up its limit', async () => {
    const id = await createJob(app);
    const shown = { id, token: await assign(app, id), address: '192.0.2.1' };
    spend('address', shown.address);
    expect((await door('provider')(shown)).code).toBeUndefined();
    expect((await door('provider')({ ...shown, token: 'x'.repeat(43) })).code).toBe('rate_limited');
    expect((await door('provider', true)({ ...shown, token: 'short' })).code).toBe('rate_limited');
  });

  it('but an operation with two tokens, or with one missing, counts for its IP address', async () => {
    const [one, two] = [await orderSiteCheck(), await orderSiteCheck()];
    const status = ({ id, token }: typeof one) =>
      `siteCheck(requestId: "${id}", accessToken: "${token}") { status }`;
    const shown = { ...one, address: '192.0.2.1' };
    const address = '"address";q=120;w=60';
    expect((await graphql(`{ a: ${status(one)} b: ${status(two)} }`)(shown)).policy).toBe(address);
    expect((await graphql(`{ a: ${status(one)} viewer { scopes } }`)(shown)).policy).toBe(address);
    const twice = await graphql(`{ a: ${status(one)} b: ${status(one)} }`)(shown);
    expect(twice.policy).toBe('"token";q=120;w=60');
  });

  it('and a Bearer token has no effect on the address where no token is read', async () => {
    const { token } = await orderSiteCheck();
    spend('address', '192.0.2.7', 1);
    const shown = { id: 'x', token, address: '192.0.2.7' };
    const ask = rest('POST', `${check}/select-offer`, {}, true);
    expect((await ask(shown)).policy).toBe('"address";q=120;w=60');
    expect((await ask(shown)).code).toBe('rate_limited');
    expect((await rest('GET', '/v1/jobs', undefined, true)(shown)).code).toBe('rate_limited');
  });
});

describe('20 wrong tokens', () => {
  const guesses = [
    rest('GET', '/v1/capture/task', undefined, true),
    rest('GET', `${check}?access_token={token}`),
    rest('POST', `${check}/select-offer`, { ...withToken, offer_key: 'none' }),
    graphql(
      'query($id: ID!, $token: String) { siteCheck(requestId: $id, accessToken: $token) { status } }',
    ),
    graphql('{ captureTask { objective } }', true),
    door('provider'),
  ];

  it('lock an IP address for the rest of ten minutes, over any combination of paths', async () => {
    const { id } = await orderSiteCheck();
    const address = '192.0.2.3';
    const guess = (i: number) => {
      const wrong = { id, token: `guess-${i}`.padEnd(43, 'x'), address };
      return guesses[i % guesses.length]?.(wrong) as Promise<Reply>;
    };
    for (let i = 0; i < 20; i++) {
      expect(['token_invalid', 'site_check_not_found']).toContain((await guess(i)).code);
    }
    for (let i = 20; i < 26; i++) expect((await guess(i)).code).toBe('rate_limited');
    app.advance(600_000);
    expect((await guess(26)).code).not.toBe('rate_limited');
  });

  it.each(guesses)(
    'are the most that are answered of many concurrent requests, as guess %#',
    async (ask) => {
      const { id } = await orderSiteCheck();
      const requested = Array.from({ length: 40 }, (_, i) =>
        ask({ id, token: `guess-${i}`.padEnd(43, 'x'), address: '192.0.2.15' }),
      );
      const codes = (await Promise.all(requested)).map(({ code }) => code);
      const answered = codes.filter((code) => code !== 'rate_limited');
      // Even fewer concurrent uploads are allowed.
      expect(answered.length).toBeLessThanOrEqual(ratePolicies.misses.quota);
      expect(answered).not.toEqual([]);
    },
  );

  it('do not include those of requests that are rejected for another reason', async () => {
    const { id } = await orderSiteCheck();
    const address = '192.0.2.16';
    const shown = { id, token: 'wrong'.padEnd(43, 'x'), address };
    const failuresLeft = () =>
      app.services.rateLimiter?.peek(ratePolicies.misses, address).remaining ?? null;
    const incomplete = rest('POST', `${check}/select-offer`, withToken);
    await Promise.all([incomplete(shown), incomplete(shown)]);
    expect(failuresLeft()).toBe(20);
    // The token also appears in a concurrent guess, and counts once for its address.
    const guess = rest('POST', `${check}/select-offer`, { ...withToken, offer_key: 'none' });
    await Promise.all([incomplete(shown), guess(shown), incomplete(shown)]);
    expect(failuresLeft()).toBe(19);
  });

  it('lock out no caller with a valid token or without a token', async () => {
    const shown = { ...(await orderSiteCheck()), address: '192.0.2.3' };
    const taskToken = await assign(app, await createJob(app));
    spend('misses', shown.address);
    const read = rest('GET', `${check}?access_token={token}`);
    expect((await read({ ...shown, token: 'wrong'.padEnd(43, 'x') })).code).toBe('rate_limited');
    for (const [, ask] of accessDoors) expect((await ask(shown)).code).not.toBe('rate_limited');
    const uploaded = await door('provider')({ ...shown, token: taskToken });
    expect(uploaded.code).toBeUndefined();
    const open = await app.rest('GET', '/v1/jobs', { key: null, headers: from(shown.address) });
    expect(open.body.code).toBe('api_key_missing');
  });

  it('of one kind count once for their IP address, and lock out that one', async () => {
    const { id } = await orderSiteCheck();
    const address = '192.0.2.5';
    const read = rest('GET', `${check}?access_token={token}`);
    const stale = { id, token: 'stale'.padEnd(43, 'x'), address };
    for (let i = 0; i < 20; i++) expect((await read(stale)).code).toBe('site_check_not_found');
    expect((await read(stale)).code).toBe('rate_limited');
    const other = { ...stale, token: 'other'.padEnd(43, 'x') };
    expect((await read(other)).code).toBe('site_check_not_found');
  });

  it.each(['GET', 'POST'])('are counted in a persisted query sent by %s', async (method) => {
    const { id } = await orderSiteCheck();
    const query =
      'query($id: ID!, $token: String) { siteCheck(requestId: $id, accessToken: $token) { status } }';
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    const guess = async (token: string, text?: string) => {
      const variables = { id, token: token.padEnd(43, 'x') };
      const headers = { ...from('192.0.2.11'), 'content-type': 'application/json' };
      const search = new URLSearchParams({
        query: text ?? '',
        variables: JSON.stringify(variables),
        extensions: JSON.stringify(extensions),
      });
      const answer = await (method === 'GET'
        ? app.fetch(`/graphql?${search}`, { headers })
        : app.fetch('/graphql', {
            method,
            headers,
            body: JSON.stringify({ query: text, variables, extensions }),
          }));
      return (await answer.json()).errors[0].extensions.code;
    };
    expect(await guess('with-its-text', query)).toBe('SITE_CHECK_NOT_FOUND');
    for (let i = 1; i < 20; i++) expect(await guess(`guess-${i}`)).toBe('SITE_CHECK_NOT_FOUND');
    expect(await guess('one-too-many')).toBe('RATE_LIMITED');
  });

  it('are counted if a variable has one as its default', async () => {
    const { id } = await orderSiteCheck();
    const guess = (i: number) => {
      const token = `guess-${i}`.padEnd(43, 'x');
      const ask = graphql(
        `query($id: ID!, $given: String = "${token}") { siteCheck(requestId: $id, accessToken: $given) { status } }`,
      );
      return ask({ id, token, address: '192.0.2.14' });
    };
    for (let i = 0; i < 20; i++) expect((await guess(i)).code).toBe('site_check_not_found');
    expect((await guess(20)).code).toBe('rate_limited');
  });

  it('are counted in a query with a session', async () => {
    const { id } = await orderSiteCheck();
    const { session } = await register(app);
    const guess = async (i: number) => {
      const { errors } = await app.graphql(
        'query($id: ID!, $token: String) { siteCheck(requestId: $id, accessToken: $token) { status } }',
        { id, token: `guess-${i}`.padEnd(43, 'x') },
        { key: null, headers: { ...from('192.0.2.12'), cookie: `session=${session}` } },
      );
      return errors?.[0]?.extensions['code'];
    };
    for (let i = 0; i < 20; i++) expect(await guess(i)).toBe('SITE_CHECK_NOT_FOUND');
    expect(await guess(20)).toBe('RATE_LIMITED');
  });

  describe('in one request', () => {
    const address = '192.0.2.13';
    const ask = async (shown: { id: string; token: string }[]) => {
      const fields = shown.map(
        ({ id, token }, i) =>
          `a${i}: siteCheck(requestId: "${id}", accessToken: "${token}") { status }`,
      );
      const options = { key: null, headers: from(address) };
      const answer = await app.graphql(`{ ${fields.join(' ')} }`, {}, options);
      const codes = answer.errors?.map(({ extensions }) => extensions['code']) ?? [];
      return { ...answer, codes: [...new Set(codes)] };
    };
    const wrong = (id: string, count: number, name = 'guess') =>
      Array.from({ length: count }, (_, i) => ({ id, token: `${name}-${i}`.padEnd(43, 'x') }));
    const failuresLeft = () =>
      app.services.rateLimiter?.peek(ratePolicies.misses, address).remaining ?? null;

    it('are checked up to the number that is left, and none if there are more', async () => {
      const right = await orderSiteCheck();
      const rejected = await ask([...wrong(right.id, 21), right]);
      expect([rejected.data, rejected.codes]).toEqual([undefined, ['RATE_LIMITED']]);
      expect(rejected.headers.get('ratelimit-policy')).toBe('"misses";q=20;w=600');
      expect(failuresLeft()).toBe(20);
      expect((await ask(wrong(right.id, 15))).codes).toEqual(['SITE_CHECK_NOT_FOUND']);
      expect(failuresLeft()).toBe(5);
      expect((await ask(wrong(right.id, 6, 'other'))).codes).toEqual(['RATE_LIMITED']);
      expect((await ask(wrong(right.id, 5, 'other'))).codes).toEqual(['SITE_CHECK_NOT_FOUND']);
      expect((await ask(wrong(right.id, 1, 'last'))).codes).toEqual(['RATE_LIMITED']);
    });

    it('reject no valid tokens, including several concurrent ones', async () => {
      const [one, two] = [await orderSiteCheck(), await orderSiteCheck()];
      spend('misses', address);
      const { data, codes } = await ask([one, two]);
      expect(codes).toEqual([]);
      expect(data.a1.status).toBeTruthy();
      expect((await ask([one, two, ...wrong(one.id, 1)])).codes).toEqual(['RATE_LIMITED']);
    });

    it('are counted alone, without the valid tokens of the same request', async () => {
      const right = await orderSiteCheck();
      const shown = [right, ...wrong(right.id, 2)];
      expect((await ask(shown)).codes).toEqual(['SITE_CHECK_NOT_FOUND']);
      expect(failuresLeft()).toBe(18);
      // The same two again: they are already counted for their address.
      expect((await ask(shown)).codes).toEqual(['SITE_CHECK_NOT_FOUND']);
      expect(failuresLeft()).toBe(18);
    });

    it('count one per token, however often it is sent', async () => {
      const { id } = await orderSiteCheck();
      const [stale] = wrong(id, 1);
      const often = Array.from({ length: 30 }, () => stale as { id: string; token: string });
      expect((await ask(often)).codes).toEqual(['SITE_CHECK_NOT_FOUND']);
      expect(failuresLeft()).toBe(19);
    });
  });
});

describe('site checks created from an IP address', () => {
  const address = '192.0.2.9';
  const options = (body: object) => ({ key: null, body, headers: from(address) });
  const overRest = (fields = {}) =>
    app.rest('POST', '/v1/public/site-checks', options({ ...place, ...fields }));
  const overGraphQL = (fields = graphPlace, count = 1) => {
    const orders = Array.from(
      { length: count },
      (_, i) => `o${i}: requestSiteCheck(input: { ${fields} }) { requestId }`,
    );
    return app.graphql(
      `mutation { ${orders.join(' ')} }`,
      {},
      { key: null, headers: from(address) },
    );
  };
  const stored = () => app.db.collection('site_checks').countDocuments();

  it('are at most 10 an hour, over REST and GraphQL together', async () => {
    const first = await overRest({ intake_submission_id: 'the-first-of-them' });
    expect(first.headers.get('ratelimit')).toMatch(/"creates";r=9;t=\d+$/);
    expect((await overGraphQL(graphPlace, 4)).data.o3.requestId).toBeTruthy();
    for (let i = 0; i < 5; i++) expect((await overRest()).status).toBe(201);
    expect(await stored()).toBe(10);

    const rejected = await overRest();
    expect(rejected).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(rejected.headers.get('ratelimit-policy')).toBe('"creates";q=10;w=3600');
    const graph = await overGraphQL();
    expect(graph.errors?.[0]?.extensions['code']).toBe('RATE_LIMITED');
    expect(Number(graph.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await stored()).toBe(10);
    const elsewhere = { ...options(place), headers: from('192.0.2.10') };
    expect((await app.rest('POST', '/v1/public/site-checks', elsewhere)).status).toBe(201);
    app.advance(3_600_000);
    expect((await overRest()).status).toBe(201);
  });

  it('count when they are created: neither a rejected nor a repeated one', async () => {
    const intake = { intake_submission_id: 'ordered-over-and-over' };
    const graphIntake = `${graphPlace}, intakeSubmissionId: "ordered-over-and-over-by-graph"`;
    const left = (answer: { headers: Headers }) =>
      /"creates";r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1];
    expect(left(await overRest(intake))).toBe('9');
    expect(left(await overRest(intake))).toBe('9');
    expect(left(await overRest({ objective: '' }))).toBe('9');
    expect(left(await overGraphQL(graphIntake))).toBe('8');
    expect(left(await overGraphQL(graphIntake))).toBe('8');
    expect(left(await overGraphQL(graphPlace.replace('Is it open?', '')))).toBe('8');
    expect(await stored()).toBe(2);
  });

  it('are returned again for an existing intake, although the limit is used up', async () => {
    const intake = { intake_submission_id: 'made-before-the-limit' };
    const first = await overRest(intake);
    for (let i = 1; i < 10; i++) expect((await overRest()).status).toBe(201);
    expect((await overRest()).status).toBe(429);

    const again = await overRest(intake);
    expect([again.status, again.body.request_id]).toEqual([201, first.body.request_id]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await overRest({ intake_submission_id: 'never-made-before' })).status).toBe(429);
    // Its content differs, which is reported instead of the limit.
    const graph = await overGraphQL(`${graphPlace}, intakeSubmissionId: "made-before-the-limit"`);
    expect(graph.errors?.[0]?.extensions['code']).toBe('INTAKE_CONFLICT');
    const conflict = await overRest({ ...intake, objective: 'Is the other shop open?' });
    expect([conflict.status, conflict.body.code]).toEqual([409, 'intake_conflict']);
    expect(await stored()).toBe(10);
  });

  it("are also counted for the holder of a key, in addition to the key's writes", async () => {
    const keyed = () =>
      app.rest('POST', '/v1/public/site-checks', { body: place, headers: from(address) });
    const first = await keyed();
    expect(first.headers.get('ratelimit-policy')).toBe(
      '"writes";q=120;w=60, "creates";q=10;w=3600',
    );
    for (let i = 1; i < 10; i++) expect((await keyed()).status).toBe(201);
    expect(await keyed()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    const document = `mutation { requestSiteCheck(input: { ${graphPlace} }) { requestId } }`;
    const graph = await app.graphql(document, {}, { headers: from(address) });
    expect(graph.errors?.[0]?.extensions['code']).toBe('RATE_LIMITED');
    expect(await stored()).toBe(10);
  });

  it('are rejected before any is created if one request creates too many', async () => {
    for (let i = 0; i < 8; i++) await overRest();
    const rejected = await overGraphQL(graphPlace, 3);
    expect(rejected.errors?.[0]?.extensions['code']).toBe('RATE_LIMITED');
    expect(await stored()).toBe(8);
    expect((await overGraphQL(graphPlace, 2)).data.o1.requestId).toBeTruthy();
  });
});
