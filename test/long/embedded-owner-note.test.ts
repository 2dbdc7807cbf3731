// Anyone with write access to a data folder can forge its owner note.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedStore } from '../../src/embedded/index.js';
import { otherServer } from '../embedded/server.js';

describe.skipIf(otherServer || process.platform === 'win32')("the note of a folder's owner", () => {
  let root: string;
  let dataDir: string;
  let victim: string;
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'owner-'));
    [dataDir, victim] = [join(root, 'data'), join(root, 'victim')];
    await (await startEmbeddedStore({ dataDir })).close();
    mkdirSync(join(victim, 'inner'), { recursive: true });
    for (const name of ['passwd', 's.sock', 'inner/kept'])
      writeFileSync(join(victim, name), 'kept');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const treeOf = (folder: string): string[] =>
    (readdirSync(folder, { recursive: true }) as string[]).sort();

  const strange: [name: string, note: (victim: string) => string][] = [
    ['a path of another folder', (victim) => join(victim, 'passwd.sock')],
    ['a socket in another folder', (victim) => join(victim, 's.sock')],
    ['a name in the data folder itself', () => 'x.sock'],
    ['a way out of the data folder', () => '../victim/s.sock'],
    ['a way out through a folder of the right form', () => 'socket-abcdef/../../victim/s.sock'],
    ['an address of another machine', () => 'example.com:80'],
    ['a line too many', () => 'socket-abcdef/s.sock\n'],
    ['nothing that a store writes', () => 'closed yesterday'],
  ];
  test.each(strange)('that is %s is rejected by name, and nothing is changed', async (_, note) => {
    const text = note(victim);
    writeFileSync(join(dataDir, 'owner'), text);
    const before = treeOf(root);
    await expect(startEmbeddedStore({ dataDir })).rejects.toThrow(
      `${join(dataDir, 'owner')} holds ${JSON.stringify(text)}, which no store has written`,
    );
    expect(treeOf(root)).toEqual(before);
    expect(readFileSync(join(dataDir, 'owner'), 'utf8')).toBe(text);
  });

  /** Folders of the right form that are not left by a killed owner. */
  const leftovers: [name: string, make: (folder: string) => unknown][] = [
    [
      'holds something else too',
      (folder) => {
        mkdirSync(folder);
        writeFileSync(join(folder, 'kept'), '');
      },
    ],
    [
      'holds a file in place of the socket',
      (folder) => {
        mkdirSync(folder);
        writeFileSync(join(folder, 's.sock'), '');
      },
    ],
    ['is a link to another folder', (folder) => symlinkSync(join(root, 'victim'), folder)],
  ];
  test.each(leftovers)('that names a folder which %s leaves it in place', async (_, make) => {
    make(join(dataDir, 'socket-abcdef'));
    const before = treeOf(join(dataDir, 'socket-abcdef'));
    writeFileSync(join(dataDir, 'owner'), 'socket-abcdef/s.sock');
    const store = await startEmbeddedStore({ dataDir });
    await store.close();
    expect(treeOf(join(dataDir, 'socket-abcdef'))).toEqual(before);
    expect(treeOf(victim)).toEqual(['inner', 'inner/kept', 'passwd', 's.sock']);
  });

  test('that names the socket of a killed owner lets both socket and folder be removed', async () => {
    const folder = join(dataDir, 'socket-abcdef');
    mkdirSync(folder);
    // Node removes the name of a socket that it closes; a renamed socket stays and rejects connections.
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(folder, 'was'), resolve));
    const { renameSync } = await import('node:fs');
    renameSync(join(folder, 'was'), join(folder, 's.sock'));
    await new Promise((resolve) => server.close(resolve));
    writeFileSync(join(dataDir, 'owner'), 'socket-abcdef/s.sock');
    const store = await startEmbeddedStore({ dataDir });
    expect(existsSync(folder)).toBe(false);
    await store.close();
  });

  test('is not written through a link', async () => {
    symlinkSync(join(victim, 'passwd'), join(dataDir, 'owner.new'));
    const store = await startEmbeddedStore({ dataDir });
    await store.close();
    expect(readFileSync(join(victim, 'passwd'), 'utf8')).toBe('kept');
  });
});
