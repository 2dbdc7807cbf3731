import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compiledUrl } from '../../src/lib/compiled.js';
import { createMediaDecoder } from '../../src/modules/evidence/media-decoder.js';
import { heicGrid } from '../evidence/support/heic-grid.js';
import { webpOfFrames } from '../evidence/support/media-files.js';
import { assignedJob, stored, upload } from '../evidence/support/scene.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let bomb: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  // A few KB within every other bound: 64 frames of 25 megapixels.
  bomb = await webpOfFrames(5000, 64);
  expect(bomb.length).toBeLessThan(100_000);
});
afterAll(() => app.stop());

test('pictures that take long to decode fail media, and delay no other upload', async () => {
  const { jobId, token } = await assignedJob(app);
  let running = 3;
  const bombs = Array.from({ length: running }, async (_, at) => {
    const file = Buffer.concat([bomb, Buffer.from([at])]);
    const answer = await upload(app, { token, file, type: 'image/webp' });
    running -= 1;
    return answer.body;
  });
  const other = await assignedJob(app);
  expect((await upload(app, { token: other.token })).body.validation_passed).toBe(true);
  expect(running).toBeGreaterThan(0);
  for (const body of await Promise.all(bombs)) {
    expect(body.validation_errors).toEqual([expect.stringMatching(/^media: .*over 2 s/)]);
  }
  expect((await stored(app, jobId)).status).toBe('in_progress');
});

/** Returns the decoding processes of this process, as listed by the operating system. */
function decoders(): number[] {
  const self = `/proc/${process.pid}/task`;
  const ids = readdirSync(self).flatMap((thread) =>
    readFileSync(`${self}/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
  );
  return ids.filter((id) => readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('decode-child'));
}

test.skipIf(process.platform !== 'linux')(
  'decodes a file again when its process is killed, and leaves no process after closing',
  async () => {
    const before = new Set(decoders());
    const decoder = createMediaDecoder();
    const ours = () => decoders().filter((id) => !before.has(id));
    let loads = 0;
    const load = async () => {
      loads += 1;
      return [bomb];
    };
    const decoded = decoder.decode({ jobId: 'a', type: 'image/webp', load });
    await expect.poll(() => ours().length).toBe(1);
    process.kill(ours()[0]!, 'SIGKILL');
    expect(await decoded).toMatchObject({
      content: { outcome: 'refused', measured: 'over 2 s of decoding' },
    });
    expect(loads).toBe(2);
    const unfinished = decoder.decode({ jobId: 'a', type: 'image/webp', load });
    await expect.poll(() => ours().length).toBe(1);
    decoder.close();
    await expect(unfinished).rejects.toMatchObject({ code: 'unavailable' });
    await expect.poll(() => ours().length).toBe(0);
  },
);

test.skipIf(process.platform !== 'linux')(
  'a photo whose decoder crashes twice is not failed: media warns, and the next photo passes',
  async () => {
    const { jobId, token } = await assignedJob(app);
    const file = heicGrid({ columns: 8, rows: 6 });
    const before = new Set(decoders());
    const killed = new Set<number>();
    const answered = upload(app, { token, file, type: 'image/heic' });
    // An idle process of an earlier test may be used too.
    for (const id of before) process.kill(id, 'SIGKILL');
    await expect
      .poll(
        () => {
          for (const id of decoders().filter((one) => !before.has(one) && !killed.has(one))) {
            process.kill(id, 'SIGKILL');
            killed.add(id);
          }
          return killed.size;
        },
        { interval: 10, timeout: 20_000 },
      )
      .toBeGreaterThanOrEqual(2);
    const { status, body } = await answered;
    expect(status).toBe(201);
    expect(body).toMatchObject({ validation_passed: true, validation_errors: [] });
    const [item] = (await stored(app, jobId)).evidence;
    const check = (name: string) => item?.checks.find((one) => one.name === name);
    expect(check('media')).toMatchObject({
      result: 'warn',
      measured: 'image/heic, not decoded',
      message: expect.stringContaining('this says nothing about the file'),
    });
    expect(check('similar')).toMatchObject({ result: 'not_run' });
    const next = await assignedJob(app);
    await upload(app, { token: next.token, file, type: 'image/heic' });
    const [second] = (await stored(app, next.jobId)).evidence;
    expect(second?.checks.find(({ name }) => name === 'media')).toMatchObject({ result: 'pass' });
  },
  60_000,
);

test.skipIf(process.platform !== 'linux')(
  'one process decodes file after file, in pieces of any length',
  async () => {
    const before = new Set(decoders());
    const decoder = createMediaDecoder();
    const used = new Set<number>();
    const photo = readFileSync(new URL('../../scripts/demo-photos/staircase.jpg', import.meta.url));
    const cut = (length: number) =>
      Array.from({ length: Math.ceil(photo.length / length) }, (_, i) =>
        photo.subarray(i * length, (i + 1) * length),
      );
    const outcomes: string[] = [];
    const pieces = [cut(1000), [], cut(photo.length), cut(65_537), [Buffer.alloc(0), ...cut(7)]];
    for (const load of pieces) {
      const type = 'image/jpeg';
      const { content } = await decoder.decode({ jobId: 'a', type, load: async () => load });
      outcomes.push(content.outcome);
      for (const id of decoders()) if (!before.has(id)) used.add(id);
    }
    decoder.close();
    expect(outcomes).toEqual(['picture', 'refused', 'picture', 'picture', 'picture']);
    expect(used.size).toBe(1);
  },
);

// 0 and 20 ms after its start, a process is still loading.
test.each(
  ['decode-child', 'picture-child'].flatMap((name) => [0, 20, 500].map((after) => [name, after])),
)('%s does not outlive its parent, which ends after %d ms', async (name, after) => {
  const path = compiledUrl(import.meta.url, `../../src/modules/evidence/${name}.js`);
  const child = fork(fileURLToPath(path), {
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(10_000) });
  const leaving = setTimeout(() => child.disconnect(), Number(after));
  try {
    const killed = [null, 'SIGKILL'];
    // Without a channel and a thread, picture-child has nothing left to do and ends normally.
    const allowed = name === 'decode-child' ? [killed] : [killed, [0, null]];
    expect(allowed).toContainEqual(await ended);
  } finally {
    clearTimeout(leaving);
    child.kill('SIGKILL');
  }
});
