import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apis } from '../support/apis.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const jobs = () => app.db.collection<{ _id: string; feedback: unknown[] }>('jobs');

async function completedJob(): Promise<string> {
  const { body } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
  await jobs().updateOne({ _id: body.job_id }, { $set: { status: 'completed' } });
  return body.job_id;
}

describe.each(apis)('requester feedback over $name', (api) => {
  const give = (id: string, input: Record<string, unknown>) =>
    api.call(app, 'submitRequesterFeedback', { id, input });

  it('stores rating and comment in every state, without a transition', async () => {
    const { body: job } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
    const { body } = await give(job.job_id, { rating: 4, comment: 'Quick.' });
    expect(body).toMatchObject({
      job_id: job.job_id,
      job_status: 'open',
      accepted: true,
      rating: 4,
      verdict: null,
      comment: 'Quick.',
      step_names: [],
      report_version: null,
    });
    const { body: after } = await api.call(app, 'job', { id: job.job_id });
    expect(after).toMatchObject({
      status: 'open',
      revision: 2,
      feedback: { count: 1, last_rating: 4, last_verdict: null, last_at: body.created_at },
    });
  });

  it('keeps the newest rating and verdict', async () => {
    const id = await completedJob();
    await give(id, { rating: 2 });
    await give(id, { verdict: 'disputed' });
    await give(id, { comment: 'Please look again.' });
    const { body } = await api.call(app, 'job', { id });
    expect(body).toMatchObject({
      status: 'disputed',
      feedback: { count: 3, last_rating: 2, last_verdict: 'disputed' },
    });
  });

  it('shows the comments of an open dispute in the graph', async () => {
    const id = await completedJob();
    const disputeOf = async () => {
      const text = 'query($id: ID!) { job(id: $id) { dispute { disputedAt comments } } }';
      return (await app.graphql(text, { id })).data.job.dispute;
    };
    await give(id, { comment: 'Thank you.' });
    expect(await disputeOf()).toBeNull();
    const { body } = await give(id, { verdict: 'disputed', comment: 'The wrong shop.' });
    await give(id, { comment: 'Please look again.' });
    expect(await disputeOf()).toEqual({
      disputedAt: body.created_at,
      comments: ['The wrong shop.', 'Please look again.'],
    });
  });

  it('resets the named steps when more is needed', async () => {
    const id = await completedJob();
    await jobs().updateOne({ _id: id }, { $set: { 'steps.$[].status': 'passed' } });
    const { body } = await give(id, { verdict: 'needs_more', step_names: ['context'] });
    expect(body.job_status).toBe('in_progress');
    const { body: job } = await api.call(app, 'job', { id });
    expect(job.steps.map((step: { status: string }) => step.status)).toEqual([
      'passed',
      'passed',
      'pending',
    ]);
    expect(job.expires_at).not.toBeNull();
  });

  it('returns the stored result for a repeated nonce, and rejects it with other content', async () => {
    const id = await completedJob();
    const nonce = randomUUID();
    const first = await give(id, { rating: 5, nonce });
    const again = await give(id, { rating: 5, nonce });
    expect(again).toMatchObject({ replayed: true });
    expect(again.body.feedback_id).toBe(first.body.feedback_id);
    expect((await give(id, { rating: 1, nonce })).code).toBe('nonce_conflict');
    expect((await jobs().findOne({ _id: id }))?.feedback).toHaveLength(1);
  });

  it('stores one of fifty identical concurrent pieces', async () => {
    const id = await completedJob();
    const nonce = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => give(id, { rating: 5, nonce })),
    );
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    expect((await jobs().findOne({ _id: id }))?.feedback).toHaveLength(1);
  });

  it.each([
    ['nothing said', {}],
    ['a rating of 6', { rating: 6 }],
    ['a rating of 0', { rating: 0 }],
    ['an empty comment', { comment: '' }],
    ['a report version of 0', { rating: 3, report_version: 0 }],
    ['21 step names', { rating: 3, step_names: Array(21).fill('context') }],
  ])('rejects %s', async (_label, input) => {
    const id = await completedJob();
    expect((await give(id, input)).code).toBe('invalid_input');
    expect(await jobs().findOne({ _id: id })).toMatchObject({ feedback: [], revision: 1 });
  });

  it('rejects a report version that does not exist', async () => {
    const id = await completedJob();
    const { code } = await give(id, { rating: 3, report_version: 7 });
    expect(code).toBe('report_version_not_found');
  });

  it('reports missing objects before a used nonce', async () => {
    const id = await completedJob();
    const nonce = randomUUID();
    await give(id, { rating: 5, nonce });
    expect((await give(id, { rating: 1, nonce, report_version: 9 })).code).toBe(
      'report_version_not_found',
    );
  });

  it('never moves time backwards within a job', async () => {
    const id = await completedJob();
    await Promise.all(Array.from({ length: 20 }, (_, i) => give(id, { comment: `Number ${i}.` })));
    const job = await jobs().findOne({ _id: id });
    const times = ((job?.feedback ?? []) as { createdAt: Date }[]).map((each) =>
      each.createdAt.getTime(),
    );
    expect(times).toEqual([...times].sort((a, b) => a - b));
    await app.services.relay.drain();
    const events = await app.db
      .collection('events')
      .find({ 'data.job_id': id })
      .sort({ seq: 1 })
      .toArray();
    const emitted = events.map((event) => event['timestamp'].getTime());
    expect(emitted).toEqual([...emitted].sort((a, b) => a - b));
  });

  it('accepts 200 pieces and no more', async () => {
    const id = await completedJob();
    const one = { feedbackId: 'x', rating: 1, verdict: null, nonce: null, createdAt: new Date() };
    await jobs().updateOne({ _id: id }, { $set: { feedback: Array(200).fill(one) } });
    expect((await give(id, { rating: 3 })).code).toBe('feedback_limit');
  });
});
