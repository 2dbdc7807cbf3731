import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  by,
  eventsOf,
  register,
  runsOf,
  start,
  states,
  storedRun,
  tokens,
} from '../dispatch/support/scene.js';
import { createJob, stored } from '../evidence/support/scene.js';
import { type ApiAnswer, apis } from '../support/apis.js';
import { type Json, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const named = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ label: `Verifier ${i}` }));
const count = (codes: (string | undefined)[], code: string | undefined) =>
  codes.filter((one) => one === code).length;

async function offered(people: number, fields: Record<string, unknown> = {}) {
  const jobId = await createJob(app);
  const input = { candidates: named(people), offers_at_once: people, ...fields };
  const { body: run } = await start(app, jobId, input);
  return { jobId, runId: run.id as string, tokens: await tokens(app, run.id) };
}

async function jobEvents(jobId: string, type: string) {
  await app.services.relay.drain();
  return app.db.collection('events').find({ 'data.job_id': jobId, type }).toArray();
}

describe.each(apis)('over $name', (api) => {
  const accept = (token: string) => api.call(app, 'acceptProviderOffer', by(token));
  const decline = (token: string) => api.call(app, 'declineProviderOffer', by(token));

  it('assigns a job to one of ten concurrent acceptances', async () => {
    const { jobId, runId, tokens } = await offered(10);
    const answers = await Promise.all([...tokens, ...tokens].map(accept));
    const codes = answers.map(({ code }) => code);
    // The winner sends the call twice.
    expect([count(codes, undefined), count(codes, 'offer_gone')]).toEqual([2, 18]);
    const given = answers.flatMap(({ body }) => (body ? [body.task_token] : []));
    expect(new Set(given).size).toBe(1);
    const [assigned, ...others] = await jobEvents(jobId, 'job.assigned');
    expect(others).toEqual([]);
    const run = await storedRun(app, runId);
    const accepted = run.threads.filter(({ state }) => state === 'accepted');
    expect(accepted).toMatchObject([{ threadId: assigned?.['data'].thread_id }]);
    expect(assigned?.['data']).toMatchObject({ run_id: runId, status: 'assigned' });
    expect((await stored(app, jobId)).tokens).toHaveLength(1);
    expect(
      count(
        run.threads.map(({ state }) => state),
        'withdrawn',
      ),
    ).toBe(9);
    const emitted = (await eventsOf(app, runId)).map(({ type }) => type);
    expect([count(emitted, 'dispatch.accepted'), count(emitted, 'dispatch.assigned')]).toEqual([
      1, 1,
    ]);
  });

  it('returns the same token to a winner whose two calls overlap', async () => {
    const { jobId, tokens } = await offered(2);
    const [token = ''] = tokens;
    const { jobs } = app.services;
    const { change } = jobs;
    let first: Json;
    // The first call runs completely between the second one's read of the job and its check of the offer.
    jobs.change = (id, scope, decide) =>
      change(id, scope, async (found) => {
        jobs.change = change;
        first ??= await accept(token);
        return decide(found);
      });
    try {
      expect(await accept(token)).toMatchObject({ body: first.body, replayed: true });
    } finally {
      jobs.change = change;
    }
    expect(first.body.job_id).toBe(jobId);
    expect((await stored(app, jobId)).tokens).toHaveLength(1);
  });

  it('starts one next wave when all decline concurrently', async () => {
    const { runId, tokens } = await offered(6, { offers_at_once: 3 });
    await Promise.all([...tokens, ...tokens].map(decline));
    expect(await states(app, runId)).toBe('declined declined declined offered offered offered');
    expect((await storedRun(app, runId)).waveNumber).toBe(2);
    const emitted = (await eventsOf(app, runId)).map(({ type }) => type);
    expect([count(emitted, 'dispatch.declined'), count(emitted, 'dispatch.offered')]).toEqual([
      3, 6,
    ]);
  });

  it('starts one run for ten concurrent requests', async () => {
    const jobId = await createJob(app);
    const input = { candidates: named(2) };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => start(app, jobId, input, api)),
    );
    const codes = answers.map(({ code }) => code);
    expect([count(codes, undefined), count(codes, 'dispatch_running')]).toEqual([1, 9]);
    expect(await runsOf(app).countDocuments({ jobId })).toBe(1);
  });

  it('lets the job decide between an acceptance and a concurrent change of its run', async () => {
    for (const against of ['cancel', 'decline', 'assign'] as const) {
      const { jobId, runId, tokens } = await offered(1);
      const [token = ''] = tokens;
      const other = {
        cancel: () => api.call(app, 'cancelDispatchRun', { id: runId, input: {} }),
        decline: () => decline(token),
        assign: () => api.call(app, 'assignJob', { id: jobId, input: { assignee_name: 'Eve' } }),
      }[against];
      const [{ code }] = await Promise.all([accept(token), other()]);
      const job = await stored(app, jobId);
      const run = (await api.call(app, 'dispatchRun', { id: runId })).body;
      const isHeld = job.assignment?.offer?.runId === runId;
      expect(run.selected_provider_label).toBe(isHeld ? 'Verifier 0' : null);
      if (isHeld) expect(run.status).toBe('assigned');
      if (against !== 'assign') expect(code === undefined).toBe(isHeld);
    }
  });

  it('leaves no name in a job that is accepted while its verifier is erased', async () => {
    const { provider_id: id } = await register(app, { label: `Kim of ${api.name}` });
    const jobId = await createJob(app);
    const { body: run } = await start(app, jobId, { provider_ids: [id] });
    const [token = ''] = await tokens(app, run.id);
    const { jobs } = app.services;
    const { change } = jobs;
    // The erasure runs completely between the check of the offer and the write of the job.
    jobs.change = (job, scope, decide) =>
      change(job, scope, async (found) => {
        const planned = await decide(found);
        jobs.change = change;
        expect((await api.call(app, 'eraseProvider', { id })).code).toBeUndefined();
        return planned;
      });
    try {
      expect((await accept(token)).code).toBeUndefined();
    } finally {
      jobs.change = change;
    }
    const job = await stored(app, jobId);
    expect(job).toMatchObject({
      status: 'assigned',
      assignment: { assigneeName: 'Erased' },
      tokens: [{ assigneeName: 'Erased' }],
    });
    expect(await storedRun(app, run.id)).toMatchObject({
      status: 'assigned',
      threads: [{ label: 'Erased', state: 'accepted' }],
    });
  });

  it('leaves no contact data in a run that starts while its verifier is erased', async () => {
    const email = `late-${api.name}@verifiers.example`.toLowerCase();
    const fields = { label: `Late ${api.name}`, channel: 'email', email };
    const { provider_id: id } = await register(app, fields);
    const jobId = await createJob(app);
    const { runs } = app.services.dispatch;
    const { insert } = runs;
    // The erasure runs completely between the read of the provider and the write of the run.
    runs.insert = async (run) => {
      runs.insert = insert;
      expect((await api.call(app, 'eraseProvider', { id })).code).toBeUndefined();
      return insert(run);
    };
    let answer: ApiAnswer;
    try {
      answer = await start(app, jobId, { provider_ids: [id] }, api);
    } finally {
      runs.insert = insert;
    }
    expect(answer.code).toBeUndefined();
    expect(answer.body).toMatchObject({ status: 'exhausted', primary_provider_label: 'Erased' });
    expect(await storedRun(app, answer.body.id)).toMatchObject({
      threads: [{ label: 'Erased', email: null, state: 'withdrawn' }],
    });
    await app.services.relay.drain();
    await app.services.followers.catchUp();
    expect(await app.db.collection('mails').countDocuments({ to: email })).toBe(0);
  });
});
