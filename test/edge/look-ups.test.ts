import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let keys: { attacker: string; tenant: string };
let jobId: string;
beforeAll(async () => {
  app = await startTestApp();
  keys = {
    attacker: await app.keyFor('attacker', ['jobs:read', 'jobs:write']),
    tenant: await app.keyFor('tenant', ['jobs:read', 'jobs:write']),
  };
  const { body } = await app.rest('POST', '/v1/jobs', { key: keys.tenant, body: jobBody() });
  jobId = body.job_id;
});
afterAll(() => app.stop());

const longId = 'x'.repeat(240_000);
const times = <T>(count: number, act: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, act));

/** Returns the error codes of concurrent GraphQL requests that look up very long ids. */
async function codesOf(query: string, variables: object, key: string | null): Promise<Set<string>> {
  const answers = await times(75, () => app.graphql(query, { ...variables }, { key }));
  return new Set(answers.flatMap(({ errors }) => errors?.map((e) => e.extensions['code']) ?? []));
}

describe('look-ups of ids that are far too long', () => {
  it('find nothing, and do not affect look-ups of other tenants', async () => {
    const [codes, read, listed] = await Promise.all([
      codesOf('query($id: ID!) { job(id: $id) { jobId } }', { id: longId }, keys.attacker),
      times(5, () => app.rest('GET', `/v1/jobs/${jobId}`, { key: keys.tenant })),
      times(5, () => app.graphql('{ jobs { nodes { jobId } } }', {}, { key: keys.tenant })),
    ]);
    expect(codes).toEqual(new Set(['JOB_NOT_FOUND']));
    expect(read.map(({ status, body }) => [status, body.job_id])).toEqual(
      Array(5).fill([200, jobId]),
    );
    for (const { data } of listed) expect(data.jobs.nodes).toEqual([{ jobId }]);
  });

  it('find nothing without a key', async () => {
    const query =
      'query($id: ID!, $token: String!) { siteCheck(requestId: $id, accessToken: $token) { status } }';
    const codes = await codesOf(query, { id: longId, token: 't'.repeat(32) }, null);
    expect(codes).toEqual(new Set(['SITE_CHECK_NOT_FOUND']));
  });

  it.each([
    ['/v1/jobs/{id}', 'job_not_found'],
    ['/v1/operator/experiments/{id}', 'experiment_not_found'],
    ['/v1/operator/director-tickets/{id}', 'ticket_not_found'],
    ['/v1/operator/beliefs/{id}', 'belief_not_found'],
    ['/v1/events/{id}', 'event_not_found'],
    ['/v1/webhook-endpoints/{id}', 'webhook_endpoint_not_found'],
  ])('return 404 for GET %s', async (path, code) => {
    const { status, body } = await app.rest('GET', path.replace('{id}', 'x'.repeat(7_000)));
    expect([status, body.code]).toEqual([404, code]);
  });
});

describe('a page of large items', () => {
  const total = 30;
  /** Most have 100 kB, so that a whole page would have 3 MB. */
  const newest = Date.now();
  const message = (i: number) => ({
    external_message_id: `large-${i}`,
    folder: 'INBOX',
    from_email: 'ada@example.org',
    received_at: new Date(newest - i * 1_000).toISOString(),
    subject: `${i}`,
    body_text: 't'.repeat(50_000),
    body_html: 'h'.repeat(50_000),
  });
  const path = '/v1/operator/email/inbox/messages';
  beforeAll(async () => {
    for (let i = 0; i < total; i++) {
      const { status } = await app.rest('POST', path, { body: message(i) });
      expect(status).toBe(200);
    }
  });
  const inOrder = Array.from({ length: total }, (_, i) => `${i}`);

  it('has fewer items on REST, and its Link leads to the rest', async () => {
    const subjects: string[][] = [];
    for (let next: string | null = `${path}?limit=200`; next; ) {
      const { body, headers } = await app.rest('GET', next);
      expect(body.total).toBe(total);
      expect(JSON.stringify(body).length).toBeLessThan(2.5 * 1024 * 1024);
      subjects.push(body.items.map(({ subject }: { subject: string }) => subject));
      next =
        /<http:\/\/service\.test([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null;
    }
    expect(subjects.length).toBe(2);
    expect(subjects.flat()).toEqual(inOrder);
  });

  it('has fewer items on GraphQL, and reports that more follow', async () => {
    const query = `query($after: String) {
      emailMessages(first: 100, after: $after) { items { subject bodyText } pageInfo { hasNextPage endCursor } }
    }`;
    const first = await app.graphql(query);
    const { items, pageInfo } = first.data.emailMessages;
    expect(items.length).toBeLessThan(total);
    expect(pageInfo.hasNextPage).toBe(true);
    const second = await app.graphql(query, { after: pageInfo.endCursor });
    expect(second.data.emailMessages.pageInfo.hasNextPage).toBe(false);
    const subjects = [...items, ...second.data.emailMessages.items].map(({ subject }) => subject);
    expect(subjects).toEqual(inOrder);
  });

  it('has at least one item, also when paging backwards', async () => {
    const key = await app.keyFor('large', ['jobs:read', 'jobs:write']);
    for (let i = 0; i < 3; i++) await app.rest('POST', '/v1/jobs', { key, body: jobBody() });
    const owner = (await app.db.collection('integrators').findOne({ name: 'large' }))?._id;
    // Earlier versions could store texts of any length.
    await app.jobs.updateMany(
      { integratorId: `${owner}` },
      { $set: { notes: 'n'.repeat(2_200_000) } },
    );
    const query = `query($before: String) {
      jobs(last: 100, before: $before) { nodes { jobId notes } pageInfo { hasPreviousPage startCursor } }
    }`;
    const seen: string[] = [];
    let before: string | null = null;
    for (let i = 0; i < 3; i++) {
      const { data }: { data: Json } = await app.graphql(query, { before }, { key });
      expect(data.jobs.nodes).toHaveLength(1);
      expect(data.jobs.pageInfo.hasPreviousPage).toBe(i < 2);
      seen.unshift(data.jobs.nodes[0].jobId);
      before = data.jobs.pageInfo.startCursor;
    }
    expect(new Set(seen).size).toBe(3);
    const listed = await app.graphql('{ jobs { nodes { jobId } } }', {}, { key });
    expect(listed.data.jobs.nodes).toEqual([{ jobId: seen[0] }]);
  });
});
