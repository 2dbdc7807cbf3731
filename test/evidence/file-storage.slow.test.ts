import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openBucket } from '../../src/lib/files/bucket.js';
import { openObjectStorage, partBytes } from '../../src/lib/files/object-storage.js';
import { startTestApp } from '../support/app.js';
import { hasMoto, startMoto } from '../support/moto.js';
import { bucket, filesAt } from '../support/object-storage.js';
import { expectFilesInBucket, reportedJob } from './support/file-storage.js';

describe.skipIf(!hasMoto)('files in moto', () => {
  it('are stored, served and erased', async () => {
    const moto = await startMoto();
    const app = await startTestApp(filesAt(moto.endpoint));
    const job = await reportedJob(app);
    await expectFilesInBucket(app, job, () => app.rest('POST', `/v1/jobs/${job.jobId}/erase`));
    await app.stop();
    await moto.stop();
  });

  it('are uploaded in parts, and unfinished uploads are deleted', async () => {
    const moto = await startMoto();
    const { files } = readConfig(filesAt(moto.endpoint));
    const open = openBucket(files!.bucket, pino({ level: 'silent' }));
    const store = openObjectStorage(open, false)({ database: 'moto', kind: 'evidence' });
    const [first, second] = ['6650f0c2a1b2c3d4e5f60718', '6650f0c2a1b2c3d4e5f60719'] as const;
    const bytes = randomBytes(2 * partBytes + 1000);
    const upload = store.create(first);
    await upload.write(bytes);
    await upload.finish();
    const read = await (await store.open(first, partBytes - 2, partBytes + 2)).toArray();
    expect(Buffer.concat(read).equals(bytes.subarray(partBytes - 2, partBytes + 2))).toBe(true);

    const left = store.create(second);
    await left.write(bytes);
    const uploads = async () =>
      (await (await fetch(`${moto.endpoint}/${bucket}?uploads`)).text()).match(/<UploadId>/g);
    expect(await uploads()).toHaveLength(1);
    await store.delete(second);
    expect(await uploads()).toBeNull();
    expect(await store.has(first)).toBe(true);
    expect(await store.has(second)).toBe(false);
    open.close();
    await moto.stop();
  });
});
