import { getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

const count = 7;
let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startTestApp();
  key = await app.keyFor('pager', ['jobs:read', 'jobs:write']);
  for (let i = 0; i < count; i += 1) {
    await app.rest('POST', '/v1/jobs', { key, body: jobBody({ auto_open: false }) });
    app.advance(i % 2 === 0 ? 1000 : 0);
  }
  await app.services.relay.drain();
});
afterAll(() => app.stop());

/** Lists with `first` and `last` nullable, as declared by a client that pages both ways. */
const lists = {
  jobs: `query($first: Int, $after: String, $last: Int, $before: String, $orderBy: JobOrder = CREATED_AT_DESC) {
    list: jobs(first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy) {
      nodes { key: jobId } edges { cursor node { key: jobId } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`,
  events: `query($first: Int, $after: String, $last: Int, $before: String) {
    list: events(first: $first, after: $after, last: $last, before: $before) {
      nodes { key: id } edges { cursor node { key: id } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`,
};

interface PageShown {
  nodes: { key: string }[];
  edges: { cursor: string; node: { key: string } }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
}
async function page(document: string, variables: Record<string, unknown>): Promise<PageShown> {
  const { data, errors } = await app.graphql(document, variables, { key });
  expect(errors).toBeUndefined();
  return data.list;
}
const keysOf = ({ nodes }: PageShown) => nodes.map((node) => node.key);

describe.each([
  ['jobs, newest first', lists.jobs, {}],
  ['jobs, oldest first', lists.jobs, { orderBy: 'CREATED_AT_ASC' }],
  ['jobs, changed last first', lists.jobs, { orderBy: 'UPDATED_AT_DESC' }],
  ['events', lists.events, {}],
])('%s', (_, document, order) => {
  it('are paged backwards in the same order as forwards', async () => {
    const whole = await page(document, { ...order });
    expect(whole.nodes.length).toBe(count);
    expect(whole.edges.map(({ node }) => node)).toEqual(whole.nodes);
    expect(whole.pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: whole.edges[0]?.cursor,
      endCursor: whole.edges.at(-1)?.cursor,
    });
    const seen: string[][] = [];
    let before: string | null = null;
    for (let more = true; more; ) {
      const part: PageShown = await page(document, {
        ...order,
        first: null,
        after: null,
        last: 3,
        before,
      });
      expect(part.pageInfo.hasNextPage).toBe(before !== null);
      seen.unshift(keysOf(part));
      before = part.pageInfo.startCursor;
      more = part.pageInfo.hasPreviousPage;
    }
    expect(seen.map((part) => part.length)).toEqual([1, 3, 3]);
    expect(seen.flat()).toEqual(keysOf(whole));
  });

  it('report whether there is a page on the other side', async () => {
    const first = await page(document, { ...order, first: 2 });
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const second = await page(document, { ...order, first: 2, after: first.pageInfo.endCursor });
    expect(second.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    const back = await page(document, { ...order, last: 2, before: second.pageInfo.startCursor });
    expect(keysOf(back)).toEqual(keysOf(first));
    const end = await page(document, { ...order, last: 1 });
    const none = await page(document, { ...order, after: end.pageInfo.endCursor });
    expect(none).toMatchObject({
      nodes: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    });
  });
});

describe('contradictory paging arguments', () => {
  it.each([
    ['first and last', { first: 20, last: 2 }, 'last'],
    ['last and after', { last: 2, after: '0' }, 'after'],
    ['first and before', { first: 2, before: '9' }, 'before'],
    ['before alone', { before: '9' }, 'before'],
  ])('are rejected: %s', async (_, variables, argument) => {
    for (const document of Object.values(lists)) {
      const { errors } = await app.graphql(document, variables, { key });
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        issues: [{ path: [argument] }],
      });
    }
  });

  it('are rejected as literals', async () => {
    const { errors } = await app.graphql(
      '{ jobs(first: 20, last: 2) { totalCount } }',
      {},
      { key },
    );
    expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });

  it.each([0, 201])('are rejected, like a page of %d', async (last) => {
    const { errors } = await app.graphql(lists.jobs, { last }, { key });
    expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });
});

it('the cost includes the length of a backward page', async () => {
  const ask = (args: string) => app.graphql(`{ jobs(${args}) { nodes { jobId } } }`, {}, { key });
  expect((await ask('last: 7')).extensions?.['cost']).toMatchObject({ requested: 8 });
  expect((await ask('first: 7')).extensions?.['cost']).toMatchObject({ requested: 8 });
});

it('returns the same for a compiled and an interpreted document', async () => {
  const variables = { last: 2 };
  const interpreted = await page(lists.jobs, variables);
  for (let i = 0; i < 12; i += 1) {
    expect(await page(lists.jobs, variables)).toEqual(interpreted);
  }
});

it('returns a seq above 2^31', async () => {
  const [event] = await app.services.events.list({ limit: 1 });
  const seq = 5_000_000_000;
  const large = { ...event, _id: '01890000-0000-7000-8000-000000000000', seq };
  await app.services.events.append([large as never]);
  const { data } = await app.graphql('{ events(last: 1) { nodes { seq } edges { cursor } } }');
  expect(data.events).toEqual({ nodes: [{ seq }], edges: [{ cursor: '5000000000' }] });
});

it('uses no 32-bit seq in inputs or outputs', async () => {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : [],
  );
  const seqs = fields.filter(({ name }) => /seq$/i.test(name));
  expect(seqs.map(({ name, type }) => `${name} ${getNamedType(type)}`)).toEqual(
    seqs.map(({ name }) => `${name} SafeInt`),
  );
  const { errors } = await app.graphql(
    'mutation { replayWebhookEvents(endpointId: "x", input: { afterSeq: 5000000000 }) { queued } }',
  );
  expect(errors?.[0]?.extensions['code']).toBe('WEBHOOK_ENDPOINT_NOT_FOUND');
});
