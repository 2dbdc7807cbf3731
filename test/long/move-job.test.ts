import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Job, type JobStatus, jobStatus } from '../../src/modules/job/job.js';
import { apis } from '../support/apis.js';
import { days, hours, jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let stranger: string;
beforeAll(async () => {
  app = await startTestApp();
  stranger = await app.keyFor('stranger', ['jobs:read', 'jobs:write']);
});
afterAll(() => app.stop());

const jobs = () => app.db.collection<Pick<Job, '_id' | 'tokens' | 'expiresAt'>>('jobs');
const stored = (id: string) => jobs().findOne({ _id: id }, { projection: { outbox: 0 } });

/** Creates a job and sets its state directly. */
async function jobIn(status: JobStatus): Promise<string> {
  const { body } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
  const now = app.now();
  await app.db
    .collection<{ _id: string }>('jobs')
    .updateOne({ _id: body.job_id }, { $set: { status, submittedAt: now } });
  return body.job_id;
}

/** The resulting state of each operation in each state; operations are rejected in states that are not listed. */
const moves: {
  operation: string;
  input?: Record<string, unknown>;
  to: Partial<Record<JobStatus, JobStatus>>;
}[] = [
  { operation: 'openJob', to: { created: 'open', failed: 'open', expired: 'open' } },
  {
    operation: 'cancelJob',
    input: { reason: 'No longer needed.' },
    to: {
      created: 'cancelled',
      open: 'cancelled',
      assigned: 'cancelled',
      in_progress: 'cancelled',
      submitted: 'cancelled',
      disputed: 'cancelled',
    },
  },
  {
    operation: 'assignJob',
    input: { assignee_name: 'Kim Verifier' },
    to: { open: 'assigned', assigned: 'assigned', in_progress: 'in_progress' },
  },
  {
    operation: 'reviewJob',
    input: { decision: 'accept', note: 'Looks right.' },
    to: { submitted: 'completed', disputed: 'completed' },
  },
  {
    operation: 'reviewJob',
    input: { decision: 'more', step_names: ['context'] },
    to: { submitted: 'in_progress', completed: 'in_progress', disputed: 'in_progress' },
  },
  {
    operation: 'reviewJob',
    input: { decision: 'fail', note: 'Nobody was there.' },
    to: { assigned: 'failed', in_progress: 'failed', submitted: 'failed' },
  },
  {
    operation: 'submitRequesterFeedback',
    input: { verdict: 'accepted' },
    to: { completed: 'completed', disputed: 'completed' },
  },
  {
    operation: 'submitRequesterFeedback',
    input: { verdict: 'disputed' },
    to: { completed: 'disputed', disputed: 'disputed' },
  },
  {
    operation: 'submitRequesterFeedback',
    input: { verdict: 'needs_more' },
    to: { completed: 'in_progress', disputed: 'in_progress' },
  },
];

describe.each(apis)('moving a job over $name', (api) => {
  describe.each(moves)('$operation $input', ({ operation, input = {}, to }) => {
    it.each(jobStatus.options)('from %s', async (from) => {
      const id = await jobIn(from);
      const before = await stored(id);
      const answer = await api.call(app, operation, { id, input });
      const after = await stored(id);
      const expected = to[from];
      if (expected) {
        expect(answer.code).toBeUndefined();
        expect(after).toMatchObject({ status: expected, revision: 2 });
      } else {
        expect(answer.code).toBe('invalid_transition');
        expect(after).toEqual(before);
      }
    });

    it('finds no job of another integrator, and no missing one', async () => {
      const id = await jobIn('open');
      const before = await stored(id);
      const own = ['assignJob', 'reviewJob'].includes(operation)
        ? 'scope_missing'
        : 'job_not_found';
      expect((await api.call(app, operation, { id, input, key: stranger })).code).toBe(own);
      const missing = { id: randomUUID(), input };
      expect((await api.call(app, operation, missing)).code).toBe('job_not_found');
      expect((await api.call(app, operation, { id: 'no uuid at all', input })).code).toBe(
        'job_not_found',
      );
      expect(await stored(id)).toEqual(before);
    });

    it('needs a key', async () => {
      const id = await jobIn('open');
      expect((await api.call(app, operation, { id, input, key: null })).code).toBe(
        'api_key_missing',
      );
    });
  });

  it('stores the reason for cancelling a job', async () => {
    const id = await jobIn('open');
    const { body } = await api.call(app, 'cancelJob', { id, input: { reason: 'Sold.' } });
    expect(body).toMatchObject({ status: 'cancelled', status_reason: 'Sold.', expires_at: null });
  });

  it('returns a task token for the requested hours, and revokes the previous one', async () => {
    const id = await jobIn('open');
    const input = { assignee_name: 'Kim Verifier', expires_in_hours: 2 };
    const { body } = await api.call(app, 'assignJob', { id, input });
    expect(body.job).toMatchObject({ status: 'assigned', assigned_at: expect.any(String) });
    expect(body.capture_url).toBe(`http://service.test/capture#${body.task_token}`);
    expect(Date.parse(body.expires_at) - app.now().getTime()).toBeGreaterThan(hours(2) - 5_000);
    await api.call(app, 'assignJob', { id, input: { assignee_name: 'Lou Verifier' } });
    const job = await stored(id);
    expect(job).toMatchObject({
      assignment: { assigneeName: 'Lou Verifier' },
      tokens: [{ revokedAt: expect.any(Date) }, { revokedAt: null }],
    });
    expect(JSON.stringify(job)).not.toContain(body.task_token);
  });

  it('resets the named steps and keeps the others', async () => {
    const id = await jobIn('submitted');
    await app.db
      .collection<{ _id: string }>('jobs')
      .updateOne({ _id: id }, { $set: { 'steps.$[].status': 'passed' } });
    const input = { decision: 'more', step_names: ['context'], note: 'Too dark.' };
    const { body } = await api.call(app, 'reviewJob', { id, input });
    expect(body.steps.map((step: { status: string }) => step.status)).toEqual([
      'passed',
      'passed',
      'pending',
    ]);
    expect(body).toMatchObject({ status_reason: 'Too dark.', submitted_at: null });
  });

  it('rejects a step that the job does not have', async () => {
    const id = await jobIn('submitted');
    const input = { decision: 'more', step_names: ['roof'] };
    expect((await api.call(app, 'reviewJob', { id, input })).code).toBe('step_not_found');
    const feedback = { rating: 3, step_names: ['roof'] };
    expect((await api.call(app, 'submitRequesterFeedback', { id, input: feedback })).code).toBe(
      'step_not_found',
    );
  });

  it.each([
    ['failed', 'pending'],
    ['expired', 'passed'],
  ] as const)(
    'reopens a %s job without its old dates and with its steps %s',
    async (status, step) => {
      const id = await jobIn(status);
      const old = { 'steps.$[].status': 'passed', completedAt: app.now() };
      await jobs().updateOne({ _id: id }, { $set: old });
      const { body } = await api.call(app, 'openJob', { id });
      expect(body).toMatchObject({ status: 'open', submitted_at: null, completed_at: null });
      expect(body.steps.map((each: { status: string }) => each.status)).toEqual(
        Array(3).fill(step),
      );
      expect(await stored(id)).toMatchObject({ setBackAt: new Date(body.opened_at) });
    },
  );

  it('reports since when the current assignee has held the job', async () => {
    const id = await jobIn('in_progress');
    const input = { assignee_name: 'Kim Verifier' };
    const { body: first } = await api.call(app, 'assignJob', { id, input });
    app.advance(hours(2));
    const { body: second } = await api.call(app, 'assignJob', { id, input });
    const passed = Date.parse(second.job.assigned_at) - Date.parse(first.job.assigned_at);
    expect(passed).toBeGreaterThanOrEqual(hours(2));
  });

  it('stores a bounded number of tokens', async () => {
    const id = await jobIn('open');
    for (let i = 0; i < 22; i++) {
      await api.call(app, 'assignJob', { id, input: { assignee_name: `Number ${i}` } });
    }
    expect((await stored(id))?.tokens).toHaveLength(20);
  });

  it('makes one change for fifty identical concurrent calls', async () => {
    const id = await jobIn('created');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api.call(app, 'openJob', { id })),
    );
    expect(answers.filter((answer) => answer.code === undefined)).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ status: 'open', revision: 2 });
  });
});

describe('a due job', () => {
  it('is opened again when its token expires without evidence', async () => {
    const id = await jobIn('open');
    await app.rest('POST', `/v1/jobs/${id}/assign`, { body: { assignee_name: 'Kim Verifier' } });
    app.advance(hours(25));
    const { body } = await app.rest('GET', `/v1/jobs/${id}`);
    expect(body).toMatchObject({ status: 'open', assigned_at: null });
    expect(await stored(id)).toMatchObject({ status: 'open', assignment: null });
  });

  it('expires 30 days after it opened, also in lists and totals, at the exact time', async () => {
    const key = await app.keyFor('patient', ['jobs:read', 'jobs:write']);
    const { body: job } = await app.rest('POST', '/v1/jobs', { key, body: jobBody() });
    app.advance(days(31));
    const list = await app.rest('GET', '/v1/jobs?status=expired', { key });
    expect(list.body).toHaveLength(1);
    const { data } = await app.graphql(
      '{ jobs(filter: { status: OPEN }) { totalCount } }',
      {},
      { key },
    );
    expect(data.jobs.totalCount).toBe(0);
    await app.services.relay.drain();
    const event = await app.db
      .collection('events')
      .findOne({ type: 'job.expired', 'data.job_id': job.job_id });
    expect(event?.['timestamp'].toISOString()).toBe(job.expires_at);
  });

  it('changes as of its due time, whenever it is read', async () => {
    const soon = await jobIn('open');
    const late = await jobIn('open');
    const due = (await stored(soon))?.expiresAt?.toISOString();
    app.advance(days(31));
    const first = (await app.rest('GET', `/v1/jobs/${soon}`)).body;
    expect(first).toMatchObject({ status: 'expired', updated_at: due });
    const expires = (await stored(late))?.expiresAt?.toISOString();
    app.advance(days(3));
    const second = (await app.rest('GET', `/v1/jobs/${late}`)).body;
    expect(second.updated_at).toBe(expires);
  });

  it('is not changed while it is submitted', async () => {
    const id = await jobIn('submitted');
    await app.db
      .collection<{ _id: string }>('jobs')
      .updateOne({ _id: id }, { $set: { expiresAt: null }, $unset: { dueAt: '' } });
    app.advance(days(60));
    expect((await app.rest('GET', `/v1/jobs/${id}`)).body.status).toBe('submitted');
  });
});
