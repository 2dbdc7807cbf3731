import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import {
  type FileTaker,
  receiveUpload,
  type UploadLimits,
  uploadBody,
  uploadLimits,
} from './multipart.js';

type Part = { name: string; value: string | Buffer; file?: string; type?: string };

const boundary = 'cut-here';
function encode(parts: Part[]): Buffer {
  const chunks = parts.flatMap(({ name, value, file, type }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
        `${file === undefined ? '' : `; filename="${file}"`}\r\n` +
        `${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
}

function bodyOf(
  bytes: Buffer | AsyncIterable<Buffer>,
  contentType = `multipart/form-data; boundary=${boundary}`,
) {
  async function* pieces() {
    if (!Buffer.isBuffer(bytes)) yield* bytes;
    else for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
  }
  return { contentType, chunks: Readable.from(pieces()).iterator() };
}

/** Takes a file once the token is known, and keeps count of what it holds. */
function createTaker() {
  const held = new Set<string>();
  const seen: { name: string | null; mediaType: string | null; fields: string[] }[] = [];
  const taker: FileTaker<string> = {
    ready: (fields) => fields.has('token'),
    async take(file, fields) {
      seen.push({ name: file.name, mediaType: file.mediaType, fields: [...fields.keys()] });
      const parts: Buffer[] = [];
      for await (const part of file.bytes) parts.push(part);
      const content = Buffer.concat(parts).toString();
      held.add(content);
      return content;
    },
    async discard(content) {
      held.delete(content);
    },
  };
  return { taker, held, seen };
}

const token: Part = { name: 'token', value: 'a token' };
const photo: Part = { name: 'file', value: 'x'.repeat(5000), file: 'é.jpg', type: 'image/jpeg' };
const note: Part = { name: 'notes', value: 'grüße' };

const receive = (parts: Part[], taker: FileTaker<string>, limits: Partial<UploadLimits> = {}) =>
  receiveUpload(bodyOf(encode(parts)), taker, { limits: { ...uploadLimits, ...limits } });

describe('an empty file input', () => {
  const none: Part = { name: 'file', value: '', file: '', type: 'application/octet-stream' };

  test.each([
    ['before', [token, none]],
    ['after', [none, token]],
  ])('is no file, the token %s it', async (_, parts) => {
    const { taker, seen } = createTaker();
    const upload = await receive(parts, taker);
    expect(upload).toEqual({
      fields: new Map([['token', 'a token']]),
      hasFile: false,
      taken: null,
    });
    expect(seen).toEqual([]);
  });

  test('is told from a file without a name', async () => {
    const { taker } = createTaker();
    const upload = await receive([token, { ...none, value: 'bytes' }], taker);
    expect(upload).toMatchObject({ hasFile: true, taken: 'bytes' });
  });
});

describe('fields may come in any order', () => {
  test.each([
    ['before', [token, note, photo]],
    ['around', [token, photo, note]],
    ['after', [photo, note, token]],
  ])('%s the file', async (_, parts) => {
    const { taker, seen } = createTaker();
    const upload = await receive(parts, taker);
    expect(upload.taken).toBe('x'.repeat(5000));
    expect(upload.hasFile).toBe(true);
    expect(Object.fromEntries(upload.fields)).toEqual({ token: 'a token', notes: 'grüße' });
    expect(seen).toEqual([expect.objectContaining({ name: 'é.jpg', mediaType: 'image/jpeg' })]);
  });

  test('a file that follows its token is handed on while it arrives', async () => {
    let arrived = 0;
    let whenFirstRead = 0;
    const bytes = encode([token, { ...photo, value: Buffer.alloc(3_000_000) }]);
    async function* slowly() {
      for (let at = 0; at < bytes.length; at += 10_000) {
        arrived = at;
        yield bytes.subarray(at, at + 10_000);
      }
    }
    const { taker } = createTaker();
    await receiveUpload(bodyOf(slowly()), {
      ...taker,
      async take(file) {
        for await (const _ of file.bytes) whenFirstRead ||= arrived;
        return 'read';
      },
    });
    expect(whenFirstRead).toBeLessThan(1_000_000);
  });

  test('a part without a type declares none', async () => {
    const { taker, seen } = createTaker();
    await receive([token, { name: 'file', value: 'x', file: 'a.jpg' }], taker);
    expect(seen[0]?.mediaType).toBeNull();
  });
});

describe('what is missing is left to the caller', () => {
  test('no file, no token', async () => {
    const { taker, held } = createTaker();
    expect(await receive([token, note], taker)).toMatchObject({ hasFile: false, taken: null });
    expect(await receive([photo, note], taker)).toMatchObject({ hasFile: true, taken: null });
    expect(held.size).toBe(0);
  });
});

describe('refusals leave nothing', () => {
  const rejected: [string, Part[], Partial<UploadLimits>, string][] = [
    ['a field given twice', [token, photo, note, note], {}, 'bad_request'],
    ['two files', [token, photo, photo], {}, 'bad_request'],
    ['a file of another name', [token, { ...photo, name: 'image' }], {}, 'bad_request'],
    ['too many fields', [token, photo, note], { fields: 1 }, 'bad_request'],
    ['a long file before its token', [photo, token], { spoolBytes: 4999 }, 'payload_too_large'],
    ['a long body', [token, photo], { bodyBytes: 5000 }, 'payload_too_large'],
  ];
  test.each(rejected)('%s', async (_, parts, limits, code) => {
    const { taker, held } = createTaker();
    await expect(receive(parts, taker, limits)).rejects.toMatchObject({ code });
    expect(held.size).toBe(0);
  });

  test.each([
    ['a field given twice', [token, token], {}],
    ['too many fields', [token, note], { fields: 1 }],
    ['a field given twice, without a token', [note, note], {}],
  ])('%s, in the same piece as the beginning of the file', async (_, fields, limits) => {
    const { taker, held } = createTaker();
    const long = { ...photo, value: 'x'.repeat(200_000) };
    await expect(receive([...fields, long], taker, limits)).rejects.toMatchObject({
      code: 'bad_request',
    });
    expect(held.size).toBe(0);
  });

  test('limits are exact', async () => {
    const { taker } = createTaker();
    const bytes = encode([photo, token]).length;
    const limits = { fields: 1, spoolBytes: 5000, bodyBytes: bytes };
    expect((await receive([photo, token], taker, limits)).taken).toHaveLength(5000);
  });

  test('a body cut at any place', async () => {
    for (const parts of [
      [token, photo],
      [photo, token],
    ]) {
      const bytes = encode(parts);
      for (let cut = 0; cut < bytes.length - 4; cut += 61) {
        const { taker, held } = createTaker();
        await expect(
          receiveUpload(bodyOf(bytes.subarray(0, cut)), taker),
          `cut at ${cut}`,
        ).rejects.toMatchObject({ code: 'bad_request' });
        expect(held.size).toBe(0);
      }
    }
  });

  test('parts without a name, of which the first too many ends it', async () => {
    const { taker } = createTaker();
    const nameless = (count: number) =>
      `--${boundary}\r\nContent-Disposition: x\r\n\r\n\r\n`.repeat(count);
    const form = (count: number) =>
      Buffer.concat([Buffer.from(nameless(count)), encode([token, photo])]);
    const most = uploadLimits.fields + 1;
    expect((await receiveUpload(bodyOf(form(most - 2)), taker)).taken).toHaveLength(5000);
    const body = bodyOf(form(100));
    await expect(receiveUpload(body, taker)).rejects.toMatchObject({
      code: 'bad_request',
      message: `The form has more than ${most} parts.`,
    });
  });

  test.each([
    ['another content type', 'application/json', 'unsupported_media_type'],
    ['no content type', '', 'unsupported_media_type'],
    ['no boundary', 'multipart/form-data', 'bad_request'],
    ['another boundary', 'multipart/form-data; boundary=other', 'bad_request'],
  ])('%s', async (_, contentType, code) => {
    const { taker } = createTaker();
    const body = bodyOf(encode([token, photo]), contentType);
    await expect(receiveUpload(body, taker)).rejects.toMatchObject({ code });
  });

  test('a damaged part header', async () => {
    const { taker } = createTaker();
    const bytes = Buffer.from(`--${boundary}\r\n: nothing\u0000\r\n\r\nx\r\n--${boundary}--\r\n`);
    await expect(receiveUpload(bodyOf(bytes), taker)).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  test('a client that stops sending, or takes too long in all', async () => {
    const bytes = encode([token, photo]);
    async function* stalling() {
      yield bytes.subarray(0, 1000);
      await new Promise((done) => setTimeout(done, 2000));
    }
    async function* trickling() {
      for (let at = 0; at < bytes.length; at += 100) {
        yield bytes.subarray(at, at + 100);
        await new Promise((done) => setTimeout(done, 30));
      }
    }
    const limits = { ...uploadLimits, idleMilliseconds: 100, totalMilliseconds: 400 };
    for (const source of [stalling(), trickling()]) {
      const { taker, held } = createTaker();
      const started = Date.now();
      await expect(receiveUpload(bodyOf(source), taker, { limits })).rejects.toMatchObject({
        code: 'request_timeout',
      });
      expect(Date.now() - started).toBeLessThan(1000);
      expect(held.size).toBe(0);
    }
  });

  test('time spent by a slow taker is not the client’s', async () => {
    const { taker } = createTaker();
    const slow: FileTaker<string> = {
      ...taker,
      async take(file, fields) {
        await new Promise((done) => setTimeout(done, 150));
        return taker.take(file, fields);
      },
    };
    const limits = { ...uploadLimits, idleMilliseconds: 100 };
    const bytes = encode([token, { ...photo, value: 'x'.repeat(500_000) }]);
    const upload = await receiveUpload(bodyOf(bytes), slow, { limits });
    expect(upload.taken).toHaveLength(500_000);
  });

  test('a taker that refuses ends the upload with its own error', async () => {
    const rejection = new Error('the token is no good');
    for (const parts of [
      [token, photo],
      [photo, token],
    ]) {
      const { taker } = createTaker();
      const rejecting = { ...taker, take: () => Promise.reject(rejection) };
      await expect(receive(parts, rejecting)).rejects.toBe(rejection);
    }
  });
});

describe('over a socket', () => {
  test('a client that goes away in the middle leaves nothing', async () => {
    const { taker, held } = createTaker();
    let settle: (outcome: unknown) => void = () => {};
    const outcome = new Promise<unknown>((resolve) => {
      settle = resolve;
    });
    const server = createServer((incoming: IncomingMessage) => {
      const request = new Request('http://localhost/', {
        method: 'POST',
        headers: { 'content-type': incoming.headers['content-type']! },
      });
      receiveUpload(uploadBody(request, incoming), taker).then(settle, settle);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const bytes = encode([token, photo]);
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes.length}\r\n` +
        `Content-Type: multipart/form-data; boundary=${boundary}\r\n\r\n`,
    );
    socket.write(bytes.subarray(0, 2000));
    setTimeout(() => socket.destroy(), 50);
    expect(await outcome).toMatchObject({ code: 'bad_request' });
    expect(held.size).toBe(0);
    server.close();
  });

  test('a refusal is answered though the client has not finished sending', async () => {
    const { taker } = createTaker();
    const server = createServer(async (incoming, response) => {
      const request = new Request('http://localhost/', {
        method: 'POST',
        headers: { 'content-type': incoming.headers['content-type']! },
      });
      const rejecting = { ...taker, take: () => Promise.reject(new Error('no')) };
      await receiveUpload(uploadBody(request, incoming), rejecting).catch(() => {});
      response.writeHead(401).end();
      incoming.resume();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: new Uint8Array(encode([token, { ...photo, value: Buffer.alloc(20_000_000) }])),
    });
    expect(answer.status).toBe(401);
    server.closeAllConnections();
    server.close();
  });
});
