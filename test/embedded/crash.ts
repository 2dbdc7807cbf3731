import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { expect } from 'vitest';
import { startEmbeddedStore } from '../../src/embedded/index.js';

const child = fileURLToPath(new URL('crash-child.mjs', import.meta.url));

/** What was acknowledged before the kill. */
export interface Acknowledged {
  made: Set<string>;
  gone: Set<string>;
  counted: Map<string, number>;
  /** Whose delete may have been done without being acknowledged. */
  readonly all: string[];
}

/** Start a process that writes with 20 writers, and kill it with -9 once so many writes are acknowledged. */
export async function crash(
  dataDir: string,
  round: number,
  acknowledgements: number,
): Promise<Acknowledged> {
  const process = spawn(globalThis.process.execPath, [child, dataDir, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let emitted = '';
  process.stdout.on('data', (chunk) => {
    emitted += chunk;
  });
  let lines = -1;
  while (lines < acknowledgements) {
    const [chunk] = await once(process.stdout, 'data');
    lines += String(chunk).split('\n').length - 1;
  }
  process.kill('SIGKILL');
  await once(process, 'close');
  const all = emitted.split('\n').slice(1, -1);
  const acknowledged: Acknowledged = { made: new Set(), gone: new Set(), counted: new Map(), all };
  for (const line of all) {
    const [kind, id, n] = line.split(' ') as [string, string, string];
    if (kind === 'counted') acknowledged.counted.set(id, Number(n));
    else acknowledged[kind as 'made' | 'gone'].add(id);
  }
  return acknowledged;
}

/** Open the folder again: every acknowledged write is there, every index agrees with its documents. */
export async function expectNothingLost(
  dataDir: string,
  { made, gone, counted }: Acknowledged,
): Promise<void> {
  const store = await startEmbeddedStore({ dataDir });
  const client = await MongoClient.connect(store.uri);
  const db = client.db('crash');
  for (const name of ['made', 'counted']) {
    expect(await db.command({ validate: name })).toMatchObject({ valid: true, errors: [] });
  }
  const stored = new Set(
    (
      await db
        .collection('made')
        .find({}, { projection: { _id: 1 } })
        .toArray()
    ).map(({ _id }) => String(_id)),
  );
  // The kill may fall between a delete that was done and its acknowledgement: one per writer.
  const lost = [...made].filter(
    (id) => !stored.has(id) && !gone.has(id) && !mayBeGone(id, counted),
  );
  expect(lost).toEqual([]);
  expect([...gone].filter((id) => stored.has(id))).toEqual([]);
  for (const { _id, n } of await db.collection('counted').find().toArray()) {
    expect(n).toBeGreaterThanOrEqual(counted.get(String(_id)) ?? 0);
  }
  await client.close();
  await store.close();
}

function mayBeGone(id: string, counted: ReadonlyMap<string, number>): boolean {
  const [round, writer, n] = id.split('-').map(Number) as [number, number, number];
  const last = counted.get(`${round}-${writer}`) ?? 0;
  return (n + 1) % 5 === 0 && last <= n + 1;
}
