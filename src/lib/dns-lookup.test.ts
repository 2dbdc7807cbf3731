import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createDnsLookup } from './dns-lookup.js';
import { createGuardedPost } from './guarded-post.js';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/**
 * Starts a name server that returns one IPv4 address for every name, or none.
 *
 * @returns its address
 */
async function nameServer(address: string | null): Promise<string> {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.on('message', (query, { port, address: from }) => {
    const end = query.indexOf(0, 12) + 5;
    const isFour = query.readUInt16BE(end - 4) === 1;
    const answers = address !== null && isFour ? 1 : 0;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(address === null ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(answers, 6);
    head.writeUInt32BE(0, 8);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4]);
    const four = Buffer.from((address ?? '').split('.').map(Number));
    const parts = [head, query.subarray(12, end), ...(answers ? [record, four] : [])];
    socket.send(Buffer.concat(parts), port, from);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${(socket.address() as AddressInfo).port}`;
}

const lookupBy = (server: string) =>
  new Promise((resolve) => {
    createDnsLookup([server])('hooks.example', { all: true }, (error, found) =>
      resolve(error?.code ?? found),
    );
  });

test('resolves names only by DNS', async () => {
  expect(await lookupBy(await nameServer('192.0.2.7'))).toEqual([
    { address: '192.0.2.7', family: 4 },
  ]);
  expect(await lookupBy(await nameServer(null))).toBe('ENOTFOUND');
});

test('connects to nothing if the name server returns a private address', async () => {
  const lookup = createDnsLookup([await nameServer('10.0.0.1')]);
  const poster = createGuardedPost({
    allowedHosts: [],
    timeoutMilliseconds: 5_000,
    answerBytesMax: 10,
    lookup,
  });
  await expect(poster.post('https://hooks.example/', '{}', {})).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'the host has no public address',
  });
  await poster.close();
});
