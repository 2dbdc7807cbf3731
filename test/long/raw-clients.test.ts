import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetPath } from '../../src/pages/frame/assets.js';
import { newDataDir, processKey, spawnService } from '../support/process.js';

const dataDir = newDataDir();
let service: ReturnType<typeof spawnService>;
let port: number;
beforeAll(async () => {
  service = spawnService({ DATA_DIR: dataDir, RATE_LIMITS: 'off', PILOT_API_KEY: processKey });
  port = Number(new URL(await service.listening).port);
});
afterAll(async () => {
  service.child.kill('SIGTERM');
  await service.ended;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sends bytes and reads until the other side closes the connection. */
function exchange(text: string, { end = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text);
      if (end) socket.end();
    });
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

describe.concurrent('an invalid HTTP request', () => {
  it('is rejected with problem details if it is not HTTP', async () => {
    const answer = await exchange('what is this\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('application/problem+json');
    expect(bodyOf(answer)).toMatchObject({ code: 'bad_request', status: 400 });
  });

  it('is rejected with 431 if its header fields are too long', async () => {
    const answer = await exchange(
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(bodyOf(answer)).toMatchObject({ code: 'bad_request', status: 431 });
  });

  it('is rejected with 414 if its URL alone is too long', async () => {
    const answer = await exchange(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 414 /);
    expect(bodyOf(answer)).toMatchObject({ code: 'uri_too_long' });
  });

  it.each([
    ['it names no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['its host is invalid', 'GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['it means all paths', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['its URL is invalid', 'GET http://[::z HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ])('is rejected with problem details when %s', async (_, text) => {
    const answer = await exchange(text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('application/problem+json');
    const { request_id, ...problem } = bodyOf(answer);
    expect(problem).toMatchObject({ code: 'bad_request', status: 400 });
    expect(answer.toLowerCase()).toContain(`request-id: ${request_id}`);
  });

  it('needs no host in HTTP/1.0, as sent by load balancer probes', async () => {
    for (const [path, status] of [
      ['/healthz', 200],
      ['/readyz', 200],
      ['/v1/jobs', 401],
    ]) {
      expect(await exchange(`GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(
        new RegExp(`^HTTP/1\\.1 ${status} `),
      );
    }
  });

  it.each([
    ['names two hosts', 'Host: a.example\r\nHost: b.example\r\n', '1.1', ''],
    ['names the same host twice', 'Host: x\r\nhOST: x\r\n', '1.1', ''],
    ['is HTTP/1.0 in chunks', 'Host: x\r\nTransfer-Encoding: chunked\r\n', '1.0', '0\r\n\r\n'],
  ])('is rejected, and nothing after it is read, when it %s', async (_, fields, version, body) => {
    for (const path of ['/healthz', '/graphql', '/v1/provider/evidence']) {
      const one = `POST ${path} HTTP/${version}\r\n${fields}Connection: keep-alive\r\n\r\n${body}`;
      const answer = await exchange(`${one}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
      expect(answer).toMatch(/bad_request/i);
      expect(answer.toLowerCase()).toContain('connection: close');
    }
  });

  it('is rejected with 408 when its header fields stop', async () => {
    const answer = await exchange('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(bodyOf(answer)).toMatchObject({ code: 'request_timeout' });
  });

  it('is rejected with 408 when its body stops, while another request continues', async () => {
    const slow = exchange(
      'POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{"obj',
    );
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    const answer = await slow;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(bodyOf(answer)).toMatchObject({ code: 'request_timeout' });
  });
});

describe.concurrent('clients that send requests and do not read', () => {
  const outsideHeap = async () => {
    const text = await service.metrics();
    return Number(/^nodejs_external_memory_bytes (\S+)/m.exec(text)?.[1]);
  };

  it('use no memory, and are disconnected', async () => {
    const path = assetPath('graphiql-bundle.js');
    const page = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const whole = (
      await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'identity' } })
    )
      .arrayBuffer()
      .then(({ byteLength }) => byteLength);
    expect(await whole).toBeGreaterThan(5_000_000);
    const before = await outsideHeap();
    const stalled = Array.from({ length: 20 }, () => {
      const socket = connect(port, '127.0.0.1', () => socket.write(page));
      socket.on('error', () => {});
      const closed = new Promise((resolve) => socket.once('close', resolve));
      // The response has begun; the rest of it waits for a client that reads.
      const begun = once(socket, 'readable');
      return { socket, begun, closed };
    });
    await Promise.all(stalled.map(({ begun }) => begun));
    expect((await outsideHeap()) - before).toBeLessThan(50_000_000);
    // Node checks twice for data that was read.
    await pause(124_000);
    for (const { socket, closed } of stalled) {
      let read = 0;
      socket.on('data', (chunk) => {
        read += chunk.length;
      });
      socket.resume();
      await closed;
      expect(read).toBeLessThan(await whole);
    }
  });
});

describe('a connection', () => {
  it('can carry several requests', async () => {
    const one = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
    const last = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const answer = await exchange(one + one + last);
    expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(3);
  });

  it('gets a response to any Expect header of the client', async () => {
    const answer = await exchange(
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: much\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('with a response in progress gets no other response in between', async () => {
    const query = encodeURIComponent('subscription { jobEvents { seq } }');
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        const fields = `Host: x\r\nX-API-Key: ${processKey}\r\nAccept: text/event-stream`;
        socket.write(`GET /graphql?query=${query} HTTP/1.1\r\n${fields}\r\n\r\n`);
      });
      let text = '';
      socket.on('data', (chunk) => {
        // The stream does not end on its own, so its response is in progress from here on.
        if (text === '') socket.write('what is this\r\n\r\n');
        text += chunk;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  it('that breaks off does not affect the service', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        const begun = 'POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{';
        socket.write(begun, () => socket.destroy());
      });
      socket.on('close', () => resolve());
    });
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});

describe('a response of /graphql', () => {
  it.each(['multipart/mixed', 'multipart/mixed, application/json', 'text/event-stream', '*/*'])(
    'has one length, in one field, for a client that accepts %s',
    async (accept) => {
      const query = encodeURIComponent('{ __typename }');
      const answer = await exchange(
        `GET /graphql?query=${query} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`,
      );
      const [head = ''] = answer.split('\r\n\r\n');
      expect(head.match(/^(transfer-encoding|content-length):/gim)).toHaveLength(1);
    },
  );
});
