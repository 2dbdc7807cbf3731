import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { camelCase } from '../../src/rest/pydantic/names.js';
import {
  assign,
  assignedJob,
  captureToken,
  createJob,
  eventsOf,
  stored,
  unchanged,
  upload,
} from '../evidence/support/scene.js';
import { type ApiCall, apis } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const text = (length: number) => 'x'.repeat(length);
const optionKeys = ['red', 'blue', 'green'];
const options = optionKeys.map((key) => ({ key, label: key }));
const one = { question_key: 'one', label: 'One?', required: false };
const questions = [
  { ...one, question_key: 'lit', kind: 'yes_no', flag_when: ['no', 'cannot_tell'] },
  {
    ...one,
    question_key: 'since',
    kind: 'text',
    show_when: { question_key: 'lit', values: ['no'] },
  },
  { ...one, question_key: 'colour', kind: 'choice', options, comment_when: ['red'] },
  { ...one, question_key: 'colours', kind: 'choices', options },
  { ...one, question_key: 'height', kind: 'number', minimum: 0, maximum: 10, decimals: 1 },
  { ...one, question_key: 'put_up', kind: 'date_time' },
  { ...one, question_key: 'damaged', kind: 'yes_no', evidence_when: ['yes'] },
];
const answer = (question_key: string, value: unknown, more: object = {}) => ({
  question_key,
  value,
  ...more,
});
const cannotTell = (question_key: string, reason: string | null = 'It is dark.') => ({
  question_key,
  cannot_tell: true,
  reason,
});

/** A job with the questions, assigned to a verifier. */
const requested = (fields: object = {}) => assignedJob(app, { questions, ...fields });
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe.each(apis)('submitting answers over $name', (api) => {
  const submit = (id: string, answers: unknown[], call: ApiCall = {}) =>
    api.call(app, 'submitAnswers', { id, input: { answers }, ...call });
  const submitWith = (token: string, answers: unknown[]) =>
    api.call(app, 'submitProviderAnswers', { input: { answers, provider_task_token: token } });

  it('stores answers of every kind and begins work on an assigned job', async () => {
    const { jobId, token } = await requested();
    const { body } = await submitWith(token, [
      answer('objective', 'yes', { answered_at: '2026-01-31T12:00:00+02:00' }),
      answer('lit', 'no', { comment: text(500) }),
      answer('since', text(2000)),
      answer('colour', 'blue'),
      answer('colours', ['green', 'red']),
      answer('height', 9.5),
      answer('put_up', '2026-01-31T12:00:00+02:00'),
    ]);
    expect(body).toMatchObject({ job_id: jobId, job_status: 'in_progress', missing_keys: [] });
    expect(body.answers.map((each: { value: unknown }) => each.value)).toEqual([
      'yes',
      'no',
      text(2000),
      'blue',
      ['red', 'green'],
      9.5,
      '2026-01-31T10:00:00.000Z',
    ]);
    expect(body.answers[0]).toEqual({
      question_key: 'objective',
      revision: 1,
      value: 'yes',
      cannot_tell: false,
      reason: null,
      comment: null,
      evidence_ids: [],
      answered_by: 'verifier',
      answered_at: '2026-01-31T10:00:00.000Z',
      received_at: expect.any(String),
      flagged: false,
      confirmed_by: null,
      confirmed_at: null,
    });
    const job = await stored(app, jobId);
    expect(job.answers?.map((each) => [each.questionKey, each.value, each.flagged])).toEqual([
      ['objective', 'yes', false],
      ['lit', 'no', true],
      ['since', text(2000), false],
      ['colour', 'blue', false],
      ['colours', ['red', 'green'], false],
      ['height', 9.5, false],
      ['put_up', '2026-01-31T10:00:00.000Z', false],
    ]);
    expect(job.answers?.[0]).toMatchObject({
      revision: 1,
      cannotTell: false,
      reason: null,
      comment: null,
      evidenceIds: [],
      answeredBy: 'verifier',
      answeredAt: new Date('2026-01-31T10:00:00Z'),
    });
    expect(job.answers?.[1]).toMatchObject({ comment: text(500) });
    expect((await eventsOf(app, jobId)).slice(-3)).toEqual([
      'job.answers_submitted',
      'job.answer_flagged',
      'job.in_progress',
    ]);
    const { body: read } = await api.call(app, 'job', { id: jobId });
    expect(read.answers).toEqual(body.answers);
    const task = await api.call(app, 'captureTask', bearer(token));
    expect(task.body).toMatchObject({ answers: body.answers, questions: read.questions });
  });

  it.each<[string, object[], object]>([
    ['the shortest text', [answer('lit', 'no'), answer('since', 'x')], { value: 'x' }],
    ['one choice', [answer('colours', ['blue'])], { value: ['blue'] }],
    ['every choice', [answer('colours', ['blue', 'red', 'green'])], { value: optionKeys }],
    ['the minimum', [answer('height', 0)], { value: 0 }],
    ['the maximum', [answer('height', 10)], { value: 10 }],
    ['as many digits as asked for', [answer('height', 0.1)], { value: 0.1 }],
    ['an empty comment', [answer('lit', 'yes', { comment: '' })], { comment: null }],
    ['the shortest comment', [answer('lit', 'yes', { comment: 'x' })], { comment: 'x' }],
    ['the longest comment', [answer('lit', 'yes', { comment: text(500) })], { comment: text(500) }],
    ['the shortest reason', [cannotTell('lit', 'xxx')], { reason: 'xxx', value: null }],
    ['the longest reason', [cannotTell('lit', text(300))], { reason: text(300), value: null }],
    ['no photos', [answer('lit', 'yes', { evidence_ids: [] })], { evidence_ids: [] }],
  ])('accepts %s', async (_name, answers, expected) => {
    const { jobId, token } = await requested();
    const { body, code } = await submitWith(token, answers);
    expect(code).toBeUndefined();
    expect(body.answers.at(-1)).toMatchObject(expected);
    const { answers: latest } = await stored(app, jobId);
    expect(latest?.at(-1)).toMatchObject(
      Object.fromEntries(Object.entries(expected).map(([name, value]) => [camelCase(name), value])),
    );
  });

  it('accepts 31 answers and 20 names of photos, but no more', async () => {
    const many = Array.from({ length: 30 }, (_, i) => ({
      ...one,
      question_key: `key_${i}`,
      kind: 'yes_no',
    }));
    const { jobId, token } = await assignedJob(app, { questions: many });
    await upload(app, { token });
    const id = (await stored(app, jobId)).evidence[0]?.evidenceId;
    const photos = (count: number) => ({ evidence_ids: Array.from({ length: count }, () => id) });
    const answers = [
      answer('objective', 'yes', photos(20)),
      ...many.map((each) => answer(each.question_key, 'no')),
    ];
    for (const rejected of [
      [...answers, answer('key_31', 'no')],
      [answer('objective', 'yes', photos(21))],
    ]) {
      const { code } = await unchanged(app, jobId, () => submitWith(token, rejected));
      expect(code).toBe('invalid_input');
    }
    expect((await submitWith(token, answers)).body.answers).toHaveLength(31);
    const { answers: latest = [] } = await stored(app, jobId);
    expect(latest).toHaveLength(31);
    expect(latest[0]?.evidenceIds).toEqual([id]);
  });

  it('accepts cannot_tell, flagged if flag_when includes it', async () => {
    const { jobId, token } = await requested();
    const { body } = await submitWith(token, [cannotTell('lit', text(300)), cannotTell('damaged')]);
    expect(body.answers).toMatchObject([
      { question_key: 'lit', value: null, cannot_tell: true, reason: text(300), flagged: true },
      { question_key: 'damaged', cannot_tell: true, flagged: false },
    ]);
    expect((await stored(app, jobId)).attention).toBe(2);
  });

  it('changes nothing for an answer equal to the latest one', async () => {
    const { jobId, token } = await requested();
    await submitWith(token, [answer('lit', 'yes'), answer('colours', ['red', 'blue'])]);
    const again = await unchanged(app, jobId, () =>
      submitWith(token, [answer('colours', ['blue', 'red']), answer('lit', 'yes')]),
    );
    expect(again.code).toBeUndefined();
    expect(again.body.answers).toHaveLength(2);
  });

  it('keeps every revision, and one that a later answer hides out of the current ones', async () => {
    const { jobId, token } = await requested();
    await submitWith(token, [answer('lit', 'no'), answer('since', 'May')]);
    const { body } = await submitWith(token, [answer('lit', 'yes')]);
    expect(body.answers).toMatchObject([{ question_key: 'lit', value: 'yes', revision: 2 }]);
    const { body: revisions } = await api.call(app, 'answerRevisions', { id: jobId });
    expect(
      (revisions.nodes ?? revisions).map(
        (each: { question_key: string; revision: number; value: unknown }) =>
          `${each.question_key} ${each.revision} ${each.value}`,
      ),
    ).toEqual(['lit 2 yes', 'since 1 May', 'lit 1 no']);
  });

  it.each<[string, object[]]>([
    ['an unknown question', [answer('unknown', 'yes')]],
    ['a question that is not asked', [answer('since', 'May')]],
    ['a question that the other answers hide', [answer('lit', 'yes'), answer('since', 'May')]],
    ['a value of another kind', [answer('lit', 'maybe')]],
    ['an unknown option', [answer('colour', 'black')]],
    ['no choice', [answer('colours', [])]],
    ['a number too small', [answer('height', -0.1)]],
    ['a number too large', [answer('height', 10.1)]],
    ['a number with too many digits', [answer('height', 1.25)]],
    ['an empty text', [answer('lit', 'no'), answer('since', '')]],
    ['a text too long', [answer('lit', 'no'), answer('since', text(2001))]],
    ['a moment without an offset', [answer('put_up', '2026-01-31T12:00:00')]],
    ['neither a value nor cannot_tell', [{ question_key: 'lit' }]],
    ['both a value and cannot_tell', [{ ...cannotTell('lit'), value: 'yes' }]],
    ['cannot_tell without a reason', [cannotTell('lit', null)]],
    ['a reason too short', [cannotTell('lit', 'xx')]],
    ['a reason too long', [cannotTell('lit', text(301))]],
    ['a reason with a value', [answer('lit', 'yes', { reason: 'Seen.' })]],
    ['a comment too long', [answer('lit', 'yes', { comment: text(501) })]],
    ['a missing comment', [answer('colour', 'red')]],
    ['a missing photo', [answer('damaged', 'yes')]],
    ['unknown evidence', [answer('lit', 'yes', { evidence_ids: ['none'] })]],
    ['an empty evidence id', [answer('lit', 'yes', { evidence_ids: [''] })]],
    ['an evidence id too long', [answer('lit', 'yes', { evidence_ids: [text(37)] })]],
    ['a key too short', [answer('l', 'yes')]],
    ['a key too long', [answer(text(41), 'yes')]],
    ['a time that is none', [answer('lit', 'yes', { answered_at: 'yesterday' })]],
    ['a word for a number', [answer('height', '5')]],
    ['a list for a choice', [answer('colour', ['blue'])]],
    ['a choice twice', [answer('colours', ['red', 'red'])]],
    [
      'thirteen choices',
      [
        answer(
          'colours',
          Array.from({ length: 13 }, () => 'red'),
        ),
      ],
    ],
    ['a moment that is none', [answer('put_up', 'yesterday')]],
    ['a question answered twice', [answer('lit', 'yes'), answer('lit', 'no')]],
    ['an object', [answer('lit', { yes: true })]],
    ['no answers', []],
    ['a good answer beside a bad one', [answer('lit', 'yes'), answer('colour', 'black')]],
  ])('rejects %s and stores nothing', async (_name, answers) => {
    const { jobId, token } = await requested();
    const { code } = await unchanged(app, jobId, () => submitWith(token, answers));
    expect(code).toBe('invalid_input');
  });

  it('takes photos of the same job only', async () => {
    const { jobId, token } = await requested();
    const other = await requested();
    await upload(app, { token });
    await upload(app, { token: other.token });
    const own = (await stored(app, jobId)).evidence[0]?.evidenceId;
    const foreign = (await stored(app, other.jobId)).evidence[0]?.evidenceId;
    const given = (id: unknown) => [answer('damaged', 'yes', { evidence_ids: [id] })];
    const { code } = await unchanged(app, jobId, () => submitWith(token, given(foreign)));
    expect(code).toBe('invalid_input');
    const { body } = await submitWith(token, given(own));
    expect(body.answers[0]).toMatchObject({ value: 'yes', evidence_ids: [own] });
  });

  it('takes the token of a holder as Bearer, without an id over GraphQL', async () => {
    const { jobId, token } = await requested();
    const { body } = await submit(jobId, [answer('lit', 'yes')], { key: null, ...bearer(token) });
    expect(body).toMatchObject({ job_id: jobId, answers: [{ answered_by: 'verifier' }] });
    const bare = await api.call(app, 'submitProviderAnswers', {
      input: { answers: [answer('lit', 'no')] },
      ...bearer(token),
    });
    expect(bare.body.answers).toMatchObject([{ value: 'no', revision: 2 }]);
    const other = await requested();
    const elsewhere = await submit(other.jobId, [answer('lit', 'no')], {
      key: null,
      ...bearer(token),
    });
    expect(elsewhere.code).toBe('job_not_found');
  });

  it('takes answers with a capture token on its own route alone', async () => {
    const { jobId } = await requested();
    const capture_token = await captureToken(app, jobId);
    const answers = [answer('lit', 'yes')];
    const { body } = await api.call(app, 'submitCaptureAnswers', {
      input: { answers, capture_token },
    });
    expect(body.answers).toMatchObject([{ answered_by: 'invitee' }]);
    const wrong = await api.call(app, 'submitProviderAnswers', {
      input: { answers, provider_task_token: capture_token },
    });
    expect(wrong.code).toBe('token_invalid');
  });

  it('assigns an open job to the integrator that answers', async () => {
    const id = await createJob(app, { questions });
    const { body } = await submit(id, [answer('lit', 'yes')]);
    expect(body).toMatchObject({
      job_status: 'in_progress',
      answers: [{ answered_by: 'integrator' }],
    });
    expect((await stored(app, id)).assignment).toMatchObject({ tokenId: null, expiresAt: null });
  });

  it('rejects callers without a credential, without the scope and of another integrator', async () => {
    const { jobId } = await requested();
    const answers = [answer('lit', 'yes')];
    const reader = await app.keyFor(`readers-${api.name}`, ['jobs:read']);
    const stranger = await app.keyFor(`strangers-${api.name}`, ['jobs:read', 'jobs:write']);
    const codes = await unchanged(app, jobId, async () => [
      (await submit(jobId, answers, { key: null })).code,
      (await submit(jobId, answers, { key: reader })).code,
      (await submit(jobId, answers, { key: stranger })).code,
      (await submitWith('x'.repeat(40), answers)).code,
      (await api.call(app, 'submitProviderAnswers', { input: { answers } })).code,
      (await api.call(app, 'answerRevisions', { id: jobId, key: stranger })).code,
    ]);
    expect(codes).toEqual([
      'api_key_missing',
      'scope_missing',
      'job_not_found',
      'token_invalid',
      'token_invalid',
      'job_not_found',
    ]);
  });

  it('rejects a holder after the job was assigned to another one', async () => {
    const { jobId, token } = await requested();
    await assign(app, jobId);
    const { code } = await unchanged(app, jobId, () => submitWith(token, [answer('lit', 'yes')]));
    expect(code).toBe('token_invalid');
  });

  it('rejects a holder that released the job, until it is assigned again', async () => {
    const { jobId, token } = await requested();
    const released = await app.rest('POST', '/v1/provider/release', {
      key: null,
      body: { reason: 'My car has broken down.' },
      ...bearer(token),
    });
    expect(released.status).toBe(200);
    expect((await stored(app, jobId)).status).toBe('open');
    const codes = await unchanged(app, jobId, async () => [
      (await submitWith(token, [answer('lit', 'yes')])).code,
      (await submit(jobId, [answer('lit', 'yes')], { key: null, ...bearer(token) })).code,
    ]);
    expect(codes).toEqual(['token_invalid', 'token_invalid']);
    const next = await assign(app, jobId);
    expect((await submitWith(next, [answer('lit', 'no')])).body.answers).toMatchObject([
      { value: 'no', revision: 1 },
    ]);
  });

  it.each(['disputed', 'failed', 'expired', 'cancelled'] as const)(
    'rejects answers of a holder and of the integrator for a job that is %s',
    async (status) => {
      const { jobId, token } = await requested();
      await app.jobs.updateOne({ _id: jobId }, { $set: { status }, $unset: { dueAt: '' } });
      const codes = await unchanged(app, jobId, async () => [
        (await submitWith(token, [answer('lit', 'yes')])).code,
        (await submit(jobId, [answer('lit', 'yes')])).code,
      ]);
      expect(codes).toEqual(['invalid_transition', 'invalid_transition']);
    },
  );

  it('rejects answers for a job that is closed', async () => {
    const { jobId, token } = await requested();
    await app.rest('POST', `/v1/jobs/${jobId}/cancel`, { body: {} });
    const { code } = await unchanged(app, jobId, () => submitWith(token, [answer('lit', 'yes')]));
    expect(code).toBe('invalid_transition');
    const created = await createJob(app, { questions, auto_open: false });
    expect((await submit(created, [answer('lit', 'yes')])).code).toBe('invalid_transition');
  });

  it('stops after twenty revisions of one answer', async () => {
    const { jobId, token } = await requested();
    for (let height = 1; height <= 20; height++) {
      expect((await submitWith(token, [answer('height', height / 10)])).code).toBeUndefined();
    }
    const { code } = await unchanged(app, jobId, () => submitWith(token, [answer('height', 3)]));
    expect(code).toBe('answer_limit');
  });

  it('keeps both revisions of two phones at once, one of them current', async () => {
    const { jobId, token } = await requested();
    const answers = await Promise.all([
      submitWith(token, [answer('lit', 'yes')]),
      submitWith(token, [answer('lit', 'no')]),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([undefined, undefined]);
    const job = await stored(app, jobId);
    expect(job.answers).toMatchObject([{ questionKey: 'lit', revision: 2 }]);
    expect(job.earlierAnswers).toMatchObject([{ questionKey: 'lit', revision: 1 }]);
    const values = [...(job.answers ?? []), ...(job.earlierAnswers ?? [])].map(
      (each) => each.value,
    );
    expect(values.sort()).toEqual(['no', 'yes']);
  });
});

describe('an answer that does not fit', () => {
  /** Answers with the field of their issue and the value that it returns, undefined for none. */
  const unfit: [answer: object, path: (string | number)[], input: unknown][] = [
    [answer('lit', 'maybe'), ['value'], 'maybe'],
    [answer('since', ''), ['value'], ''],
    [answer('colour', 'black'), ['value'], 'black'],
    [answer('colours', ['red', 'black']), ['value'], ['red', 'black']],
    [answer('height', 1.25), ['value'], 1.25],
    [answer('put_up', '2026-02-30T12:00:00Z'), ['value'], '2026-02-30T12:00:00Z'],
    [answer('damaged', 'yes', { evidence_ids: ['none'] }), ['evidence_ids', 0], 'none'],
    [answer('objective', 7), ['value'], 7],
    [answer('unknown', 'yes'), ['question_key'], 'unknown'],
  ];
  const alone: typeof unfit = [
    [answer('colour', 'red'), ['comment'], null],
    [answer('damaged', 'yes'), ['evidence_ids'], []],
    [answer('lit', text(1022)), ['value'], text(1022)],
    [answer('lit', text(1023)), ['value'], undefined],
    [answer('lit', 'https://ada:key@a.example'), ['value'], 'https://[redacted]@a.example'],
    [answer('since', 'May'), ['question_key'], 'since'],
  ];
  const submissions = [unfit, ...alone.map((one) => [one])];

  /** Returns the issues that a submission should have, in the terms of REST. */
  const expectedFrom = (submission: typeof unfit) =>
    submission.map(([, path, input], i) => ({ loc: ['body', 'answers', i, ...path], input }));
  const inCamelCase = (part: unknown) => (typeof part === 'string' ? camelCase(part) : part);

  it.each(['/v1/jobs/{job_id}/answers', '/v1/provider/answers', '/v1/capture/answers'])(
    'is named with its place and value by POST %s',
    async (path) => {
      const { jobId, token } = await requested();
      const secrets: Record<string, object> = {
        '/v1/provider/answers': { provider_task_token: token },
        '/v1/capture/answers': { capture_token: await captureToken(app, jobId) },
      };
      for (const submission of submissions) {
        const answers = submission.map(([given]) => given);
        const { status, body } = await unchanged(app, jobId, () =>
          app.rest('POST', path.replace('{job_id}', jobId), {
            ...(secrets[path] && { key: null }),
            body: { answers, ...secrets[path] },
          }),
        );
        expect(status).toBe(422);
        expect(
          body.detail.map(({ loc, input }: { loc: unknown; input: unknown }) => ({ loc, input })),
        ).toEqual(expectedFrom(submission));
      }
    },
  );

  it.each(['submitAnswers', 'submitProviderAnswers', 'submitCaptureAnswers'])(
    'is named with its place and value by %s',
    async (name) => {
      const { jobId, token } = await requested();
      const holder =
        name === 'submitCaptureAnswers' ? bearer(await captureToken(app, jobId)) : bearer(token);
      const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
      const mutation = `mutation($input: ${type}!) { ${name}(input: $input) { jobId } }`;
      for (const submission of submissions) {
        const answers = submission.map(([given]) =>
          Object.fromEntries(Object.entries(given).map(([key, value]) => [camelCase(key), value])),
        );
        const { errors } = await app.graphql(
          mutation,
          { input: { answers } },
          { key: null, ...holder },
        );
        expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
        expect(errors?.[0]?.extensions['issues']).toEqual(
          expectedFrom(submission).map(({ loc, input }) => ({
            path: ['input', ...loc.slice(1).map(inCamelCase)],
            message: expect.any(String),
            ...(input !== undefined && { input }),
          })),
        );
      }
    },
  );
});

it('lists revisions page by page', async () => {
  const { jobId, token } = await requested();
  for (const value of ['yes', 'no', 'yes']) {
    const body = { provider_task_token: token, answers: [answer('lit', value)] };
    await app.rest('POST', '/v1/provider/answers', { key: null, body });
    app.advance(1000);
  }
  let path: string | undefined = `/v1/jobs/${jobId}/answers?limit=2`;
  const revisions: number[] = [];
  while (path) {
    const page = await app.rest('GET', path);
    revisions.push(...page.body.map((each: { revision: number }) => each.revision));
    path = /<http:\/\/service\.test([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
  }
  expect(revisions).toEqual([3, 2, 1]);
});

describe('a job that requires answers', () => {
  const required = () => requested({ questions_required: true });
  const submitObjective = (token: string) =>
    app.rest('POST', '/v1/provider/answers', {
      key: null,
      body: { provider_task_token: token, answers: [answer('objective', 'yes')] },
    });

  it('is submitted by its last answer after its photos', async () => {
    const { jobId, token } = await required();
    for (let step = 0; step < 3; step++) await upload(app, { token });
    expect(await stored(app, jobId)).toMatchObject({ status: 'in_progress', submittedAt: null });
    const { body } = await submitObjective(token);
    expect(body).toMatchObject({ job_status: 'completed', missing_keys: [] });
    expect((await eventsOf(app, jobId)).slice(-3)).toEqual([
      'job.answers_submitted',
      'job.submitted',
      'job.completed',
    ]);
  });

  it('is submitted by its last photo after its answers', async () => {
    const { jobId, token } = await required();
    expect((await submitObjective(token)).body.missing_keys).toEqual([]);
    for (let step = 0; step < 2; step++) await upload(app, { token });
    expect((await stored(app, jobId)).status).toBe('in_progress');
    expect((await upload(app, { token })).body.job_status).toBe('completed');
  });

  it('is not submitted while an answer asks one more question', async () => {
    const demanding = questions.map((each) => ({
      ...each,
      required: each.question_key === 'since',
    }));
    const { jobId, token } = await assignedJob(app, { questions: demanding });
    const body = { provider_task_token: token, answers: [answer('lit', 'no')] };
    const first = await app.rest('POST', '/v1/provider/answers', { key: null, body });
    expect(first.body.missing_keys).toEqual(['since']);
    for (let step = 0; step < 3; step++) await upload(app, { token });
    expect((await stored(app, jobId)).status).toBe('in_progress');
    const hiding = { provider_task_token: token, answers: [answer('lit', 'yes')] };
    const last = await app.rest('POST', '/v1/provider/answers', { key: null, body: hiding });
    expect(last.body).toMatchObject({ job_status: 'completed', missing_keys: [] });
  });

  it('takes answers after its completion, which move nothing', async () => {
    const { jobId, token } = await assignedJob(app);
    for (let step = 0; step < 3; step++) await upload(app, { token });
    expect((await stored(app, jobId)).status).toBe('completed');
    const { status, body } = await submitObjective(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ job_status: 'completed', answers: [{ value: 'yes' }] });
  });
});
