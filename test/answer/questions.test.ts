import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { camelCase } from '../../src/rest/pydantic/names.js';
import { apis } from '../support/apis.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const text = (length: number) => 'x'.repeat(length);
const question = (fields: Record<string, unknown> = {}) => ({
  question_key: 'lift',
  label: 'Does the lift work?',
  kind: 'yes_no',
  ...fields,
});
const options = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ key: `o${i}`, label: `Option ${i}` }));
const optionKeys = (count: number) => options(count).map(({ key }) => key);
/** Returns the form in which a question of a request is stored. */
const inStore = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      camelCase(name),
      name === 'show_when' ? inStore(value as Record<string, unknown>) : value,
    ]),
  );
const keysOf = (job: { questions: { question_key: string }[] }) =>
  job.questions.map((one) => one.question_key);
const storedJob = (id: string) => app.jobs.findOne({ _id: id });

describe.each(apis)('questions of a job over $name', (api) => {
  const create = async (input: Record<string, unknown>) =>
    api.call(app, 'createJob', { input: jobBody(input) });

  it('are the objective alone, not required, where only documented fields are sent', async () => {
    const { body } = await create({ objective: 'Is the shop open?' });
    expect(body.questions).toEqual([
      {
        question_key: 'objective',
        label: 'Is the shop open?',
        help: null,
        kind: 'yes_no',
        options: [],
        unit: null,
        minimum: null,
        maximum: null,
        decimals: null,
        required: false,
        step_name: null,
        show_when: null,
        evidence_when: null,
        comment_when: null,
        flag_when: null,
      },
    ]);
    const { body: other } = await create({ objective: 'Photograph the roof.' });
    expect(other.questions[0]).toMatchObject({ kind: 'text' });
    const { body: overridden } = await create({
      objective: 'Count the cars',
      objective_kind: 'number',
    });
    expect(overridden.questions[0]).toMatchObject({ kind: 'number' });
  });

  it('are those of the service after the objective, required only if the caller says so', async () => {
    const input = { service_key: 'sign_in_place' };
    const { body } = await create(input);
    expect(keysOf(body)).toEqual([
      'objective',
      'sign_in_place',
      'sign_text',
      'condition',
      'lit',
      'visible',
    ]);
    expect(body.questions.some((one: { required: boolean }) => one.required)).toBe(false);
    const { body: demanding } = await create({ ...input, questions_required: true });
    expect(demanding.questions.map((one: { required: boolean }) => one.required)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('end with those of the caller, of which one with the same key replaces one', async () => {
    const questions = [
      question({
        show_when: { question_key: 'lit', values: ['off'] },
        evidence_when: 'always',
        comment_when: ['no'],
        flag_when: ['no', 'cannot_tell'],
      }),
      question({ question_key: 'visible', label: 'Is it seen from the bridge?' }),
      question({ question_key: 'objective', label: 'So?', kind: 'choice', options: options(2) }),
      question({
        question_key: 'height',
        kind: 'number',
        unit: 'm',
        minimum: 0,
        maximum: 30,
        decimals: 1,
        required: false,
        step_name: 'sign_closeup',
        flag_when: { below: 2, above: 20 },
      }),
    ];
    const { body } = await create({ service_key: 'sign_in_place', questions });
    expect(keysOf(body)).toEqual([
      'objective',
      'sign_in_place',
      'sign_text',
      'condition',
      'lit',
      'visible',
      'lift',
      'height',
    ]);
    expect(body.questions[0]).toMatchObject({ kind: 'choice', required: true });
    expect(body.questions[5]).toMatchObject({ label: 'Is it seen from the bridge?' });
    expect(body.questions[6]).toMatchObject(questions[0] as object);
    expect(body.questions[7]).toMatchObject(questions[3] as object);
    const stored = await storedJob(body.job_id);
    expect(stored?.questions?.[7]).toMatchObject({
      questionKey: 'height',
      flagWhen: { below: 2, above: 20 },
    });
  });

  it('are compared by a repeated nonce', async () => {
    const input = { ...jobBody(), questions: [question()] };
    const first = await api.call(app, 'createJob', { input });
    const again = await api.call(app, 'createJob', { input });
    expect(again).toMatchObject({ replayed: true, body: { job_id: first.body.job_id } });
    const { questions: _, ...bare } = input;
    for (const other of [
      bare,
      { ...input, questions: [question({ label: 'Does it?' })] },
      { ...input, questions_required: true },
      { ...input, objective_kind: 'text' },
    ]) {
      const { code } = await api.call(app, 'createJob', { input: other });
      expect(code).toBe('nonce_conflict');
    }
  });

  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => question({ question_key: `key_${i}` }));
  const earlier = question({ question_key: 'first' });
  /** Two options, of which the first has this key and label. */
  const named = (key: string, label: string) => [{ key, label }, ...options(1)];
  const chosen = question({ question_key: 'chosen', kind: 'choices', options: options(12) });
  it.each<[string, ReturnType<typeof question>[]]>([
    ['none', []],
    ...['yes_no', 'number', 'text', 'date_time'].map((kind): [string, (typeof chosen)[]] => [
      `the kind ${kind}`,
      [question({ kind })],
    ]),
    ['the shortest key', [question({ question_key: 'ab' })]],
    ['the longest key', [question({ question_key: text(40) })]],
    ['the shortest label', [question({ label: text(3) })]],
    ['the longest label', [question({ label: text(200) })]],
    ['the longest help', [question({ help: text(500) })]],
    ['the shortest help', [question({ help: 'x' })]],
    ['two options', [question({ kind: 'choice', options: options(2) })]],
    ['twelve options', [question({ kind: 'choices', options: options(12) })]],
    [
      'the longest option',
      [
        question({
          kind: 'choice',
          options: [
            { key: text(40), label: text(120) },
            { key: 'b', label: 'B' },
          ],
        }),
      ],
    ],
    ['the shortest unit', [question({ kind: 'number', unit: 'm' })]],
    ['the longest unit', [question({ kind: 'number', unit: text(20) })]],
    ['no decimals', [question({ kind: 'number', decimals: 0 })]],
    ['six decimals', [question({ kind: 'number', decimals: 6 })]],
    ['equal bounds', [question({ kind: 'number', minimum: 1, maximum: 1 })]],
    ['negative bounds', [question({ kind: 'number', minimum: -2.5, maximum: -1 })]],
    ['a question that may stay open', [question({ required: false })]],
    [
      'conditions without values',
      [question({ evidence_when: [], comment_when: [], flag_when: [] })],
    ],
    [
      'conditions of twelve values',
      [
        question({
          kind: 'choices',
          options: options(12),
          evidence_when: optionKeys(12),
          comment_when: optionKeys(12),
          flag_when: optionKeys(12),
        }),
      ],
    ],
    [
      'twelve values that show it',
      [chosen, question({ show_when: { question_key: 'chosen', values: optionKeys(12) } })],
    ],
    [
      'the longest value of a condition',
      [question({ kind: 'text', flag_when: [text(2000)], comment_when: ['x'] })],
    ],
    ['thirty questions', many(30)],
    [
      'thirty questions besides the objective',
      [...many(30), question({ question_key: 'objective' })],
    ],
    [
      'a range in a list',
      [question({ kind: 'number', flag_when: [{ above: 1 }, 0, 'cannot_tell'] })],
    ],
    [
      'an earlier question',
      [earlier, question({ show_when: { question_key: 'first', values: ['no'] } })],
    ],
  ])('accept %s', async (_name, questions) => {
    const { code, body } = await create({ questions });
    expect(code).toBeUndefined();
    const stored = await storedJob(body.job_id);
    const givenKeys = keysOf({ questions });
    const keys = givenKeys.includes('objective') ? givenKeys : ['objective', ...givenKeys];
    expect(keysOf(body).toSorted()).toEqual(keys.toSorted());
    expect(stored?.questions).toHaveLength(keys.length);
    for (const given of questions) {
      const key = given.question_key;
      expect(
        body.questions.find((one: { question_key: string }) => one.question_key === key),
      ).toMatchObject(given);
      expect(stored?.questions?.find((one) => one.questionKey === key)).toMatchObject(
        inStore(given),
      );
    }
  });

  it('store an empty help and unit as none', async () => {
    const { body } = await create({
      questions: [question({ kind: 'number', help: '', unit: '' })],
    });
    expect(body.questions[1]).toMatchObject({ help: null, unit: null });
    expect((await storedJob(body.job_id))?.questions?.[1]).toMatchObject({
      help: null,
      unit: null,
    });
  });

  it.each<[string, unknown[]]>([
    ['a key too short', [question({ question_key: 'a' })]],
    ['a key too long', [question({ question_key: text(41) })]],
    ['a key in capitals', [question({ question_key: 'LIFT' })]],
    ['a label too short', [question({ label: text(2) })]],
    ['a label too long', [question({ label: text(201) })]],
    ['a help too long', [question({ help: text(501) })]],
    ['an unknown kind', [question({ kind: 'photo' })]],
    ['one option', [question({ kind: 'choice', options: options(1) })]],
    ['thirteen options', [question({ kind: 'choice', options: options(13) })]],
    ['no options', [question({ kind: 'choices' })]],
    ['an option twice', [question({ kind: 'choice', options: [...options(1), ...options(1)] })]],
    [
      'an option named cannot_tell',
      [
        question({
          kind: 'choice',
          options: [...options(1), { key: 'cannot_tell', label: 'No idea' }],
        }),
      ],
    ],
    ['options of a yes_no', [question({ options: options(2) })]],
    ['a unit of a text', [question({ kind: 'text', unit: 'm' })]],
    ['a unit too long', [question({ kind: 'number', unit: text(21) })]],
    ['seven decimals', [question({ kind: 'number', decimals: 7 })]],
    ['less than no decimals', [question({ kind: 'number', decimals: -1 })]],
    ['an option without a key', [question({ kind: 'choice', options: named('', 'A') })]],
    ['an option key too long', [question({ kind: 'choice', options: named(text(41), 'A') })]],
    ['an option without a label', [question({ kind: 'choice', options: named('a', '') })]],
    ['an option label too long', [question({ kind: 'choice', options: named('a', text(121)) })]],
    ['an empty step', [question({ step_name: '' })]],
    ['a step too long', [question({ step_name: text(121) })]],
    [
      'no values that show it',
      [chosen, question({ show_when: { question_key: 'chosen', values: [] } })],
    ],
    [
      'thirteen values that show it',
      [
        chosen,
        question({ show_when: { question_key: 'chosen', values: [...optionKeys(12), 'o0'] } }),
      ],
    ],
    [
      'a key that shows it and is too long',
      [question({ show_when: { question_key: text(41), values: ['no'] } })],
    ],
    ...['evidence_when', 'comment_when', 'flag_when'].flatMap(
      (name): [string, (typeof chosen)[]][] => [
        [
          `thirteen values in ${name}`,
          [question({ kind: 'number', [name]: Array.from({ length: 13 }, (_, i) => i) })],
        ],
        [`a value too long in ${name}`, [question({ kind: 'text', [name]: [text(2001)] })]],
      ],
    ),
    ['a range without limits', [question({ kind: 'number', flag_when: {} })]],
    ['crossed bounds', [question({ kind: 'number', minimum: 2, maximum: 1 })]],
    ['a flag that is no answer', [question({ flag_when: ['maybe'] })]],
    ['a range of a yes_no', [question({ flag_when: { below: 1 } })]],
    ['an unknown limit', [question({ kind: 'number', flag_when: { under: 1 } })]],
    ['evidence for a value that is no answer', [question({ evidence_when: ['maybe'] })]],
    ['evidence for cannot_tell', [question({ evidence_when: ['cannot_tell'] })]],
    ['a word in place of a list', [question({ comment_when: 'sometimes' })]],
    ['a key twice', [question(), question()]],
    [
      'a later question',
      [question({ show_when: { question_key: 'first', values: ['no'] } }), earlier],
    ],
    ['an unknown question', [question({ show_when: { question_key: 'none', values: ['no'] } })]],
    [
      'a value the earlier one does not take',
      [earlier, question({ show_when: { question_key: 'first', values: ['maybe'] } })],
    ],
    ['an unknown step', [question({ step_name: 'roof' })]],
    ['thirty-one questions', many(31)],
  ])('reject %s and store nothing', async (_name, questions) => {
    const input = jobBody({ questions });
    expect((await api.call(app, 'createJob', { input })).code).toBe('invalid_input');
    expect(await app.jobs.countDocuments({ nonce: input.nonce })).toBe(0);
  });

  it('count those of the service among the thirty', async () => {
    const { code } = await create({ service_key: 'sign_in_place', questions: many(26) });
    expect(code).toBe('invalid_input');
  });

  it('reject a replacement on which a question of the service depends', async () => {
    const questions = [
      question({ question_key: 'lit' }),
      question({ question_key: 'sign_in_place', kind: 'number' }),
    ];
    expect((await create({ service_key: 'sign_in_place', questions })).code).toBe('invalid_input');
  });

  it('reach the job of a site check, and are compared by a repeated intake', async () => {
    const input = {
      objective: 'Is it open?',
      address: 'Alexanderplatz 1',
      latitude: 52.5219,
      longitude: 13.4132,
      notes: 'None.',
      service_key: 'storefront_open',
      intake_submission_id: `intake-${api.name}-questions`,
      questions: [question()],
      questions_required: true,
    };
    const { body } = await api.call(app, 'requestSiteCheck', { input });
    const stored = await storedJob(body.job_id);
    expect(stored?.questions?.map((one) => [one.questionKey, one.required])).toEqual(
      expect.arrayContaining([
        ['objective', true],
        ['open_now', true],
        ['lift', true],
      ]),
    );
    expect((await api.call(app, 'requestSiteCheck', { input })).replayed).toBe(true);
    const other = { ...input, questions: [] };
    expect((await api.call(app, 'requestSiteCheck', { input: other })).code).toBe(
      'intake_conflict',
    );
    const before = await app.siteChecks.countDocuments();
    const unfit = {
      ...input,
      intake_submission_id: `intake-${api.name}-unfit`,
      questions: [question({ step_name: 'roof' })],
    };
    expect((await api.call(app, 'requestSiteCheck', { input: unfit })).code).toBe('invalid_input');
    expect(await app.siteChecks.countDocuments()).toBe(before);
  });

  it('of a job of an earlier release are its objective', async () => {
    const { body } = await create({ service_key: 'sign_in_place' });
    await app.jobs.updateOne({ _id: body.job_id }, { $unset: { questions: '' } });
    const { body: read } = await api.call(app, 'job', { id: body.job_id });
    expect(keysOf(read)).toEqual(['objective']);
    expect(read.questions[0]).toMatchObject({ label: read.objective, required: false });
  });
});

it('names the place of a question that does not fit the service', async () => {
  const questions = [question(), question({ question_key: 'roof', step_name: 'roof' })];
  const answer = await app.rest('POST', '/v1/jobs', { body: jobBody({ questions }) });
  expect(answer.status).toBe(422);
  expect(answer.body.detail[0]).toMatchObject({
    loc: ['body', 'questions', 1, 'step_name'],
    input: 'roof',
  });
  const kind = await app.rest('POST', '/v1/jobs', {
    body: jobBody({ questions: [question({ flag_when: ['maybe'] })] }),
  });
  expect(kind.body.detail[0].loc).toEqual(['body', 'questions', 0, 'flag_when']);
});
