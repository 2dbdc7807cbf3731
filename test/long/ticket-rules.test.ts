import { randomUUID } from 'node:crypto';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '../../src/modules/ticket/ticket.js';
import { apis, restApi } from '../support/apis.js';
import { type Json, jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const tickets = () => app.db.collection<Ticket>('director_tickets');
const stored = (id: string) => tickets().findOne({ _id: id }, { projection: { outbox: 0 } });
const required = { requesting_plane: 'quality', owning_plane: 'field', objective: 'Find out.' };
const body = (fields: Record<string, unknown> = {}) => ({ ...required, ...fields });
const make = async (fields: Record<string, unknown> = {}): Promise<Json> =>
  (await restApi.call(app, 'createDirectorTicket', { input: body(fields) })).body;
/** Returns a unique plane, so that tests are independent. */
const plane = () => `plane-${randomUUID()}`.slice(0, 40);
const eventsOf = async (id: string): Promise<Json[]> => {
  await app.services.relay.drain();
  const found = app.db.collection('events').find({ 'data.ticket_id': id });
  return (await found.sort({ seq: 1 }).toArray()).map(({ type, data }) => [
    type,
    data['previous_status'],
    data['status'],
  ]);
};

describe.each(apis)('tickets over $name', (api) => {
  const create = (fields: Record<string, unknown> = {}) =>
    api.call(app, 'createDirectorTicket', { input: body(fields) });
  const update = (id: string, input: Record<string, unknown>) =>
    api.call(app, 'updateDirectorTicket', { id, input });
  const claim = (input: Record<string, unknown>) =>
    api.call(app, 'claimDirectorTicket', { input: { worker: 'ada', ...input } });
  const release = (id: string, worker: string, note?: string) =>
    api.call(app, 'releaseDirectorTicket', { id, input: { worker, ...(note && { note }) } });

  it('accept values just within the documented bounds', async () => {
    const wide = (length: number) => '😀'.repeat(length);
    const fields = {
      ticket_code: wide(119) + api.name[0],
      requesting_plane: wide(40),
      owning_plane: wide(40),
      objective: wide(5000),
      incident_code: wide(120),
      failure_category: wide(40),
      failure_pattern_key: wide(160),
      repair_lane: wide(40),
      repair_state: wide(30),
      verification_status: wide(30),
      verification_requirements: Array(20).fill('x'),
      constraints: { '$a.b': [null] },
      deliverable: wide(5000),
      deadline: '2027-01-01T00:00:00.000Z',
    };
    const short = { kind: 'text', reference: 'x' };
    const verification_evidence = [
      { requirement: wide(500), kind: 'text', reference: wide(2000), note: wide(2000) },
      ...Array(24).fill(short),
    ];
    const simulation_gate = { scenario: wide(200), required: false, run_reference: wide(500) };
    const { body: shown, code } = await create({
      ...fields,
      verification_evidence,
      simulation_gate,
    });
    expect(code).toBeUndefined();
    expect(shown).toMatchObject({
      ...fields,
      simulation_gate: {
        ...simulation_gate,
        threshold: null,
        score: null,
        result: 'pending',
        evaluated_at: null,
      },
    });
    expect(shown.verification_evidence).toHaveLength(25);
    const sent = { repair_state: wide(30), response_notes: wide(10_000), worker: wide(120) };
    expect((await update(shown.id, sent)).body).toMatchObject({
      repair_state: wide(30),
      response_notes: wide(10_000),
    });
    expect((await create({ ticket_code: fields.ticket_code })).code).toBe('ticket_code_taken');
    expect(await tickets().countDocuments({ ticketCode: fields.ticket_code })).toBe(1);
  });

  it.each([
    { requesting_plane: undefined },
    { requesting_plane: '' },
    { requesting_plane: 'x'.repeat(41) },
    { owning_plane: '' },
    { owning_plane: 'x'.repeat(41) },
    { objective: '' },
    { objective: 'x'.repeat(5001) },
    { ticket_code: 'x'.repeat(121) },
    { incident_code: 'x'.repeat(121) },
    { failure_category: 'x'.repeat(41) },
    { failure_pattern_key: 'x'.repeat(161) },
    { repair_lane: 'x'.repeat(41) },
    { repair_state: 'x'.repeat(31) },
    { verification_status: 'x'.repeat(31) },
    { verification_requirements: Array(21).fill('x') },
    { verification_evidence: Array(26).fill({ kind: 'text', reference: 'x' }) },
    { verification_evidence: [{ kind: 'text', reference: '' }] },
    { verification_evidence: [{ kind: 'banana', reference: 'x' }] },
    { verification_evidence: [{ kind: 'text', reference: 'x', requirement: '' }] },
    { simulation_gate: { scenario: '' } },
    { simulation_gate: { scenario: 'x', result: 'banana' } },
    { deliverable: 'x'.repeat(5001) },
    { deadline: 'tomorrow' },
  ])('reject values outside the bounds', async (fields) => {
    const before = await tickets().countDocuments();
    expect((await create(fields)).code).toBe('invalid_input');
    expect(await tickets().countDocuments()).toBe(before);
  });

  it.each([
    { status: 'x'.repeat(21) },
    { repair_state: 'x'.repeat(31) },
    { verification_status: 'x'.repeat(31) },
    { response_notes: 'x'.repeat(10_001) },
    { worker: '' },
    { worker: 'x'.repeat(121) },
  ])('reject updates outside the bounds', async (input) => {
    const { id } = await make();
    const before = await stored(id);
    expect((await update(id, input)).code).toBe('invalid_input');
    expect(await stored(id)).toEqual(before);
  });

  it('change status only as in the table, and never to an unknown status', async () => {
    const { id } = await make();
    for (const status of ['blocked', 'open', 'in_progress']) {
      expect((await update(id, { status })).body.status).toBe(status);
    }
    const before = await stored(id);
    for (const status of ['open', 'banana', '']) {
      expect((await update(id, { status })).code).toBe('invalid_transition');
    }
    expect(await stored(id)).toEqual(before);
    expect((await update(id, { status: 'in_progress' })).body.status).toBe('in_progress');
    expect((await update(id, { status: null, response_notes: null })).code).toBeUndefined();
    expect((await update(id, { status: 'cancelled' })).body.status).toBe('cancelled');
    expect((await update(id, { status: 'open' })).code).toBe('invalid_transition');
    expect(await eventsOf(id)).toEqual([
      ['ticket.created', null, 'open'],
      ['ticket.blocked', 'open', 'blocked'],
      ['ticket.open', 'blocked', 'open'],
      ['ticket.in_progress', 'open', 'in_progress'],
      ['ticket.cancelled', 'in_progress', 'cancelled'],
    ]);
  });

  it('are verified only by evidence for every requirement and a passed gate', async () => {
    const gate = { scenario: 'replay', threshold: 0.9 };
    const { id } = await make({ verification_requirements: ['a', 'b'], simulation_gate: gate });
    const item = (requirement: string) => ({ requirement, kind: 'link', reference: requirement });
    const lacks = async (input: object) => {
      const before = await stored(id);
      const { status, body: problem } = await app.rest(
        'POST',
        `/v1/operator/director-tickets/${id}`,
        {
          body: input,
        },
      );
      expect(await stored(id)).toEqual(before);
      return { status, code: problem.code, detail: problem.detail };
    };
    const verified = { verification_status: 'verified' };
    const incomplete = { status: 409, code: 'verification_incomplete' };
    expect(await lacks(verified)).toEqual({
      ...incomplete,
      detail: 'The ticket lacks evidence for "a", "b".',
    });
    expect(await lacks({ status: 'done' })).toMatchObject(incomplete);
    const { body: first } = await update(id, { verification_evidence: [item('a')] });
    const failed = { ...gate, score: 0.8, result: 'passed' };
    expect((await update(id, { simulation_gate: failed })).body.simulation_gate).toMatchObject({
      result: 'failed',
      evaluated_at: expect.any(String),
    });
    const rest = { verification_evidence: [item('a'), item('b')] };
    expect(await lacks({ ...rest, ...verified })).toMatchObject(incomplete);
    const { body: ended } = await update(id, {
      ...rest,
      ...verified,
      simulation_gate: { ...gate, score: 0.9 },
      status: 'done',
    });
    expect(ended).toMatchObject({ status: 'done', verification_status: 'verified' });
    expect(ended.verification_evidence[0]).toEqual(first.verification_evidence[0]);
    expect(ended.verification_evidence[1].evidence_id).not.toBe(
      first.verification_evidence[0].evidence_id,
    );
    // A finished ticket stays verified.
    expect(await lacks({ verification_requirements: ['a', 'b', 'c'] })).toMatchObject(incomplete);
    const { body: again } = await update(id, { status: 'open', verification_requirements: ['c'] });
    expect(again).toMatchObject({ status: 'open', verification_status: 'pending' });
  });

  it('look up the jobs, events and snapshots that evidence names', async () => {
    const { body: job } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
    await app.services.relay.drain();
    const event = await app.db.collection('events').findOne({ 'data.job_id': job.job_id });
    const snapshot = await app.services.kpis.compute('2026-01-01', 'global', 'default');
    const { body: shown } = await create({
      verification_evidence: [
        { kind: 'kpi_snapshot', reference: snapshot._id },
        { kind: 'job', reference: job.job_id },
        { kind: 'event', reference: event?._id },
        { kind: 'text', reference: job.job_id },
      ],
    });
    expect(shown.verification_evidence.map(({ checked }: Json) => checked)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    const count = await tickets().countDocuments();
    for (const kind of ['job', 'event', 'kpi_snapshot']) {
      const verification_evidence = [{ kind, reference: randomUUID() }];
      expect((await create({ verification_evidence })).code).toBe('not_found');
    }
    expect((await create({ verification_status: 'verified' })).code).toBeUndefined();
    const unproved = { verification_status: 'verified', verification_requirements: ['a'] };
    expect((await create(unproved)).code).toBe('verification_incomplete');
    expect(await tickets().countDocuments()).toBe(count + 1);
  });

  it('are claimed by deadline, then by age, and again once the lease has expired', async () => {
    const owning_plane = plane();
    const ids: string[] = [];
    for (const deadline of [null, '2030-01-02T00:00:00Z', '2030-01-01T00:00:00Z', null]) {
      ids.push((await make({ owning_plane, deadline })).id);
      app.advance(10);
    }
    const [oldest, second, first, last] = ids;
    const got: unknown[] = [];
    for (let i = 0; i < 5; i += 1) {
      got.push((await claim({ owning_plane, lease_seconds: 60 })).body.ticket?.id ?? null);
    }
    expect(got).toEqual([first, second, oldest, last, null]);
    expect((await claim({ owning_plane: plane() })).body.ticket).toBeNull();

    // The worker's own lease is renewed, another's is not changed.
    app.advance(30_000);
    const { body: longer } = await claim({ owning_plane, ticket_id: first, lease_seconds: 60 });
    expect(Date.parse(longer.lease_expires_at)).toBe(Date.parse(longer.ticket.updated_at) + 60_000);
    const before = await stored(first ?? '');
    const kim = { owning_plane, worker: 'kim', ticket_id: first };
    expect((await claim(kim)).code).toBe('lease_held');
    expect((await release(first ?? '', 'kim')).code).toBe('lease_held');
    expect((await update(first ?? '', { worker: 'kim', repair_state: 'x' })).code).toBe(
      'lease_held',
    );
    expect((await update(first ?? '', { repair_state: 'x' })).code).toBe('lease_held');
    expect(await stored(first ?? '')).toEqual(before);
    app.advance(31_000);
    expect((await claim({ owning_plane, worker: 'kim' })).body.ticket.id).toBe(second);
    expect(await eventsOf(second ?? '')).toEqual([
      ['ticket.created', null, 'open'],
      ['ticket.claimed', 'open', 'in_progress'],
      ['ticket.in_progress', 'open', 'in_progress'],
      ['ticket.released', 'in_progress', 'open'],
      ['ticket.open', 'in_progress', 'open'],
      ['ticket.claimed', 'open', 'in_progress'],
      ['ticket.in_progress', 'open', 'in_progress'],
    ]);
    app.advance(30_000);
    expect((await api.call(app, 'directorTicket', { id: first })).body.status).toBe('open');
    expect(await stored(first ?? '')).toMatchObject({ status: 'open', lease: null });
  });

  it('cannot be claimed under another plane, in a state without work, or outside the bounds', async () => {
    const owning_plane = plane();
    const { id } = await make({ owning_plane });
    const before = await stored(id);
    expect((await claim({ owning_plane: 'other', ticket_id: id })).code).toBe('ticket_not_found');
    expect((await claim({ owning_plane, ticket_id: 'none' })).code).toBe('ticket_not_found');
    for (const input of [
      { owning_plane: '' },
      { owning_plane, lease_seconds: 59 },
      { owning_plane, lease_seconds: 3601 },
      { owning_plane, worker: '' },
    ]) {
      expect((await claim(input)).code).toBe('invalid_input');
    }
    expect(await stored(id)).toEqual(before);
    await update(id, { status: 'blocked' });
    expect((await claim({ owning_plane, ticket_id: id })).code).toBe('invalid_transition');
    expect((await claim({ owning_plane })).body.ticket).toBeNull();
    expect((await release(id, 'ada')).code).toBe('invalid_transition');
    expect(await stored(id)).toMatchObject({ status: 'blocked', revision: 2 });
    expect((await release('none', 'ada')).code).toBe('ticket_not_found');
    expect((await update('none', {})).code).toBe('ticket_not_found');
  });

  it('are released with a note, once', async () => {
    const owning_plane = plane();
    const { id } = await make({ owning_plane });
    await claim({ owning_plane });
    expect((await release(id, 'ada', 'Too hard.')).body.status).toBe('open');
    const after = await stored(id);
    expect(after).toMatchObject({ status: 'open', releaseNote: 'Too hard.', lease: null });
    expect(after).not.toHaveProperty('dueAt');
    expect((await release(id, 'ada', 'Again.')).body.status).toBe('open');
    expect(await stored(id)).toEqual(after);
    const { data } = await app.graphql(
      `{ directorTicket(id: "${id}") { releaseNote lease { worker } } }`,
    );
    expect(data.directorTicket).toEqual({ releaseNote: 'Too hard.', lease: null });
  });
});

it('gives a hundred concurrent claims of ten tickets ten different ones', async () => {
  const owning_plane = plane();
  const made = await Promise.all(Array.from({ length: 10 }, () => make({ owning_plane })));
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, worker) =>
      restApi.call(app, 'claimDirectorTicket', { input: { owning_plane, worker: `w${worker}` } }),
    ),
  );
  const got = answers.flatMap(({ body: { ticket, worker } }) =>
    ticket ? [[ticket.id, worker]] : [],
  );
  expect(got.map(([id]) => id).sort()).toEqual(made.map(({ id }) => id).sort());
  const kept = await tickets().find({ owningPlane: owning_plane }).toArray();
  expect(kept.map(({ _id, lease }) => [_id, lease?.worker]).sort()).toEqual(got.sort());
});

it('keeps the id of evidence that another update stored in the meantime', async () => {
  const { id } = await make();
  const snapshot = await app.services.kpis.compute('2026-01-02', 'global', 'default');
  const verification_evidence = [{ kind: 'kpi_snapshot', reference: snapshot._id }];
  const update = () =>
    restApi.call(app, 'updateDirectorTicket', { id, input: { verification_evidence } });
  const { kpis } = app.services;
  const { exists } = kpis;
  let first: Json;
  kpis.exists = async (reference) => {
    kpis.exists = exists;
    first = (await update()).body;
    return exists(reference);
  };
  const { body: second } = await update();
  expect(second.verification_evidence).toEqual(first.verification_evidence);
  expect(await stored(id)).toMatchObject({
    revision: 3,
    verificationEvidence: [{ checked: true }],
  });
});

it('reveals nothing to a worker without the lease', async () => {
  const { id, owning_plane } = await make({ owning_plane: plane() });
  await restApi.call(app, 'claimDirectorTicket', { input: { owning_plane, worker: 'ada' } });
  const verification_evidence = [{ kind: 'job', reference: randomUUID() }];
  const answer = await restApi.call(app, 'updateDirectorTicket', {
    id,
    input: { verification_evidence, worker: 'kim' },
  });
  expect(answer.code).toBe('lease_held');
});

describe('a list of tickets', () => {
  const owning_plane = plane();
  const made: string[] = [];
  beforeAll(async () => {
    const deadline = new Date(app.now().getTime() - 1000).toISOString();
    for (const fields of [
      { deadline, incident_code: 'I-1' },
      { requesting_plane: 'sales' },
      { deadline },
      {},
    ]) {
      made.unshift((await make({ owning_plane, ...fields })).id);
      app.advance(1000);
    }
    await restApi.call(app, 'updateDirectorTicket', { id: made[1], input: { status: 'done' } });
  });
  const list = (query: string) =>
    app.rest('GET', `/v1/operator/director-tickets?owning_plane=${owning_plane}&${query}`);
  const ids = ({ body: found }: { body: Json }) => found.map(({ id }: Json) => id);

  it.each([
    ['', [0, 1, 2, 3]],
    ['status=done', [1]],
    ['status=banana', []],
    ['requesting_plane=sales', [2]],
    ['incident_code=I-1', [3]],
    ['overdue=true', [3]],
    ['overdue=false', [0, 1, 2]],
  ])('returns with %s the matching tickets', async (query, places) => {
    expect(ids(await list(query))).toEqual(places.map((place) => made[place]));
  });

  it.each([undefined, 'open', 'done', 'banana'])(
    'has counts that match overdue and other tickets, of status %s',
    async (status) => {
      const count = async (filter: Json): Promise<number> => {
        const ask =
          'query ($filter: DirectorTicketFilter) { directorTickets(filter: $filter) { totalCount } }';
        return (await app.graphql(ask, { filter })).data.directorTickets.totalCount;
      };
      for (const of of [{ status }, { status, owningPlane: owning_plane }]) {
        const overdue = await count({ ...of, overdue: true });
        expect(overdue > 0).toBe(status === undefined || status === 'open');
        expect(await count({ ...of, overdue: false })).toBe((await count(of)) - overdue);
      }
    },
  );

  it.each([
    'overdue=false',
    'overdue=true',
    'overdue=false&status=open',
    'incident_code=I-1&overdue=false',
  ])('reads no ticket of another plane with %s', async (query) => {
    const searches: Json[] = [];
    const hear = ({ command }: CommandStartedEvent) => {
      const sort = Object.fromEntries(command['sort'] ?? []);
      if (command['find'] === 'director_tickets' && sort.createdAt) {
        const { filter, limit } = command;
        searches.push({ find: 'director_tickets', filter, sort, limit });
      }
    };
    app.services.client.on('commandStarted', hear);
    await list(query);
    app.services.client.off('commandStarted', hear);
    expect(searches).toHaveLength(1);
    expect(await tickets().countDocuments()).toBeGreaterThan(20);
    const plan = await app.db.command({ explain: searches[0], verbosity: 'executionStats' });
    expect(plan['executionStats'].totalDocsExamined).toBeLessThanOrEqual(made.length);
  });

  it('is paginated over REST and GraphQL, and first settles leases', async () => {
    const first = await list('limit=3');
    const [, rest] = /<http:\/\/service\.test([^>]+)>/.exec(first.headers.get('link') ?? '') ?? [];
    expect(ids(first)).toEqual(made.slice(0, 3));
    expect(ids(await app.rest('GET', rest ?? ''))).toEqual(made.slice(3));
    expect((await list('cursor=x')).body.code).toBe('bad_cursor');
    const input = { owning_plane, worker: 'ada', ticket_id: made[0] };
    await restApi.call(app, 'claimDirectorTicket', { input });
    app.advance(600_000);
    expect(ids(await list('status=open'))).toEqual([made[0], made[2], made[3]]);
    const { data } = await app.graphql(
      `{ directorTickets(first: 1, filter: { owningPlane: "${owning_plane}" }) { totalCount nodes { id } } }`,
    );
    expect(data.directorTickets).toEqual({ totalCount: 4, nodes: [{ id: made[0] }] });
  });
});

it('reopens a ticket for a purpose only if no other for it is open', async () => {
  const { id } = await make();
  const other = await make();
  const purpose = { purpose: 'board:x' };
  await tickets().updateOne({ _id: id }, { $set: { ...purpose, openKey: 'board:x' } });
  const update = (ticketId: string, status: string) =>
    restApi.call(app, 'updateDirectorTicket', { id: ticketId, input: { status } });
  await update(id, 'done');
  expect(await stored(id)).not.toHaveProperty('openKey');
  await tickets().updateOne({ _id: other.id }, { $set: { ...purpose, openKey: 'board:x' } });
  const before = await stored(id);
  expect((await update(id, 'open')).code).toBe('invalid_transition');
  expect(await stored(id)).toEqual(before);
  await update(other.id, 'cancelled');
  expect((await update(id, 'open')).body.status).toBe('open');
  expect(await stored(id)).toMatchObject({ openKey: 'board:x' });
});
