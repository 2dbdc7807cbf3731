import { text } from 'node:stream/consumers';
import { mebibyte } from '../units.js';
import { type Bucket, StorageUnavailable } from './bucket.js';
import type { FileStore, FileWriter, OpenFileStore } from './file-store.js';

/** The minimum of S3 for every part but the last; 10,000 parts are 50 GB. */
export const partBytes = 5 * mebibyte;

/** Returns the texts of an element without markup in a response; S3's ids, keys and times need no unescaping. */
const textsOf = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]+)</${element}>`, 'g'))].map(([, text]) => text!);

/**
 * Writes a file that fits into one part with one request, a longer one as a multipart upload. Holds at most one part in
 * memory.
 */
function createWriter(bucket: Bucket, key: string): FileWriter {
  let part = Buffer.alloc(0);
  let filled = 0;
  let uploadId: string | undefined;
  const tags: string[] = [];
  let doubt: StorageUnavailable | undefined;

  async function call(request: Parameters<Bucket['call']>[0]) {
    try {
      return await bucket.call(request);
    } catch (error) {
      if (error instanceof StorageUnavailable) doubt = error;
      throw error;
    }
  }

  async function begin(): Promise<string> {
    const query = { uploads: '' };
    const answer = await call({ method: 'POST', key, query, expected: [200] });
    const [id] = textsOf(await text(answer), 'UploadId');
    if (id === undefined) throw new Error('the file storage returned no UploadId');
    return id;
  }

  async function sendPart(): Promise<void> {
    uploadId ??= await begin();
    const answer = await call({
      method: 'PUT',
      key,
      query: { partNumber: String(tags.length + 1), uploadId },
      body: part.subarray(0, filled),
      expected: [200],
      repeatable: true,
    });
    answer.resume();
    tags.push(answer.headers.etag ?? '');
    filled = 0;
  }

  /** Makes room for more bytes: a short file needs little memory, a long one a whole part. */
  function reserve(bytes: number): void {
    if (filled + bytes <= part.length) return;
    const size = filled + bytes <= mebibyte ? Math.max(2 * part.length, filled + bytes) : partBytes;
    const larger = Buffer.allocUnsafe(Math.min(size, partBytes));
    part.copy(larger, 0, 0, filled);
    part = larger;
  }

  async function write(chunk: Buffer): Promise<void> {
    let rest = chunk;
    while (rest.length > 0) {
      // The last part is sent by `finish`.
      if (filled === partBytes) await sendPart();
      reserve(Math.min(rest.length, partBytes - filled));
      const copied = rest.copy(part, filled);
      filled += copied;
      rest = rest.subarray(copied);
    }
  }

  async function complete(id: string): Promise<void> {
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
    const answer = await call({
      method: 'POST',
      key,
      query: { uploadId: id },
      headers: { 'content-type': 'application/xml' },
      body: Buffer.from(body),
      expected: [200],
    });
    // S3 sends the status before it has put the parts together, so a failure has status 200 too.
    const result = await text(answer);
    if (!result.includes('CompleteMultipartUploadResult')) {
      doubt = new StorageUnavailable(new Error(`no upload completed: ${textsOf(result, 'Code')}`));
      throw doubt;
    }
  }

  return {
    write,
    async finish() {
      if (uploadId !== undefined) {
        await sendPart();
        await complete(uploadId);
        return;
      }
      const body = part.subarray(0, filled);
      const answer = await call({ method: 'PUT', key, body, expected: [200], repeatable: true });
      answer.resume();
    },
    async abort() {
      if (doubt) throw doubt;
    },
  };
}

/** Returns files in a bucket, under `DATABASE/KIND/ID`. */
export function openObjectStorage(bucket: Bucket, links: boolean): OpenFileStore {
  return ({ database, kind }): FileStore => {
    const keyOf = (fileId: string) => `${database}/${kind}/${fileId}`;

    /** Deletes the parts of unfinished uploads, which no list of files shows. */
    async function abandonUploads(key: string): Promise<void> {
      const query = { uploads: '', prefix: key };
      const answer = await bucket.call({
        method: 'GET',
        key: '',
        query,
        expected: [200],
        repeatable: true,
      });
      for (const uploadId of textsOf(await text(answer), 'UploadId')) {
        const aborted = await bucket.call({
          method: 'DELETE',
          key,
          query: { uploadId },
          expected: [204, 404],
          repeatable: true,
        });
        aborted.resume();
      }
    }

    return {
      async ensureIndexes() {},
      create: (fileId) => createWriter(bucket, keyOf(fileId)),
      async open(fileId, start, end) {
        const headers = { range: `bytes=${start}-${end - 1}` };
        const call = { method: 'GET', key: keyOf(fileId), headers } as const;
        return bucket.call({ ...call, expected: [206], repeatable: true, streamed: true });
      },
      async has(fileId) {
        const call = { method: 'HEAD', key: keyOf(fileId), repeatable: true } as const;
        const answer = await bucket.call({ ...call, expected: [200, 404] });
        answer.resume();
        return answer.statusCode === 200;
      },
      async delete(fileId) {
        const key = keyOf(fileId);
        await abandonUploads(key);
        const call = { method: 'DELETE', key, repeatable: true } as const;
        (await bucket.call({ ...call, expected: [204, 404] })).resume();
      },
      link: links
        ? (fileId, { expiresSeconds, contentType, contentDisposition }) =>
            bucket.presign(keyOf(fileId), expiresSeconds, {
              'response-content-type': contentType,
              'response-content-disposition': contentDisposition,
            })
        : null,
    };
  };
}
