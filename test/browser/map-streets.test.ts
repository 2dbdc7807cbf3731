import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import * as flow from '../site-check/support/flow.js';
import { type BrowserApp, describeInBrowser, type OpenOptions } from './support/browser-app.js';
import { fixtureTile, streetArchive, streetTile } from './support/tile-fixture.js';

const archive = join(mkdtempSync(join(tmpdir(), 'tiles-')), 'streets.pmtiles');
writeFileSync(archive, streetArchive());

/** A host of a style and its tiles. */
const requested: string[] = [];
const referrers: string[] = [];
const streetColor = '#c00040';
const host = createServer((request, response) => {
  requested.push(request.url ?? '');
  referrers.push(request.headers.referer ?? '');
  response.setHeader('access-control-allow-origin', '*');
  const { port } = host.address() as AddressInfo;
  const { z, x, y } = fixtureTile;
  if (request.url === '/style.json') {
    const source = { type: 'vector', minzoom: z, maxzoom: z, attribution: 'Stand-in' };
    response.end(
      JSON.stringify({
        version: 8,
        sources: { all: { ...source, tiles: [`http://127.0.0.1:${port}/{z}/{x}/{y}.mvt`] } },
        layers: [
          { id: 'ground', type: 'background', paint: { 'background-color': '#ffffff' } },
          {
            id: 'streets',
            type: 'line',
            source: 'all',
            'source-layer': 'roads',
            paint: { 'line-color': streetColor, 'line-width': 8 },
          },
        ],
      }),
    );
  } else if (request.url === `/${z}/${x}/${y}.mvt`) response.end(streetTile());
  else response.writeHead(204).end();
});
await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
const hostAddress = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
afterAll(() => host.close());

/** Opens the status page of a new request at Alexanderplatz, and waits for its map. */
async function openMap(started: BrowserApp, options: OpenOptions = {}) {
  const { id, token } = await flow.request(started.app);
  const viewport = { width: 1280, height: 900 };
  const opened = await started.open(`/site-checks/${id}#${token}`, { viewport, ...options });
  await opened.page.locator('[data-map]').scrollIntoViewIfNeeded();
  await opened.page.locator('[data-map][data-drawn]').waitFor();
  return opened;
}

/** Returns the share of the map's pixels that have a color, `#rrggbb`. */
async function shareOf(page: Page, color: string): Promise<number> {
  const shot = await page.locator('[data-map]').screenshot();
  const { data } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const wanted = Buffer.from(color.slice(1), 'hex');
  let found = 0;
  for (let at = 0; at < data.length; at += 3) {
    if (wanted.every((part, index) => Math.abs((data[at + index] ?? 0) - part) <= 2)) found += 1;
  }
  return found / (data.length / 3);
}

const others = ({ sent, address }: { sent: string[]; address: string }) =>
  sent.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(address));

describeInBrowser('a map without settings', (started) => {
  it('draws circle and ground from files of the service, and asks no other host', async () => {
    const { page, sent, wrong } = await openMap(started());
    // The land, and the line of the circle.
    await expect.poll(() => shareOf(page, '#fbfbf8'), { timeout: 30_000 }).toBeGreaterThan(0.4);
    await expect.poll(() => shareOf(page, '#12202e'), { timeout: 30_000 }).toBeGreaterThan(0.002);
    expect(others({ sent, address: started().address })).toEqual([]);
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});

describeInBrowser(
  'a map with a PMTiles file',
  (started) => {
    it.each([
      ['light', '#e2dfda'],
      ['dark', '#1f1f1f'],
    ] as const)('draws its land and streets in the %s scheme', async (colorScheme, land) => {
      const { page, sent, wrong } = await openMap(started(), { colorScheme });
      await page.getByText('Fixture', { exact: true }).waitFor();
      await expect.poll(() => shareOf(page, land), { timeout: 30_000 }).toBeGreaterThan(0.4);
      expect(await page.getByText(/^No streets here/).count()).toBe(0);
      expect(sent.filter((url) => url.endsWith('/map/tiles.pmtiles')).length).toBeGreaterThan(0);
      expect(others({ sent, address: started().address })).toEqual([]);
      expect(wrong).toEqual([]);
      await page.context().close();
    });
  },
  { MAP_TILES: archive },
);

describeInBrowser(
  'a map with the URL of a style',
  (started) => {
    it('draws the streets of the style, whose host alone is requested', async () => {
      requested.length = 0;
      const { page, sent, wrong } = await openMap(started());
      await expect
        .poll(() => shareOf(page, streetColor), { timeout: 30_000 })
        .toBeGreaterThan(0.01);
      const { z, x, y } = fixtureTile;
      expect(requested).toContain(`/${z}/${x}/${y}.mvt`);
      // The host does not learn which page shows its map.
      expect(referrers.filter((one) => !['', `${started().address}/`].includes(one))).toEqual([]);
      const elsewhere = others({ sent, address: started().address });
      expect(elsewhere.length).toBeGreaterThan(0);
      expect(elsewhere.filter((url) => !url.startsWith(hostAddress))).toEqual([]);
      await page.getByText('Stand-in', { exact: true }).waitFor();
      expect(wrong).toEqual([]);
      await page.context().close();
    });

    it('dims a light style in the dark scheme', async () => {
      const { page } = await openMap(started(), { colorScheme: 'dark' });
      await page.locator('[data-map][data-light]').waitFor();
      // #ffffff at 60 %.
      await expect.poll(() => shareOf(page, '#999999'), { timeout: 30_000 }).toBeGreaterThan(0.4);
      await page.context().close();
    });
  },
  { MAP_STYLE_URL: `${hostAddress}/style.json` },
);
