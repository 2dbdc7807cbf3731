import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import type { MapSettings } from '../../src/config.js';
import { assetPath } from '../../src/pages/frame/assets.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let folder: string;
let file: string;

beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'map-'));
  file = join(folder, 'town.pmtiles');
  await writeFile(file, 'PMTiles, and more');
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

function read(map: MapSettings | null, path: string, headers: Record<string, string> = {}) {
  const { config } = app.services;
  const one = createApp({ ...app.services, config: { ...config, map } });
  return one.fetch(
    new Request(`http://127.0.0.1${path}`, { headers: { accept: 'text/html', ...headers } }),
  );
}

const requests = (answer: Response) =>
  /connect-src ([^;]+)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];

describe('a map', () => {
  it.each<[string, MapSettings | null, string]>([
    ['without streets', null, "'self'"],
    [
      'with a style',
      { kind: 'style', url: 'https://tiles.example.org/streets?key=1' },
      "'self' https://tiles.example.org",
    ],
    [
      'with tiles at a URL',
      { kind: 'tiles', url: 'http://tiles.example.org:8080/world.pmtiles' },
      "'self' http://tiles.example.org:8080",
    ],
    ['with tiles in a file', { kind: 'tiles_file', path: 'world.pmtiles' }, "'self'"],
  ])('%s allows requests to its host alone', async (_name, map, allowed) => {
    const page = await read(map, '/');
    const worker = await read(map, assetPath('map-worker.js'));
    expect([requests(page), requests(worker)]).toEqual([allowed, allowed]);
    const others = (policy: string | null) => policy?.replace(/connect-src [^;]+/, '');
    const strict = await read(null, '/');
    expect(others(page.headers.get('content-security-policy'))).toBe(
      others(strict.headers.get('content-security-policy')),
    );
    expect((await page.text()).includes('not streets')).toBe(map === null);
  });

  it('reads ranges of the file of tiles, which is served only if it is configured', async () => {
    const path = '/map/tiles.pmtiles';
    const settings: MapSettings = { kind: 'tiles_file', path: file };
    const part = await read(settings, path, { range: 'bytes=0-6' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 0-6/17');
    expect(await part.text()).toBe('PMTiles');
    const whole = await read(settings, path);
    expect([whole.status, await whole.text()]).toEqual([200, 'PMTiles, and more']);
    expect(whole.headers.get('etag')).toBe(part.headers.get('etag'));
    expect((await read(settings, path, { range: 'bytes=17-' })).status).toBe(416);
    expect((await read(null, path)).status).toBe(404);
  });
});
