import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { openMigrations } from '../../src/migrations/migrations.js';
import { ShapeError, type Step, shapeIn } from '../../src/migrations/step.js';
import { migrationSteps } from '../../src/migrations/steps.js';
import type { Job } from '../../src/modules/job/job.js';
import { JobChange } from '../../src/modules/job/job-change.js';
import { wordTag } from '../../src/modules/job/search-tags.js';
import { days, type Json, jobBody, startTestApp, type TestApp } from '../support/app.js';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.stop();
});

/** Starts a release with these steps; absent: those of this release. */
async function release(database: string, steps?: readonly Step[]): Promise<TestApp> {
  const app = await startTestApp({ MONGODB_DB: database }, steps ? { steps } : {});
  apps.push(app);
  return app;
}

async function stop(app: TestApp): Promise<void> {
  apps.splice(apps.indexOf(app), 1);
  await app.stop({ keep: true });
}

const newDatabase = () => `test-${randomUUID()}`;
const create = async (app: TestApp, body: Json = {}): Promise<string> =>
  (await app.rest('POST', '/v1/jobs', { body: jobBody(body) })).body.job_id;
const shapesOf = async (app: TestApp) =>
  (await app.jobs.find().sort({ _id: 1 }).toArray()).map(({ shape }) => shape);
const state = (app: TestApp, id: string) =>
  app.db.collection<Json>('migrations').findOne({ _id: id as never });

/** A step that a later release could have: it copies the notes of a job. */
const laterStep = (shape: number, update = true): Step => ({
  id: `jobs-${shape}`,
  collection: 'jobs',
  shape,
  description: 'copies the notes',
  ...(update && {
    update: (job: Partial<Job>) =>
      ({ [`copy${shape}`]: job.notes ?? null, noCopy: undefined }) as Partial<Job>,
  }),
});

/** Makes every job one of a release that knew no shape. */
const age = (app: TestApp) =>
  app.jobs.updateMany({}, { $unset: { shape: '', searchTags: '', cell: '', deadlineAt: '' } });

describe('the steps of this release', () => {
  it('have unique ids and lead from each shape to the next', async () => {
    const app = await release(newDatabase());
    const steps = migrationSteps(app.services.catalogue);
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
    for (const collection of new Set(steps.map((step) => step.collection))) {
      const own = steps.filter((step) => step.collection === collection);
      expect(own.map(({ shape }) => shape)).toEqual(own.map((_, i) => i + 2));
      // A contracted step was complete before any later step began.
      const pending = own.map(({ update }) => update !== undefined);
      expect(pending).toEqual([...pending].sort());
    }
    expect(shapeIn(steps)('jobs')).toBe(2);
    expect(shapeIn(steps)('customers')).toBe(1);
  });

  it('make a job of an earlier release findable, without a new revision', async () => {
    const database = newDatabase();
    const earlier = await release(database, []);
    const id = await create(earlier, { objective: 'Is the Observatory there?' });
    await age(earlier);
    // The relay empties the outbox at any time.
    const withoutOutbox = { projection: { outbox: 0 } };
    const before = await earlier.jobs.findOne({ _id: id }, withoutOutbox);
    await stop(earlier);

    const app = await release(database);
    const found = async () => (await app.rest('GET', '/v1/jobs?q=observa')).body.length;
    expect(await found()).toBe(0);
    await app.services.schedules.runDue();
    expect(await found()).toBe(1);
    const after = await app.jobs.findOne({ _id: id }, withoutOutbox);
    expect(after?.searchTags).toContain(wordTag('observatory'));
    const opened = after?.openedAt?.getTime() ?? Number.NaN;
    expect(after?.deadlineAt?.getTime()).toBe(opened + 72 * 3_600_000);
    const { searchTags, cell, deadlineAt, shape, ...rest } = after as Job;
    expect([rest, shape]).toEqual([before, 2]);
  });
});

describe('a new document', () => {
  it('has the shape of its release', async () => {
    const app = await release(newDatabase());
    await create(app);
    expect(await shapesOf(app)).toEqual([2]);
    await app.rest('POST', '/v1/webhook-endpoints', {
      body: { url: 'https://example.org/hook', event_types: ['job.opened'] },
    });
    const endpoint = await app.db.collection('webhook_endpoints').findOne();
    expect(endpoint?.['shape']).toBe(1);
  });
});

describe('a migration', () => {
  it('reaches every document of several slices, and shows its progress in the metrics', async () => {
    const database = newDatabase();
    const earlier = await release(database, []);
    const template = await earlier.jobs.findOne({ _id: await create(earlier) });
    const copies = Array.from({ length: 450 }, (_, i) => {
      const _id = `copy-${String(i).padStart(4, '0')}`;
      return { ...template, _id, nonce: _id, outbox: [] } as unknown as Job;
    });
    await earlier.jobs.insertMany(copies);
    await age(earlier);
    await stop(earlier);

    const app = await release(database);
    const value = async (name: string) =>
      Number(
        new RegExp(`^${name}\\{step="jobs-2-search",mode="live"\\} (\\d+)$`, 'm').exec(
          await app.metrics(),
        )?.[1],
      );
    expect(await value('migration_documents_left')).toBe(451);
    await app.services.schedules.runDue();
    expect(new Set(await shapesOf(app))).toEqual(new Set([2]));
    expect(await value('migration_documents_done')).toBe(451);
    // A pass that changed documents is followed by one that finds none.
    expect(await value('migration_documents_left')).toBe(1);
    app.advance(60_000);
    await app.services.schedules.runDue();
    expect(await value('migration_documents_left')).toBe(0);
    expect(await state(app, 'live/jobs-2-search')).toMatchObject({ complete: true, changed: 0 });
  });

  it('resumes after the slice in which it was stopped', async () => {
    const database = newDatabase();
    const app = await release(database, []);
    const template = await app.jobs.findOne({ _id: await create(app) });
    const copies = Array.from({ length: 450 }, (_, i) => {
      const _id = `copy-${String(i).padStart(4, '0')}`;
      return { ...template, _id, nonce: _id, outbox: [] } as unknown as Job;
    });
    await app.jobs.insertMany(copies);
    const stopping = new AbortController();
    let changed = 0;
    const counting: Step = {
      ...laterStep(2),
      update() {
        changed += 1;
        if (changed === 1) stopping.abort();
        return {};
      },
    };
    const open = () =>
      openMigrations({
        databases: { live: app.db, test: app.sandboxDb },
        steps: [counting],
        clock: app.services.clock,
        log: app.services.log,
      });
    await (await open()).run(stopping.signal);
    expect(changed).toBe(200);
    const stopped = await state(app, 'live/jobs-2');
    expect(stopped).toMatchObject({ checked: 200, complete: false, passedAt: null });
    expect(stopped?.['position']).toEqual(expect.any(String));

    await (await open()).run(new AbortController().signal);
    expect(changed).toBe(451);
    expect(await state(app, 'live/jobs-2')).toMatchObject({ checked: 451, changed: 451 });
    expect(new Set(await shapesOf(app))).toEqual(new Set([2]));
  });

  it('finds documents that an earlier release inserted after its completion', async () => {
    const database = newDatabase();
    const app = await release(database);
    await app.services.schedules.runDue();
    expect(await state(app, 'live/jobs-2-search')).toMatchObject({ complete: true });
    await create(app);
    await age(app);
    app.advance(60_000);
    await app.services.schedules.runDue();
    expect(await shapesOf(app)).toEqual([undefined]);
    app.advance(days(1));
    await app.services.schedules.runDue();
    expect(await shapesOf(app)).toEqual([2]);
  });

  it('is not lost on a document that changes at the same time', async () => {
    const database = newDatabase();
    const earlier = await release(database, []);
    const id = await create(earlier, { metadata: { till: '7' } });
    await age(earlier);
    await stop(earlier);
    const app = await release(database);
    let calls = 0;
    // The step runs between the read and the write of the change.
    const changed = await app.services.jobs.change(id, {}, async (job) => {
      calls += 1;
      if (calls === 1) await app.services.schedules.runDue();
      return new JobChange(job, app.now()).set({ notes: `shape ${job.shape ?? 1}` });
    });
    expect([calls, changed.notes]).toEqual([2, 'shape 2']);
  });

  it('leaves a document that its step fails on, and continues with the others', async () => {
    const database = newDatabase();
    const first = await release(database, []);
    await create(first, { notes: 'bad' });
    await create(first, { notes: 'good' });
    await stop(first);
    const failing: Step = {
      ...laterStep(2),
      update: (job: Partial<Job>) => {
        if (job.notes === 'bad') throw new Error('A bad one.');
        return {};
      },
    };
    const app = await release(database, [failing]);
    await app.services.schedules.runDue();
    expect(await shapesOf(app)).toEqual([1, 2]);
    expect(await state(app, 'live/jobs-2')).toMatchObject({ complete: false, failed: 1 });
    expect(app.logLines.join('')).toContain('A bad one.');
  });
});

describe('two releases on one store', () => {
  it('serve each other’s documents, and the newer one migrates those of both', async () => {
    const database = newDatabase();
    const older = await release(database);
    const steps = [...migrationSteps(older.services.catalogue), laterStep(3)];
    const ids = [await create(older)];
    const newer = await release(database, steps);
    for (const app of [newer, older, newer]) ids.push(await create(app));
    expect((await shapesOf(newer)).sort()).toEqual([2, 2, 3, 3]);
    await newer.services.schedules.runDue();
    expect(await shapesOf(newer)).toEqual([3, 3, 3, 3]);
    for (const app of [older, newer]) {
      for (const id of ids) {
        const body = { metadata: { by: app === older ? 'older' : 'newer' } };
        const { status } = await app.rest('PATCH', `/v1/jobs/${id}`, { body });
        expect(status).toBe(200);
      }
    }
    const stored: Json[] = await newer.jobs.find().toArray();
    for (const job of stored) {
      expect(job).toMatchObject({ shape: 3, metadata: [{ value: 'newer' }] });
      // The step adds the copy to those that the older one inserted.
      const isOld = [ids[0], ids[2]].includes(job._id);
      expect(job.copy3).toBe(isOld ? job.notes : undefined);
    }
  });

  it('keep fields that the older one does not know, until the job is finished', async () => {
    const database = newDatabase();
    const app = await release(database);
    const id = await create(app);
    const added = { future: { a: 1 }, 'steps.0.future': 'x', 'questions.0.future': [2] };
    await app.db.collection<Json>('jobs').updateOne({ _id: id }, { $set: { ...added, shape: 3 } });
    const assigned = await app.rest('POST', `/v1/jobs/${id}/assign`, {
      body: { assignee_name: 'Kim' },
    });
    expect(assigned.status).toBe(200);
    await app.db
      .collection<Json>('jobs')
      .updateOne({ _id: id }, { $set: { 'tokens.0.future': true, 'assignment.future': 3 } });
    const answers = [{ question_key: 'objective', value: 'yes' }];
    for (const [path, body] of [
      [`/v1/jobs/${id}/answers`, { answers }],
      [`/v1/jobs/${id}/cancel`, {}],
    ] as const) {
      expect([path, (await app.rest('POST', path, { body })).status]).toEqual([path, 200]);
    }
    const stored: Json = await app.jobs.findOne({ _id: id });
    expect(stored.status).toBe('cancelled');
    expect(stored).toMatchObject({ shape: 3, future: { a: 1 }, tokens: [{ future: true }] });
    expect(stored.steps[0].future).toBe('x');
    expect(stored.questions[0].future).toEqual([2]);
  });

  it('migrate again after the older one was started in between', async () => {
    const database = newDatabase();
    const current = await release(database);
    const steps = [...migrationSteps(current.services.catalogue), laterStep(3)];
    await stop(current);
    const newer = await release(database, steps);
    await newer.services.schedules.runDue();
    expect(await state(newer, 'live/jobs-3')).toMatchObject({ complete: true });
    await stop(newer);

    const older = await release(database);
    expect(older.logLines.join('')).toContain('live/jobs-3');
    await create(older);
    expect(await state(older, 'live/jobs-3')).toMatchObject({ complete: false });
    await stop(older);

    const again = await release(database, steps);
    again.advance(60_000);
    await again.services.schedules.runDue();
    expect(await shapesOf(again)).toEqual([3]);
  });
});

describe('a start is rejected', () => {
  it('if documents can have a shape two ahead, and then changes nothing', async () => {
    const database = newDatabase();
    const app = await release(database, [laterStep(2), laterStep(3), laterStep(4)]);
    const states = () => app.db.collection('migrations').find().sort({ _id: 1 }).toArray();
    const before = await states();
    const start = startTestApp({ MONGODB_DB: database }, { steps: [laterStep(2)] });
    await expect(start).rejects.toThrow(ShapeError);
    await expect(start).rejects.toThrow('jobs can have shape 4, but this release reads at most 3');
    expect(await states()).toEqual(before);
  });

  it('while a contracted step is incomplete, and not after that', async () => {
    const database = newDatabase();
    const first = await release(database, []);
    await create(first);
    await stop(first);
    const contracted = [laterStep(2, false), laterStep(3)];
    await expect(startTestApp({ MONGODB_DB: database }, { steps: contracted })).rejects.toThrow(
      'npm run migrate -- --status reports live/jobs-2 as complete',
    );
    const second = await release(database, [laterStep(2)]);
    for (const _ of [1, 2]) {
      await second.services.schedules.runDue();
      second.advance(60_000);
    }
    await stop(second);
    const third = await release(database, contracted);
    expect(await shapesOf(third)).toEqual([2]);
    expect((await third.rest('GET', '/v1/jobs')).body).toHaveLength(1);
  });
});

describe('test jobs', () => {
  it('are migrated in their own database', async () => {
    const database = newDatabase();
    const earlier = await release(database, []);
    const key = await earlier.keyFor('tester', ['jobs:read', 'jobs:write'], 'test');
    const { body } = await earlier.rest('POST', '/v1/jobs', { key, body: jobBody() });
    await stop(earlier);
    const app = await release(database);
    await app.services.schedules.runDue();
    const stored = await app.sandboxDb.collection<Json>('jobs').findOne({ _id: body.job_id });
    expect(stored?.shape).toBe(2);
    expect((await app.rest('GET', `/v1/jobs/${body.job_id}`, { key })).status).toBe(200);
    expect(await state(app, 'test/jobs-2-search')).toMatchObject({ checked: 1, changed: 1 });
  });
});
