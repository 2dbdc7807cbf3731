import { randomUUID } from 'node:crypto';
import { type Collection, type Filter, MongoClient } from 'mongodb';
import { afterEach, expect, inject, it, vi } from 'vitest';
import type { StepState } from '../../src/migrations/step.js';
import type { Job } from '../../src/modules/job/job.js';
import { startTestApp } from '../support/app.js';
import { storeManyJobs } from '../support/many-jobs.js';
import { killServices, newDataDir, processKey } from '../support/process.js';
import { startService } from './support/killed-service.js';

const count = 6_000;
const kills = 2;
/** A process first looks for due work one minute after its start. */
const patience = { timeout: 150_000, interval: 20 };

/** Removes members in slices, because one write to all documents blocks the store for longer than a driver waits. */
async function unset(jobs: Collection<Job>, filter: Filter<Job>, members: Record<string, ''>) {
  const ids = (await jobs.find(filter, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  for (let from = 0; from < ids.length; from += 500) {
    await jobs.updateMany({ _id: { $in: ids.slice(from, from + 500) } }, { $unset: members });
  }
}

afterEach(killServices);

it(`resumes a migration after ${kills} kills, and changes each document once`, async () => {
  const database = { MONGODB_DB: `test-${randomUUID()}` };
  const earlier = await startTestApp(database, { steps: [] });
  await storeManyJobs(earlier, count);
  const whole = (await earlier.jobs.findOne()) as Job;
  const added = { searchTags: '', cell: '', deadlineAt: '', shape: '' } as const;
  await unset(earlier.jobs, {}, added);
  const others = { projection: { searchTags: 0, cell: 0, deadlineAt: 0, shape: 0, outbox: 0 } };
  const before = await earlier.jobs.find({}, others).sort({ _id: 1 }).toArray();
  await earlier.stop({ keep: true });

  const client = await MongoClient.connect(inject('mongodbUri'));
  const db = client.db(database.MONGODB_DB);
  const jobs = db.collection<Job>('jobs');
  const state = () => db.collection<StepState>('migrations').findOne({ _id: 'live/jobs-2-search' });
  const start = () =>
    startService(newDataDir(), processKey, { MONGODB_URI: inject('mongodbUri'), ...database });

  const marked: string[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    const { child, ended } = await start();
    const target = Math.floor(((kill - Math.random()) * count) / (kills + 1));
    await vi.waitUntil(async () => ((await state())?.checked ?? 0) > target, patience);
    child.kill('SIGKILL');
    await ended;
    expect(await state()).toMatchObject({ passedAt: null, failed: 0 });
    // A document that is changed again gets its tags again.
    const changed = await jobs.find({ shape: 2, searchTags: { $exists: true } }).toArray();
    marked.push(...changed.map(({ _id }) => _id));
    await unset(jobs, { shape: 2 }, { searchTags: '' });
  }
  expect(marked.length).toBeGreaterThan(0);
  expect(marked.length).toBeLessThan(count);

  await start();
  await vi.waitUntil(async () => (await state())?.passedAt, patience);
  expect(await state()).toMatchObject({ checked: count, failed: 0 });
  const { searchTags, cell } = whole;
  expect(await jobs.countDocuments({ shape: 2, cell })).toBe(count);
  expect(await jobs.countDocuments({ searchTags })).toBe(count - marked.length);
  expect(await jobs.countDocuments({ searchTags: { $exists: false } })).toBe(marked.length);
  expect(await jobs.find({}, others).sort({ _id: 1 }).toArray()).toEqual(before);
  await killServices();
  await db.dropDatabase();
  await client.close();
}, 600_000);
