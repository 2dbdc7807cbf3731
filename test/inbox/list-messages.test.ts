import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, jobBody, type TestApp } from '../support/app.js';
import { ingest, startInboxApp } from './support/scene.js';

let app: TestApp;
let job: string;
/** Newest first by time of receipt, which differs from the order of ingestion. */
let expected: string[];
beforeAll(async () => {
  app = await startInboxApp();
  job = (await app.rest('POST', '/v1/jobs', { body: jobBody() })).body.job_id;
  const made: { at: string; id: string }[] = [];
  for (const [i, minute] of [3, 7, 1, 5, 5, 2, 6].entries()) {
    const at = `2026-01-31T11:0${minute}:00.000Z`;
    const fields = { folder: i % 2 ? 'Spam' : 'INBOX', ...(i === 2 && { subject: job }) };
    made.push({ at, id: await ingest(app, { ...fields, received_at: at }) });
  }
  made.sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1));
  expected = made.map(({ id }) => id);
  await app.rest('POST', `/v1/operator/email/inbox/messages/${expected[0]}/status`, {
    body: { processing_status: 'triaged', assigned_agent: 'some-agent' },
  });
});
afterAll(() => app.stop());

const path = '/v1/operator/email/inbox/messages';
const list = (query = '') => app.rest('GET', path + query);
const ids = ({ body }: { body: Json }) => body.items.map(({ id }: Json) => id);
const next = (link: string | null) =>
  new URL(/<([^>]+)>; rel="next"/.exec(link ?? '')?.[1] ?? '').search;

describe('GET /v1/operator/email/inbox/messages', () => {
  it('returns total and items, newest first, with a link to the rest', async () => {
    const whole = await list();
    expect(Object.keys(whole.body)).toEqual(['total', 'items']);
    expect(whole.body.total).toBe(7);
    expect(ids(whole)).toEqual(expected);
    expect(whole.headers.get('link')).toBeNull();
    const first = await list('?limit=3');
    expect(first.body.total).toBe(7);
    expect(ids(first)).toEqual(expected.slice(0, 3));
    const second = await list(next(first.headers.get('link')));
    expect(ids(second)).toEqual(expected.slice(3, 6));
    const third = await list(next(second.headers.get('link')));
    expect(ids(third)).toEqual(expected.slice(6));
    expect(third.headers.get('link')).toBeNull();
  });

  it.each([
    ['folder=Spam', 3],
    ['processing_status=triaged', 1],
    ['routing_class=support', 4],
    ['assigned_agent=some-agent', 1],
    ['related_job_id={job}', 1],
    ['folder=Spam&processing_status=new', 2],
    ['processing_status=banana', 0],
    ['processing_status=NEW', 0],
    ['folder=', 0],
  ])('finds by %s %i messages', async (query, count) => {
    const { body } = await list(`?${query.replace('{job}', job)}`);
    expect(body.total).toBe(count);
    expect(body.items).toHaveLength(count);
  });

  it('rejects lengths out of bounds, damaged cursors, and those of another filter', async () => {
    for (const limit of ['0', '201', 'x']) expect((await list(`?limit=${limit}`)).status).toBe(422);
    const cursor = next((await list('?limit=3')).headers.get('link'));
    const rejected = { status: 400, body: { code: 'bad_cursor' } };
    expect(await list(`${cursor}&folder=Spam`)).toMatchObject(rejected);
    expect(await list('?cursor=x')).toMatchObject(rejected);
    // A cursor of another list.
    const jobs = Buffer.from(JSON.stringify([0, job, 'AAAAAAAA'])).toString('base64url');
    expect(await list(`?cursor=${jobs}`)).toMatchObject(rejected);
  });
});

describe('query emailMessages', () => {
  const ask = (variables: object) =>
    app.graphql(
      `query($first: Int, $after: String, $filter: EmailMessageFilter) {
        emailMessages(first: $first, after: $after, filter: $filter) {
          total items { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        } }`,
      { first: 50, ...variables },
    );

  it('pages to the end', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    for (let more = true; more; ) {
      const { data } = await ask({ first: 3, after });
      const { total, items, pageInfo } = data.emailMessages;
      expect(total).toBe(7);
      expect(pageInfo.hasPreviousPage).toBe(after !== null);
      seen.push(...items.map(({ id }: Json) => id));
      after = pageInfo.endCursor;
      more = pageInfo.hasNextPage;
    }
    expect(seen).toEqual(expected);
  });

  it('combines all filters, and rejects an unknown status', async () => {
    const filter = { processingStatus: 'NEW', folder: 'INBOX', routingClass: 'support' };
    expect((await ask({ filter })).data.emailMessages.total).toBe(4);
    const bad = await ask({ filter: { processingStatus: 'BANANA' } });
    expect(bad.errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
    expect((await ask({ first: 201 })).errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
    expect((await ask({ after: 'x' })).errors?.[0]?.extensions['code']).toBe('BAD_CURSOR');
  });
});
