import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobSchedule } from '../../src/modules/job-schedule/job-schedule.js';
import { apis, restApi } from '../support/apis.js';
import { days, hours, type Json, jobBody, startTestApp, type TestApp } from '../support/app.js';

const frozenAt = new Date('2026-01-15T12:00:00Z');

let app: TestApp;
let key: string;
let otherKey: string;
let readKey: string;
beforeAll(async () => {
  app = await startTestApp({}, { frozenAt });
  key = await app.keyFor('acme', ['jobs:read', 'jobs:write']);
  otherKey = await app.keyFor('other', ['jobs:read', 'jobs:write']);
  readKey = await app.keyFor('acme', ['jobs:read']);
});
afterAll(() => app.stop());

const unknownId = '019c1000-0000-7000-8000-00000000ffff';
const schedules = () => app.db.collection<JobSchedule>('job_schedules');
const stored = (id: string) => schedules().findOne({ _id: id }, { projection: { outbox: 0 } });
const jobsOf = (id: string) => app.jobs.find({ scheduleId: id }).sort({ createdAt: 1 }).toArray();
const template = (fields: Json = {}) => {
  const { nonce: _, ...job } = jobBody(fields) as Json;
  return job;
};
/** Returns an input of which the first date is the day after the present one, at 09:00 in Berlin. */
const body = (fields: Json = {}): Json => ({
  job: template(),
  rrule: 'FREQ=DAILY',
  starts_at: `${new Date(app.now().getTime() + days(1)).toISOString().slice(0, 10)}T09:00`,
  ...fields,
});
const make = async (fields: Json = {}): Promise<Json> =>
  (await restApi.call(app, 'createJobSchedule', { key, input: body(fields) })).body;
const act = (operation: string, id: string, as: string | null = key) =>
  restApi.call(app, operation, { id, key: as });
const eventsOf = async (id: string) => {
  await app.services.relay.drain();
  const found = app.db.collection('events').find({ 'data.schedule_id': id }).sort({ seq: 1 });
  return (await found.toArray()).map(({ type, data }) => [
    type,
    data['previous_status'],
    data['status'],
  ]);
};
/** Stores paused copies of a schedule in free slots of its integrator. */
async function fill(id: string, count: number) {
  const { dueAt: _, ...schedule } = (await stored(id)) as JobSchedule;
  const taken = (await schedules().find().toArray()).map(({ slot }) => slot);
  const slots = Array.from({ length: 2_000 }, (_, i) => `${schedule.integratorId}/${i}`)
    .filter((slot) => !taken.includes(slot))
    .slice(0, count);
  const copies = slots.map((slot, i) => ({
    ...schedule,
    _id: `copy-${i}`,
    status: 'paused',
    slot,
  }));
  await schedules().insertMany(copies as JobSchedule[]);
}
const runDue = () => app.services.jobSchedules.runDue();
/** Moves the clock to a UTC time of the day that is `after` days later, and creates due jobs. */
async function moveTo(after: number, utcHour: number) {
  const midnight = Math.floor(app.now().getTime() / days(1)) * days(1);
  app.advance(midnight + days(after) + hours(utcHour) - app.now().getTime());
  await runDue();
}
beforeEach(async () => {
  await schedules().deleteMany({});
});

describe.each(apis)('createJobSchedule over $name', (api) => {
  const create = (fields: Json = {}, as: string | null = key) =>
    api.call(app, 'createJobSchedule', { key: as, input: body(fields) });

  it('stores a schedule in the time zone of the place, and returns its next dates', async () => {
    const job = template({ metadata: { 'shop.no': '0042' }, objective_kind: 'yes_no' });
    const { body: shown } = await create({ job, rrule: 'FREQ=DAILY;COUNT=6' });
    const start = new Date(`${shown.starts_at}+01:00`).getTime();
    const dates = Array.from({ length: 5 }, (_, i) => new Date(start + days(i)));
    expect(shown).toMatchObject({
      status: 'active',
      rrule: 'FREQ=DAILY;COUNT=6',
      starts_at: expect.stringMatching(/T09:00:00$/),
      time_zone: 'Europe/Berlin',
      next_dates: dates.map((date) => date.toISOString()),
      last_date: null,
      last_job_id: null,
      last_error: null,
      created_at: app.now().toISOString(),
    });
    expect(shown.job).toEqual({
      ...job,
      service_key: job.service_key ?? null,
      reference_photos: job.reference_photos ?? [],
      auto_open: true,
      questions: null,
      questions_required: null,
    });
    expect(await stored(shown.schedule_id)).toMatchObject({
      status: 'active',
      startsAt: shown.starts_at,
      dueAt: dates[0],
      nextDates: dates,
      template: { metadata: [{ key: 'shop.no', value: '0042' }], autoOpen: true },
      revision: 1,
    });
    expect(await eventsOf(shown.schedule_id)).toEqual([['job_schedule.created', null, 'active']]);
    expect((await api.call(app, 'jobSchedule', { id: shown.schedule_id, key })).body).toEqual(
      shown,
    );
  });

  it.each([
    { rrule: '' },
    { rrule: 'FREQ=HOURLY' },
    { rrule: 'FREQ=DAILY;BYHOUR=9' },
    { rrule: `FREQ=DAILY${';'.repeat(500)}` },
    { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
    { rrule: 'FREQ=DAILY;UNTIL=20260101' },
    { rrule: undefined },
    { starts_at: '2026-02-30T09:00' },
    { starts_at: '2026-03-01T09:00Z' },
    { starts_at: '2026-03-01' },
    { starts_at: '2015-12-01T09:00' },
    { starts_at: '2046-03-01T09:00' },
    { starts_at: undefined },
    { time_zone: 'Europe/Atlantis' },
    { time_zone: '+01:00' },
    { job: undefined },
    { job: { objective: 'Is it open?' } },
    { job: template({ latitude: 91 }) },
    { job: template({ metadata: { 'a b': 'c' } }) },
    { job: template({ questions: [{ question_key: 'a', label: 'Is it?', kind: 'yes_no' }] }) },
    {
      job: template({
        questions: [
          { question_key: 'sign', label: 'Is it?', kind: 'yes_no', step_name: 'no such step' },
        ],
      }),
    },
  ])('rejects %j and stores nothing', async (fields: Json) => {
    expect((await create(fields)).code).toBe('invalid_input');
    expect(await schedules().countDocuments()).toBe(0);
  });

  it('accepts a position that cannot be on Earth if a time zone is given', async () => {
    const job = template({ latitude: 91 });
    const { body: shown } = await create({ job, time_zone: 'Asia/Kathmandu' });
    expect(shown.next_dates[0]).toMatch(/T03:15:00.000Z$/);
  });

  it('requires a key that can write jobs', async () => {
    expect((await create({}, null)).code).toBe('api_key_missing');
    expect((await create({}, readKey)).code).toBe('scope_missing');
    expect(await schedules().countDocuments()).toBe(0);
  });

  it('rejects more than 2,000 schedules that are active or paused', async () => {
    const { schedule_id: id } = await make();
    const { schedule_id: ending } = await make({ rrule: 'FREQ=DAILY;COUNT=1' });
    await fill(id, 1_997);
    expect((await create()).code).toBeUndefined();
    expect((await create()).code).toBe('job_schedule_limit');
    expect(await schedules().countDocuments()).toBe(2_000);
    expect((await create({}, otherKey)).code).toBeUndefined();
    // A schedule that was cancelled or has ended no longer counts.
    await act('cancelJobSchedule', id);
    expect((await create()).code).toBeUndefined();
    await moveTo(1, 12);
    expect((await act('jobSchedule', ending)).body.status).toBe('ended');
    expect((await create()).code).toBeUndefined();
    expect((await create()).code).toBe('job_schedule_limit');
  });

  it('stores 2,000 schedules at most when they are created concurrently', async () => {
    const { schedule_id: id } = await make();
    await fill(id, 1_996);
    const codes = (await Promise.all(Array.from({ length: 10 }, () => create()))).map(
      ({ code }) => code,
    );
    expect(codes.filter((code) => code === undefined)).toHaveLength(3);
    expect(codes.filter((code) => code === 'job_schedule_limit')).toHaveLength(7);
    expect(await schedules().countDocuments()).toBe(2_000);
  });

  it('names the flaw of the rule, and the member of the input', async () => {
    const { body: answer } = await app.rest('POST', '/v1/job-schedules', {
      key,
      body: body({ rrule: 'FREQ=MINUTELY' }),
    });
    expect(answer.detail[0]).toMatchObject({
      loc: ['body', 'rrule'],
      msg: expect.stringContaining('FREQ should be DAILY, WEEKLY, MONTHLY or YEARLY'),
    });
    const { body: unfit } = await app.rest('POST', '/v1/job-schedules', {
      key,
      body: body({
        job: template({
          questions: [{ question_key: 'sign', label: 'Is it?', kind: 'yes_no', step_name: 'none' }],
        }),
      }),
    });
    expect(unfit.detail[0].loc).toEqual(['body', 'job', 'questions', 0, 'step_name']);
  });
});

describe.each(apis)('a job schedule over $name', (api) => {
  const call = (operation: string, id: string, as: string | null = key) =>
    api.call(app, operation, { id, key: as });

  it('is paused, resumed and cancelled', async () => {
    const { schedule_id: id } = await make();
    expect((await call('pauseJobSchedule', id)).body).toMatchObject({
      status: 'paused',
      next_dates: [],
    });
    expect(await stored(id)).not.toHaveProperty('dueAt');
    // The first date passes.
    await moveTo(1, 12);
    const { body: resumed } = await call('resumeJobSchedule', id);
    expect(resumed.status).toBe('active');
    expect(new Date(resumed.next_dates[0]).getTime()).toBe(app.now().getTime() + hours(20));
    expect(await jobsOf(id)).toEqual([]);
    expect((await call('cancelJobSchedule', id)).body).toMatchObject({
      status: 'cancelled',
      next_dates: [],
    });
    expect(await eventsOf(id)).toEqual([
      ['job_schedule.created', null, 'active'],
      ['job_schedule.paused', 'active', 'paused'],
      ['job_schedule.resumed', 'paused', 'active'],
      ['job_schedule.cancelled', 'active', 'cancelled'],
    ]);
  });

  it('rejects changes in the wrong state', async () => {
    const { schedule_id: id } = await make({ rrule: 'FREQ=DAILY;COUNT=1' });
    expect((await call('resumeJobSchedule', id)).code).toBe('invalid_transition');
    await call('pauseJobSchedule', id);
    expect((await call('pauseJobSchedule', id)).code).toBe('invalid_transition');
    await moveTo(1, 12);
    const before = await stored(id);
    // Its only date has passed.
    expect((await call('resumeJobSchedule', id)).code).toBe('invalid_transition');
    expect(await stored(id)).toEqual(before);
    await call('cancelJobSchedule', id);
    for (const operation of ['pauseJobSchedule', 'resumeJobSchedule', 'cancelJobSchedule']) {
      expect([operation, (await call(operation, id)).code]).toEqual([
        operation,
        'invalid_transition',
      ]);
    }
  });

  it('is found only by its integrator and by operators', async () => {
    const { schedule_id: id } = await make();
    const before = await stored(id);
    const operations = [
      'jobSchedule',
      'pauseJobSchedule',
      'resumeJobSchedule',
      'cancelJobSchedule',
    ];
    for (const operation of operations) {
      expect((await call(operation, id, otherKey)).code).toBe('job_schedule_not_found');
      expect((await call(operation, unknownId)).code).toBe('job_schedule_not_found');
      expect((await call(operation, id, null)).code).toBe('api_key_missing');
    }
    expect((await call('pauseJobSchedule', id, readKey)).code).toBe('scope_missing');
    expect(await stored(id)).toEqual(before);
    // The pilot key is an operator's.
    expect((await api.call(app, 'jobSchedule', { id })).body.schedule_id).toBe(id);
  });

  it('is listed newest first, in pages, to its integrator', async () => {
    const ids = [];
    for (let i = 0; i < 3; i++) {
      ids.unshift((await make()).schedule_id);
      app.advance(1);
    }
    await call('pauseJobSchedule', ids[1] as string);
    const list = async (input: Json, as = key) => {
      const { body: found } = await api.call(app, 'jobSchedules', { input, key: as });
      const items = Array.isArray(found) ? found : found.nodes;
      return items.map((item: Json) => item.schedule_id);
    };
    expect(await list({})).toEqual(ids);
    expect(await list({ status: 'paused' })).toEqual([ids[1]]);
    expect(await list({}, otherKey)).toEqual([]);
    expect((await api.call(app, 'jobSchedules', { key: null })).code).toBe('api_key_missing');
  });
});

describe('the list of job schedules', () => {
  it('continues after a cursor in both APIs', async () => {
    const first = await make();
    app.advance(1);
    const second = await make();
    const page = await app.rest('GET', '/v1/job-schedules?limit=1', { key });
    expect(page.body.map((one: Json) => one.schedule_id)).toEqual([second.schedule_id]);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const { pathname, search } = new URL(next, 'http://service.test');
    const rest = await app.rest('GET', pathname + search, { key });
    expect(rest.body.map((one: Json) => one.schedule_id)).toEqual([first.schedule_id]);
    expect(rest.headers.get('link')).toBeNull();
    const query = `query($after: String) { jobSchedules(first: 1, after: $after) {
      totalCount nodes { scheduleId } pageInfo { hasNextPage hasPreviousPage endCursor } } }`;
    const { data } = await app.graphql(query, {}, { key });
    const { data: after } = await app.graphql(
      query,
      { after: data.jobSchedules.pageInfo.endCursor },
      { key },
    );
    expect(after.jobSchedules).toMatchObject({
      totalCount: 2,
      nodes: [{ scheduleId: first.schedule_id }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
    const wrong = await app.rest('GET', '/v1/job-schedules?cursor=x', { key });
    expect(wrong.body.code).toBe('bad_cursor');
    expect((await app.rest('GET', '/v1/job-schedules?status=x', { key })).body).toEqual([]);
  });
});

describe('a due date', () => {
  it('creates one job of the template, which names its schedule', async () => {
    const questions = [{ question_key: 'sign', label: 'Is the sign lit?', kind: 'yes_no' }];
    const job = template({ metadata: { shop: '0042' }, questions });
    const { schedule_id: id } = await make({ job });
    await moveTo(1, 7);
    expect(await jobsOf(id)).toEqual([]);
    await moveTo(0, 8);
    const [made, ...others] = await jobsOf(id);
    expect(others).toEqual([]);
    expect(made).toMatchObject({
      status: 'open',
      objective: job.objective,
      latitude: job.latitude,
      metadata: [{ key: 'shop', value: '0042' }],
      createdAt: app.now(),
      nonce: `schedule_${id}_${app.now().toISOString().slice(0, 10)}`,
    });
    expect(made?.questions?.map(({ questionKey }) => questionKey)).toContain('sign');
    const { body: shown } = await app.rest('GET', `/v1/jobs/${made?._id}`, { key });
    expect(shown.schedule_id).toBe(id);
    const { body: schedule } = await act('jobSchedule', id);
    expect(schedule).toMatchObject({
      status: 'active',
      last_date: app.now().toISOString(),
      last_job_id: made?._id,
      last_error: null,
      updated_at: app.now().toISOString(),
    });
    expect(new Date(schedule.next_dates[0]).getTime()).toBe(app.now().getTime() + days(1));
    await runDue();
    expect(await jobsOf(id)).toHaveLength(1);
    expect(await eventsOf(id)).toEqual([
      ['job_schedule.created', null, 'active'],
      ['job.created', null, 'created'],
    ]);
  });

  it('that passed while no process ran creates a job only if it is the latest', async () => {
    const { schedule_id: id } = await make({ rrule: 'FREQ=MONTHLY' });
    await moveTo(366, 12);
    const made = await jobsOf(id);
    expect(made).toHaveLength(1);
    const { body: schedule } = await act('jobSchedule', id);
    const { last_date, next_dates } = schedule;
    expect(app.now().getTime() - new Date(last_date).getTime()).toBeLessThan(days(31));
    expect(new Date(next_dates[0]).getTime()).toBeGreaterThan(app.now().getTime());
    expect(made[0]?.createdAt).toEqual(app.now());
  });

  it('ends the schedule if it is the last one', async () => {
    const { schedule_id: id } = await make({ rrule: 'FREQ=DAILY;COUNT=2' });
    await moveTo(1, 8);
    await moveTo(1, 8);
    expect(await jobsOf(id)).toHaveLength(2);
    expect((await act('jobSchedule', id)).body).toMatchObject({ status: 'ended', next_dates: [] });
    expect((await eventsOf(id)).at(-1)).toEqual(['job_schedule.ended', 'active', 'ended']);
    expect((await act('cancelJobSchedule', id)).code).toBe('invalid_transition');
  });

  it('without a job stores the error, and the next date creates one', async () => {
    const { schedule_id: id } = await make();
    const { next_dates } = (await act('jobSchedule', id)).body;
    // A caller has used the nonce of the date.
    const nonce = `schedule_${id}_${next_dates[0].slice(0, 10)}`;
    await app.rest('POST', '/v1/jobs', { key, body: jobBody({ nonce, objective: 'Another one' }) });
    await moveTo(1, 8);
    expect(await jobsOf(id)).toEqual([]);
    const { body: failed } = await act('jobSchedule', id);
    expect(failed).toMatchObject({
      status: 'active',
      last_date: null,
      last_error: { at: next_dates[0], code: 'nonce_conflict' },
    });
    expect((await eventsOf(id)).at(-1)).toEqual(['job_schedule.date_failed', 'active', 'active']);
    await moveTo(1, 8);
    expect(await jobsOf(id)).toHaveLength(1);
    expect((await act('jobSchedule', id)).body.last_error).toBeNull();
  });
});

describe('two processes with one store', () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await startTestApp({ MONGODB_DB: app.db.databaseName }, { frozenAt });
  });
  afterAll(() => other.stop({ keep: true }));

  it('create one job for each date', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => make()));
    for (let day = 1; day <= 3; day++) {
      await moveTo(1, 8);
      other.advance(app.now().getTime() - other.now().getTime());
      await Promise.all([runDue(), other.services.jobSchedules.runDue()]);
    }
    for (const { schedule_id: id } of made) {
      const jobs = await jobsOf(id);
      expect(jobs.map(({ nonce }) => nonce)).toHaveLength(3);
      expect((await stored(id))?.lastJobId).toBe(jobs.at(-1)?._id);
    }
  });

  it('create the job of a date once if one is killed before it has stored the next date', async () => {
    const { schedule_id: id } = await make();
    const before = await stored(id);
    await moveTo(1, 8);
    // As the killed process left it.
    await schedules().replaceOne({ _id: id }, { ...before, outbox: [] } as never);
    other.advance(app.now().getTime() - other.now().getTime());
    await other.services.jobSchedules.runDue();
    const [job, ...others] = await jobsOf(id);
    expect(others).toEqual([]);
    expect(await stored(id)).toMatchObject({ lastJobId: job?._id, revision: 2 });
  });
});

describe('a test key', () => {
  it('has schedules on the clock of its sandbox, with a job for each date', async () => {
    const testKey = await app.keyFor('acme', ['jobs:read', 'jobs:write'], 'test');
    // Unopened, so that the simulated verifier does not work on them.
    const job = template({ auto_open: false });
    const input = body({ job, rrule: 'FREQ=DAILY;INTERVAL=2' });
    const { body: schedule } = await restApi.call(app, 'createJobSchedule', {
      key: testKey,
      input,
    });
    expect((await act('jobSchedule', schedule.schedule_id)).code).toBe('job_schedule_not_found');
    const { body: clock } = await restApi.call(app, 'sandboxClock', { key: testKey });
    expect(clock.next_step_at).toBe(schedule.next_dates[0]);
    const { body: moved } = await restApi.call(app, 'advanceSandboxClock', {
      key: testKey,
      input: { seconds: days(8) / 1_000 },
    });
    expect(moved).toMatchObject({
      steps_run: 4,
      more: false,
      next_step_at: schedule.next_dates[4],
    });
    const jobs = await app.sandboxDb
      .collection('jobs')
      .find({ scheduleId: schedule.schedule_id })
      .sort({ createdAt: 1 })
      .toArray();
    expect(jobs.map((job) => job['createdAt'].toISOString())).toEqual(
      schedule.next_dates.slice(0, 4),
    );
    expect(new Set(jobs.map(({ status }) => status))).toEqual(new Set(['created']));
    const newestFirst = jobs.map(({ _id }) => _id).toReversed();
    const filter = `schedule_id=${schedule.schedule_id}`;
    const { body: listed } = await app.rest('GET', `/v1/jobs?${filter}`, { key: testKey });
    expect(listed.map((one: Json) => one.job_id)).toEqual(newestFirst);
    const { data } = await app.graphql(
      `query($id: String!) { jobs(filter: {scheduleId: $id}, orderBy: UPDATED_AT_DESC) {
        totalCount nodes { jobId scheduleId } } }`,
      { id: schedule.schedule_id },
      { key: testKey },
    );
    expect(data.jobs.totalCount).toBe(4);
    expect(data.jobs.nodes.map((one: Json) => one.jobId)).toEqual(newestFirst);
    expect((await app.rest('GET', `/v1/jobs?${filter}`, { key })).body).toEqual([]);
    expect(await schedules().countDocuments()).toBe(0);
    // The service is down for a week.
    app.advance(days(7));
    await app.services.sandbox.tick();
    expect(
      await app.sandboxDb.collection('jobs').countDocuments({ scheduleId: schedule.schedule_id }),
    ).toBe(5);
  });
});
