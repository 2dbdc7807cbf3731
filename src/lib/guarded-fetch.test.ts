import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { keepCollecting } from '../../test/support/collect-garbage.js';
import {
  checkFetchUrl,
  type GuardedFetchOptions,
  guardedAgent,
  guardedFetch,
  isPublicAddress,
} from './guarded-fetch.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const options = (patch: Partial<GuardedFetchOptions> = {}): GuardedFetchOptions => ({
  allowedHosts: [],
  redirectsMax: 3,
  timeoutMilliseconds: 2000,
  sizeLimit: () => 1000,
  ...patch,
});

async function read(url: string, patch: Partial<GuardedFetchOptions> = {}): Promise<string> {
  const { bytes } = await guardedFetch(url, options(patch));
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString();
}

const resolvesTo = (...addresses: string[]): LookupFunction => {
  return (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
};

describe('isPublicAddress', () => {
  test.each([
    ['93.184.216.34', true],
    ['2606:4700:4700::1111', true],
    ['::ffff:8.8.8.8', true],
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['168.63.129.16', false],
    ['168.63.129.17', true],
    ['::ffff:168.63.129.16', false],
    ['100.100.100.200', false],
    ['192.0.0.192', false],
    ['169.254.170.2', false],
    ['fd00:ec2::254', false],
    ['fd20:ce::254', false],
    ['3ffe::1', false],
    ['3ffd::1', true],
    ['0.0.0.0', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::127.0.0.1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:a9fe:a9fe', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b:1::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2001:0:7f00:1::', false],
    ['2001:db8::1', false],
    ['fc00::1', false],
    ['fe80::1', false],
    ['fe80::1%lo', false],
    ['2606:4700:4700::1111%lo', false],
    ['fec0::1', false],
    ['ff02::1', false],
    ['100::1', false],
    ['4000::1', false],
    ['5f00::1', false],
    ['1fff:ffff::1', false],
    ['8000::1', false],
    ['c000::1', false],
    ['fe00::1', false],
    ['3fff::1', false],
    ['3fff:1000::1', true],
    ['2000::1', true],
    ['', false],
    ['no address', false],
  ])('returns for %s: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });
});

describe('checkFetchUrl', () => {
  test.each([
    'not a url',
    'http://example.com/a.jpg',
    'ftp://example.com/a.jpg',
    'file:///etc/passwd',
    'data:text/plain,hello',
    'https://user:pass@example.com/a.jpg',
    'https://:pass@example.com/a.jpg',
    'https://127.0.0.1/a.jpg',
    'https://2130706433/a.jpg',
    'https://0x7f.1/a.jpg',
    'https://0177.0.0.1/a.jpg',
    'https://[::1]/a.jpg',
    'https://[::ffff:127.0.0.1]/a.jpg',
    'https://[::ffff:7f00:1]/a.jpg',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1:8443/a.jpg',
  ])('rejects %s before connecting', async (url) => {
    expect(() => checkFetchUrl(url, [])).toThrow(expect.objectContaining({ kind: 'forbidden' }));
    await expect(guardedFetch(url, options())).rejects.toMatchObject({ kind: 'forbidden' });
  });

  test.each(['https://example.com/a.jpg', 'https://93.184.216.34/a', 'HTTPS://EXAMPLE.com'])(
    'accepts %s',
    (url) => {
      expect(checkFetchUrl(url, []).protocol).toBe('https:');
    },
  );

  test('accepts http for an allowed host, by name or by name and port', () => {
    expect(checkFetchUrl('http://media.local:8080/a', ['media.local']).host).toBe(
      'media.local:8080',
    );
    expect(checkFetchUrl('http://media.local:8080/a', ['media.local:8080'])).toBeInstanceOf(URL);
    expect(() => checkFetchUrl('http://media.local:8081/a', ['media.local:8080'])).toThrow();
    expect(() => checkFetchUrl('ftp://media.local/a', ['media.local'])).toThrow();
  });
});

describe('guardedFetch, for names and their addresses', () => {
  test.each([['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['10.0.0.7']])(
    'does not connect to a name that resolves to %s',
    async (address) => {
      let connected = 0;
      const host = await listen((_, response) => response.end('secret'));
      servers.at(-1)!.on('connection', () => {
        connected += 1;
      });
      const port = host.split(':')[1];
      await expect(
        read(`https://rebinding.example:${port}/`, { lookup: resolvesTo(address) }),
      ).rejects.toMatchObject({ kind: 'unavailable', message: 'the host has no public address' });
      expect(connected).toBe(0);
    },
  );

  test('rejects a redirect from an allowed host to a private address', async () => {
    let requests = 0;
    const secret = await listen((_, response) => {
      requests += 1;
      response.end('secret');
    });
    for (const location of [`http://${secret}/`, `https://${secret}/`, 'file:///etc/passwd']) {
      const host = await listen((_, response) => response.writeHead(302, { location }).end());
      await expect(read(`http://${host}/`, { allowedHosts: [host] })).rejects.toMatchObject({
        kind: 'unavailable',
        message: 'the host redirects to an address that is not allowed',
      });
    }
    expect(requests).toBe(0);
  });

  test('checks the connected address even if no name was resolved', async () => {
    let requests = 0;
    const host = await listen((_, response) => {
      requests += 1;
      response.end('secret');
    });
    const undici = await import('undici');
    const dispatcher = guardedAgent(undici, resolvesTo('93.184.216.34'), 2000);
    await expect(undici.request(`http://${host}/`, { dispatcher })).rejects.toMatchObject({
      message: 'the host has no public address',
    });
    expect(requests).toBe(0);
    await dispatcher.destroy();
  });
});

describe('guardedFetch, for an allowed host', () => {
  test('returns the bytes and the content type', async () => {
    const host = await listen((_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('bytes'),
    );
    const fetched = await guardedFetch(`http://${host}/a.png`, options({ allowedHosts: [host] }));
    expect(fetched.contentType).toBe('image/png');
    await fetched.close();
    expect(await read(`http://${host}/a.png`, { allowedHosts: [host] })).toBe('bytes');
  });

  test('reads a body slowly after the host has closed the connection', async () => {
    const body = Buffer.alloc(300_000, 'a');
    const host = await listen((_, response) => {
      response.writeHead(200, { connection: 'close', 'content-length': body.length }).end(body);
    });
    const patch = { allowedHosts: [host], sizeLimit: () => body.length };
    const { bytes } = await guardedFetch(`http://${host}/`, options(patch));
    let read = 0;
    for await (const part of bytes) {
      read += part.length;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(read).toBe(body.length);
  });

  test('follows three redirects but not a fourth', async () => {
    const host = await listen((request, response) => {
      const left = Number(request.url!.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    });
    expect(await read(`http://${host}/3`, { allowedHosts: [host] })).toBe('there');
    await expect(read(`http://${host}/4`, { allowedHosts: [host] })).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'the host redirects too often',
    });
  });

  test.each([404, 500, 204, 206])('rejects status %d', async (status) => {
    const host = await listen((_, response) => response.writeHead(status).end());
    await expect(read(`http://${host}/`, { allowedHosts: [host] })).rejects.toMatchObject({
      kind: 'unavailable',
      message: `the host returned status ${status}`,
    });
  });

  test('stops at the size limit of the type, with or without Content-Length', async () => {
    const sizeLimit = (type: string | null) => (type === 'video/mp4' ? 2000 : 1000);
    const host = await listen((request, response) => {
      response.writeHead(200, { 'content-type': request.url === '/v' ? 'video/mp4' : 'image/png' });
      response.write(Buffer.alloc(900));
      response.end(Buffer.alloc(101));
    });
    const announced = await listen((_, response) => {
      response.writeHead(200, { 'content-length': 1001 }).end(Buffer.alloc(1001));
    });
    await expect(
      read(`http://${host}/`, { allowedHosts: [host], sizeLimit }),
    ).rejects.toMatchObject({
      kind: 'unavailable',
    });
    // Rejects before reading any of the body.
    await expect(
      guardedFetch(`http://${announced}/`, options({ allowedHosts: [announced] })),
    ).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await read(`http://${host}/v`, { allowedHosts: [host], sizeLimit })).toHaveLength(1001);
  });

  test('times out if the headers or the body stall', async () => {
    const stalled = await listen(() => {});
    const trickling = await listen((_, response) => response.writeHead(200).write('x'));
    for (const host of [stalled, trickling]) {
      await expect(
        read(`http://${host}/`, { allowedHosts: [host], timeoutMilliseconds: 150 }),
      ).rejects.toMatchObject({ kind: 'unavailable', message: 'the fetch timed out' });
    }
  });

  test('times out if the body trickles while garbage is collected', async () => {
    const stopCollecting = keepCollecting();
    const host = await listen((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const signal = new AbortController().signal;
    const patch = { allowedHosts: [host], timeoutMilliseconds: 300, signal };
    await expect(read(`http://${host}/`, patch)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'the fetch timed out',
    });
    stopCollecting();
  });

  test('ends when its caller aborts', async () => {
    const host = await listen(() => {});
    const caller = new AbortController();
    const patch = { allowedHosts: [host], timeoutMilliseconds: 60_000, signal: caller.signal };
    const fetched = read(`http://${host}/`, patch);
    caller.abort();
    await expect(fetched).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('reports a truncated body, an encoded body and an unreachable host as unavailable', async () => {
    const broken = await listen((_, response) => {
      response.writeHead(200, { 'content-length': 500 }).write('x');
      setTimeout(() => response.destroy(), 20);
    });
    const encoded = await listen((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    );
    for (const host of [broken, encoded, '127.0.0.1:1']) {
      await expect(read(`http://${host}/`, { allowedHosts: [host] })).rejects.toMatchObject({
        kind: 'unavailable',
      });
    }
  });
});
