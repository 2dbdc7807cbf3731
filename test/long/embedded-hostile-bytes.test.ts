import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedStore, startEmbeddedStore } from '../../src/embedded/index.js';
import { fuzz } from '../embedded/fuzz.js';
import { random, seed } from '../embedded/random.js';

let store: EmbeddedStore;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-fuzz-'));
  store = await startEmbeddedStore({ dataDir });
});
afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true });
});

describe.skipIf(process.platform === 'win32')(`hostile bytes (seed ${seed})`, () => {
  // Each message waits for the disk; embedded-fuzz.test.ts sends 100,000.
  test('2,000 mutated messages never hang or crash the store', () =>
    fuzz(store.uri, 2000, random(seed)));

  test.each([0, 3, 15, 20, -1, 48_000_001, 2 ** 31 - 1])(
    'a message with a declared length of %i bytes ends the connection at once',
    async (length) => {
      const socket = connect(decodeURIComponent(new URL(store.uri).hostname));
      const bytes = Buffer.alloc(16);
      bytes.writeInt32LE(length);
      socket.write(bytes);
      const ended = new Promise((resolve) =>
        socket
          .once('close', resolve)
          .once('error', () => undefined)
          .resume(),
      );
      await ended;
      expect(socket.destroyed).toBe(true);
    },
  );

  test('a document with unlimited nesting is rejected, and the connection stays open', async () => {
    const { BSON } = await import('mongodb');
    const socket = connect(decodeURIComponent(new URL(store.uri).hostname));
    let inner: Buffer = Buffer.from([5, 0, 0, 0, 0]);
    for (let depth = 0; depth < 1000; depth += 1) {
      inner = Buffer.concat([Buffer.from([0, 0, 0, 0, 3, 97, 0]), inner, Buffer.from([0])]);
      inner.writeInt32LE(inner.length);
    }
    const body = Buffer.from(BSON.serialize({ ping: 1, $db: 'x' }));
    const nested = Buffer.concat([
      body.subarray(0, -1),
      Buffer.from([3, 100, 0]),
      inner,
      Buffer.from([0]),
    ]);
    nested.writeInt32LE(nested.length);
    const header = Buffer.alloc(21);
    header.writeInt32LE(21 + nested.length, 0);
    header.writeInt32LE(2013, 12);
    socket.write(Buffer.concat([header, nested]));
    const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    expect(BSON.deserialize(answer.subarray(21))).toMatchObject({ ok: 0, code: 15 });
    socket.destroy();
  });

  test('millions of empty documents in one message are rejected before all are read', async () => {
    const { BSON } = await import('mongodb');
    const socket = connect(decodeURIComponent(new URL(store.uri).hostname));
    const documents = Buffer.alloc(45_000_000);
    for (let at = 0; at < documents.length; at += 5) documents[at] = 5;
    const name = Buffer.from('documents\0');
    const head = Buffer.alloc(21);
    const body = Buffer.from(BSON.serialize({ insert: 'c', $db: 'x' }));
    const section = Buffer.from([1, 0, 0, 0, 0]);
    section.writeInt32LE(4 + name.length + documents.length, 1);
    const message = Buffer.concat([head, body, section, name, documents]);
    message.writeInt32LE(message.length, 0);
    message.writeInt32LE(2013, 12);
    const before = process.cpuUsage();
    socket.write(message);
    const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    expect(BSON.deserialize(answer.subarray(21))).toMatchObject({ ok: 0, code: 16 });
    // Measures processor time, because a busy machine adds to elapsed time.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(2000);
    socket.destroy();
  });
});
