import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bucket as bucketName,
  credentials,
  type ObjectStorage,
  startObjectStorage,
} from '../../../test/support/object-storage.js';
import { addressOf, type Bucket, openBucket } from './bucket.js';
import type { FileStore } from './file-store.js';
import { openObjectStorage, partBytes } from './object-storage.js';

const fileId = '6650f0c2a1b2c3d4e5f60718';
const key = `verification/evidence/${fileId}`;
const silent = pino({ level: 'silent' });

let storage: ObjectStorage;
let bucket: Bucket;
let files: FileStore;

const settings = (endpoint: string | null) => ({
  bucket: bucketName,
  endpoint,
  region: credentials.AWS_REGION,
  accessKeyId: credentials.AWS_ACCESS_KEY_ID,
  secretAccessKey: credentials.AWS_SECRET_ACCESS_KEY,
  sessionToken: undefined,
});

beforeAll(async () => {
  storage = await startObjectStorage();
  bucket = openBucket(settings(storage.endpoint), silent);
  files = openObjectStorage(bucket, true)({ database: 'verification', kind: 'evidence' });
});
beforeEach(() => {
  storage.fail(null);
  storage.objects.clear();
  storage.uploads.clear();
  storage.requests.length = 0;
});
afterAll(async () => {
  bucket.close();
  await storage.close();
});

async function put(bytes: Buffer, pieceBytes = 300_000): Promise<void> {
  const upload = files.create(fileId);
  for (let at = 0; at < bytes.length; at += pieceBytes)
    await upload.write(bytes.subarray(at, at + pieceBytes));
  await upload.finish();
}

describe('an upload', () => {
  it.each([0, 1, 700_000, partBytes])('of %d bytes is one request', async (size) => {
    const bytes = randomBytes(size);
    await put(bytes);
    expect(storage.objects.get(key)?.equals(bytes)).toBe(true);
    expect(storage.requests).toEqual([`PUT /files/${key}`]);
  });

  it.each([
    [partBytes + 1, 2],
    [2 * partBytes, 2],
    [2 * partBytes + 5, 3],
  ])('of %d bytes has %d parts', async (size, parts) => {
    const bytes = randomBytes(size);
    await put(bytes, 3_000_001);
    expect(storage.objects.get(key)?.equals(bytes)).toBe(true);
    expect(storage.uploads.size).toBe(0);
    expect(storage.requests).toEqual([
      `POST /files/${key} uploads`,
      ...Array.from({ length: parts }, () => `PUT /files/${key} partNumber uploadId`),
      `POST /files/${key} uploadId`,
    ]);
  });

  it('sends a part again after two failures', async () => {
    let failures = 2;
    storage.fail((named) => named.startsWith('PUT') && failures-- > 0);
    await put(randomBytes(10));
    expect(storage.requests).toHaveLength(3);
    expect(storage.objects.size).toBe(1);
  });

  it('that the storage does not accept is unavailable, and left to the sweep', async () => {
    storage.fail((named) => named.includes('partNumber'));
    const upload = files.create(fileId);
    await upload.write(randomBytes(partBytes));
    await expect(upload.write(randomBytes(1))).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
      headers: { 'retry-after': '5' },
    });
    await expect(upload.abort()).rejects.toThrow('currently unavailable');
    expect(storage.uploads.size).toBe(1);
    storage.fail(null);
    await files.delete(fileId);
    expect(storage.uploads.size).toBe(0);
  });

  it('whose source fails is deleted with its parts', async () => {
    const upload = files.create(fileId);
    await upload.write(randomBytes(partBytes + 1));
    expect(storage.uploads.size).toBe(1);
    await upload.abort();
    await files.delete(fileId);
    expect(storage.uploads.size).toBe(0);
    expect(storage.objects.size).toBe(0);
  });
});

describe('a file', () => {
  const bytes = Buffer.from('0123456789');

  it('is read in ranges', async () => {
    await put(bytes);
    const read = async (start: number, end: number) =>
      Buffer.concat(await (await files.open(fileId, start, end)).toArray()).toString();
    expect(await read(0, 10)).toBe('0123456789');
    expect(await read(3, 5)).toBe('34');
    expect(await files.has(fileId)).toBe(true);
  });

  it('that is missing is no failure of the storage', async () => {
    expect(await files.has(fileId)).toBe(false);
    await files.delete(fileId);
    await expect(files.open(fileId, 0, 1)).rejects.toThrow('404 NoSuchKey');
  });

  it('cannot be opened while the storage is down, after three attempts', async () => {
    await put(bytes);
    storage.fail(() => true);
    await expect(files.open(fileId, 0, 1)).rejects.toMatchObject({ code: 'unavailable' });
    expect(storage.requests.filter((one) => one.startsWith('GET'))).toHaveLength(3);
  });

  it('has a link for its type and disposition', async () => {
    await put(bytes);
    const url = await files.link!(fileId, {
      expiresSeconds: 600,
      contentType: 'image/png',
      contentDisposition: 'inline;filename="a"',
    });
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('600');
    const response = await request(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('image/png');
    expect(await response.body.text()).toBe('0123456789');
  });
});

describe('a bucket', () => {
  it('rejects wrong credentials and names the error', async () => {
    const other = openBucket({ ...settings(storage.endpoint), accessKeyId: 'OTHER' }, silent);
    await expect(other.check()).rejects.toThrow(/HEAD of the file storage: 403/);
    other.close();
  });

  it('is addressed by host at AWS, and by path at an endpoint or with a dot in its name', () => {
    const named = (bucket: string, endpoint: string | null) =>
      addressOf({ ...settings(endpoint), bucket });
    expect(named('files', null)).toBe('https://files.s3.eu-central-1.amazonaws.com');
    expect(named('my.files', null)).toBe('https://s3.eu-central-1.amazonaws.com/my.files');
    expect(named('files', 'http://minio:9000')).toBe('http://minio:9000/files');
  });
});
