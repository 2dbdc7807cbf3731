import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const bucket = 'files';
export const credentials = {
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  AWS_REGION: 'eu-central-1',
};

/** Settings of a service that stores its files at an endpoint. */
export const filesAt = (endpoint: string) => ({
  FILES_URL: `s3://${bucket}?endpoint=${endpoint}`,
  ...credentials,
});

const { TEST_FILES_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION } = process.env;
/** Settings of every test app: with TEST_FILES_URL, its files are in that bucket, under the name of its database. */
export const testFiles = TEST_FILES_URL && {
  FILES_URL: TEST_FILES_URL,
  AWS_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY,
  AWS_REGION,
};

/** Texts of responses as AWS documents them. */
const xml = {
  error: (code: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>…</Message><RequestId>4442587FB7D0A2F9</RequestId></Error>`,
  begun: (key: string, id: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<InitiateMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  completed: (key: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<CompleteMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>"3858f62230ac3c915f300c664312c11f-9"</ETag></CompleteMultipartUploadResult>`,
  uploads: (found: [string, string][]) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListMultipartUploadsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Bucket>${bucket}</Bucket><MaxUploads>1000</MaxUploads><IsTruncated>false</IsTruncated>${found.map(([key, id]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>2010-11-10T20:48:33.000Z</Initiated></Upload>`).join('')}</ListMultipartUploadsResult>`,
};

const authorization =
  /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=[0-9a-f]{64}$/;

/** Returns the error code for an invalid signature of a request; null if it is valid. */
function faultOf({ headers }: IncomingMessage, url: URL, body: Buffer): string | null {
  if (url.searchParams.has('X-Amz-Signature')) {
    const { searchParams: given } = url;
    const isWhole =
      given.get('X-Amz-Algorithm') === 'AWS4-HMAC-SHA256' &&
      /^AKIDEXAMPLE\/\d{8}\/eu-central-1\/s3\/aws4_request$/.test(given.get('X-Amz-Credential')!) &&
      Number(given.get('X-Amz-Expires')) <= 3600;
    return isWhole ? null : 'AuthorizationQueryParametersError';
  }
  const [, signed] = authorization.exec(headers.authorization ?? '') ?? [];
  if (!signed) return 'AccessDenied';
  const names = signed.split(';');
  const required = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  if (!required.every((name) => names.includes(name))) return 'SignatureDoesNotMatch';
  const hash = createHash('sha256').update(body).digest('hex');
  return headers['x-amz-content-sha256'] === hash ? null : 'XAmzContentSHA256Mismatch';
}

interface Upload {
  key: string;
  parts: Map<number, Buffer>;
}

/**
 * Starts a stand-in for an S3 service with one bucket, which answers as AWS documents and rejects requests without a
 * signature or whose body differs from the signed hash. It does not compute signatures.
 */
export async function startObjectStorage() {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  const requests: string[] = [];
  let down: ((request: string) => boolean) | null = null;

  function answer(
    { method, headers }: IncomingMessage,
    url: URL,
    body: Buffer,
  ): [number, string | Buffer, Record<string, string>?] {
    const key = decodeURIComponent(url.pathname.slice(`/${bucket}/`.length));
    const query = url.searchParams;
    const uploadId = query.get('uploadId');
    const upload = uploads.get(uploadId ?? '');
    if (!url.pathname.startsWith(`/${bucket}/`)) return [404, xml.error('NoSuchBucket')];
    if (uploadId !== null && upload?.key !== key) return [404, xml.error('NoSuchUpload')];
    if (method === 'HEAD' && key === '') return [200, ''];
    if (method === 'GET' && query.has('uploads')) {
      const found = [...uploads].map(([id, one]): [string, string] => [one.key, id]);
      return [200, xml.uploads(found.filter(([name]) => name.startsWith(query.get('prefix')!)))];
    }
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, { key, parts: new Map() });
      return [200, xml.begun(key, id)];
    }
    if (method === 'POST' && upload) {
      const order = [
        ...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"([^"]+)"/g),
      ];
      const parts = order.map(([, number, tag]) => {
        const part = upload.parts.get(Number(number));
        return part && createHash('md5').update(part).digest('hex') === tag ? part : null;
      });
      if (parts.includes(null)) return [400, xml.error('InvalidPart')];
      const whole = parts as Buffer[];
      if (whole.slice(0, -1).some((part) => part.length < 5 * 1024 * 1024))
        return [400, xml.error('EntityTooSmall')];
      objects.set(key, Buffer.concat(whole));
      uploads.delete(uploadId!);
      return [200, xml.completed(key)];
    }
    if (method === 'PUT') {
      if (upload) upload.parts.set(Number(query.get('partNumber')), body);
      else objects.set(key, body);
      return [200, '', { etag: `"${createHash('md5').update(body).digest('hex')}"` }];
    }
    if (method === 'DELETE') {
      if (upload) uploads.delete(uploadId!);
      else objects.delete(key);
      return [204, ''];
    }
    const found = objects.get(key);
    if (!found) return [404, method === 'HEAD' ? '' : xml.error('NoSuchKey')];
    const type = query.get('response-content-type') ?? 'binary/octet-stream';
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (from === undefined) return [200, found, { 'content-type': type }];
    const range = `bytes ${from}-${to}/${found.length}`;
    return [206, found.subarray(Number(from), Number(to) + 1), { 'content-range': range }];
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://storage');
    const body = await buffer(request);
    const named = `${request.method} ${decodeURIComponent(url.pathname)}${[...url.searchParams.keys()].map((name) => ` ${name}`).join('')}`;
    requests.push(named);
    if (down?.(named)) {
      response.writeHead(503).end(xml.error('SlowDown'));
      return;
    }
    const fault = faultOf(request, url, body);
    const [status, text, headers] = fault
      ? ([403, xml.error(fault)] as const)
      : answer(request, url, body);
    response.writeHead(status, { 'x-amz-request-id': '4442587FB7D0A2F9', ...headers }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    uploads,
    /** Method, path and names of the query of each request. */
    requests,
    /** Answers requests with 503 while `fails` returns true; null: none. */
    fail(fails: ((request: string) => boolean) | null) {
      down = fails;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type ObjectStorage = Awaited<ReturnType<typeof startObjectStorage>>;
