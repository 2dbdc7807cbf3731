import { ObjectId } from 'mongodb';
import { expect, test } from 'vitest';
import { sweepEvidence } from '../../src/modules/evidence/sweep-evidence.js';
import { hours, startTestApp } from '../support/app.js';
import { assignedJob, storageOf, stored, upload } from './support/scene.js';

test('sweeps files that a killed process left after an hour, and none that a job names', async () => {
  // The clock is frozen: on a busy machine a second passes during the setup.
  const own = await startTestApp({}, { frozenAt: new Date() });
  const { jobId, token } = await assignedJob(own);
  await upload(own, { token });
  const kept = await storageOf(own);
  const fileId = (await stored(own, jobId)).evidence[0]?.fileId ?? '';
  await own.db
    .collection('evidence.pending')
    .insertOne({ _id: new ObjectId(fileId), jobId, startedAt: own.now() });
  const { evidenceFiles } = own.services;
  for (const owner of [jobId, 'no such job']) {
    const bytes = (async function* () {
      yield Buffer.alloc(600_000, 3);
    })();
    await evidenceFiles.store({ jobId: owner, bytes, sizeMax: 1_000_000, now: own.now() });
  }
  own.advance(hours(1) - 1000);
  expect(await sweepEvidence(own.services)).toBe(0);
  own.advance(2000);
  expect(await sweepEvidence(own.services)).toBe(2);
  expect(await storageOf(own)).toEqual(kept);
  await own.stop();
});
