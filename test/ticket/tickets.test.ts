import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '../../src/modules/ticket/ticket.js';
import { apis } from '../support/apis.js';
import { type Json, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const tickets = () => app.db.collection<Ticket>('director_tickets');
const stored = (id: string) => tickets().findOne({ _id: id }, { projection: { outbox: 0 } });
const eventsOf = async (id: string) => {
  await app.services.relay.drain();
  const found = app.db.collection('events').find({ 'data.ticket_id': id });
  return (await found.sort({ seq: 1 }).toArray()).map(({ type }) => type);
};

describe.each(apis)('director tickets over $name', (api) => {
  const owning_plane = `plane-${api.name}`;
  const create = (fields: Record<string, unknown> = {}) =>
    api.call(app, 'createDirectorTicket', {
      input: { requesting_plane: 'quality', owning_plane, objective: 'Find out.', ...fields },
    });
  const update = (id: string, input: Record<string, unknown>) =>
    api.call(app, 'updateDirectorTicket', { id, input });

  it('are created with the documented keys, claimed by deadline, verified and done', async () => {
    const late = await create();
    expect(late.body).toEqual({
      id: expect.any(String),
      ticket_code: expect.stringMatching(/^DT-\d{8}-[0-9A-Z]{6}$/),
      incident_code: null,
      requesting_plane: 'quality',
      owning_plane,
      failure_category: 'unclassified',
      failure_pattern_key: null,
      repair_lane: 'standard',
      repair_state: 'none',
      verification_status: 'not_required',
      verification_requirements: [],
      verification_evidence: [],
      simulation_gate: null,
      objective: 'Find out.',
      constraints: {},
      deliverable: '',
      deadline: null,
      status: 'open',
      response_notes: null,
      created_at: expect.any(String),
      updated_at: late.body.created_at,
    });
    const { body: first } = await create({
      deadline: '2100-01-01T00:00:00Z',
      verification_requirements: ['shown'],
      constraints: { '$a.b': 1 },
    });
    expect(first).toMatchObject({ verification_status: 'pending', constraints: { '$a.b': 1 } });
    const claim = (worker: string, fields = {}) =>
      api.call(app, 'claimDirectorTicket', { input: { owning_plane, worker, ...fields } });
    const { body: claimed } = await claim('ada', { lease_seconds: 60 });
    expect(claimed).toMatchObject({
      ticket: { id: first.id, status: 'in_progress' },
      worker: 'ada',
    });
    expect(await stored(first.id)).toMatchObject({
      lease: { worker: 'ada', expiresAt: new Date(claimed.lease_expires_at) },
    });
    expect((await claim('kim', { ticket_id: first.ticket_code })).code).toBe('lease_held');

    const before = await stored(first.id);
    const worker = 'ada';
    expect((await update(first.id, { status: 'done' })).code).toBe('lease_held');
    expect((await update(first.id, { status: 'done', worker })).code).toBe(
      'verification_incomplete',
    );
    const evidence = { requirement: 'shown', kind: 'job', reference: 'no-job' };
    expect((await update(first.id, { verification_evidence: [evidence], worker })).code).toBe(
      'not_found',
    );
    expect(await stored(first.id)).toEqual(before);

    const shown = { ...evidence, kind: 'link', reference: 'https://a.example' };
    const done = { status: 'done', verification_status: 'verified', worker };
    const { body: ended } = await update(first.id, { ...done, verification_evidence: [shown] });
    expect(ended).toMatchObject({
      status: 'done',
      verification_status: 'verified',
      verification_evidence: [{ ...shown, note: null, checked: false }],
    });
    expect(await stored(first.id)).toMatchObject({ status: 'done', lease: null });
    expect((await api.call(app, 'directorTicket', { id: first.ticket_code })).body).toEqual(ended);
    expect(await eventsOf(first.id)).toEqual([
      'ticket.created',
      'ticket.claimed',
      'ticket.in_progress',
      'ticket.done',
      'ticket.updated',
    ]);
    expect((await claim('kim')).body.ticket.id).toBe(late.body.id);
    expect((await claim('kim')).body).toEqual({
      ticket: null,
      worker: 'kim',
      lease_expires_at: null,
    });
    const { body: timely } = await app.rest(
      'GET',
      `/v1/operator/director-tickets?overdue=false&owning_plane=${owning_plane}`,
    );
    expect(timely.map(({ id }: { id: string }) => id)).toEqual([first.id, late.body.id]);
    const { body: released } = await api.call(app, 'releaseDirectorTicket', {
      id: late.body.id,
      input: { worker: 'kim' },
    });
    expect(released.status).toBe('open');
    const listed: Json = await api.call(app, 'directorTicket', { id: 'no-ticket' });
    expect(listed.code).toBe('ticket_not_found');
  });

  it('are open again as of the expiry of their lease, whenever they are read', async () => {
    const plane = { owning_plane: `${owning_plane}-expired` };
    const { body: made } = await create(plane);
    const input = { ...plane, ticket_id: made.ticket_code, worker: 'ada', lease_seconds: 60 };
    const { body: claimed } = await api.call(app, 'claimDirectorTicket', { input });
    app.advance(3_600_000);
    const { body: shown } = await api.call(app, 'directorTicket', { id: made.id });
    expect(shown).toMatchObject({ status: 'open', updated_at: claimed.lease_expires_at });
    const expiredAt = new Date(claimed.lease_expires_at);
    expect(await stored(made.id)).toMatchObject({ lease: null, updatedAt: expiredAt });
    await app.services.relay.drain();
    const events = await app.db
      .collection('events')
      .find({ 'data.ticket_id': made.id, type: { $in: ['ticket.released', 'ticket.open'] } })
      .toArray();
    expect(events.map(({ timestamp }) => timestamp)).toEqual([expiredAt, expiredAt]);
  });
});
