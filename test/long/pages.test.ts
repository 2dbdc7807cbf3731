import { existsSync, rmSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDataDir, processKey, spawnService } from '../support/process.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const dataDir = newDataDir();
let service: ReturnType<typeof spawnService>;
let address: string;
let browser: Browser;

describe.runIf(existsSync(executablePath))('in a browser without the internet', () => {
  beforeAll(async () => {
    service = spawnService({ DATA_DIR: dataDir, PILOT_API_KEY: processKey });
    address = await service.listening;
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    service.child.kill('SIGTERM');
    await service.ended;
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** A page that may reach the service alone, and what went wrong on it. */
  async function open(path: string): Promise<{ page: Page; wrong: string[] }> {
    const page = await browser.newPage();
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text());
    });
    await page.route('**', (route) => {
      const url = route.request().url();
      if (url.startsWith(address) || url.startsWith('data:')) return route.continue();
      wrong.push(`asks for ${url}`);
      return route.abort();
    });
    await page.goto(address + path);
    return { page, wrong };
  }
  const shot = (page: Page, name: string) =>
    process.env['SCREENSHOTS']
      ? page.screenshot({ path: `${process.env['SCREENSHOTS']}/${name}.png`, fullPage: true })
      : null;

  it('/docs shows every operation', async () => {
    const { page, wrong } = await open('/docs');
    await page.getByText('/v1/jobs', { exact: true }).first().waitFor();
    const description = await (await fetch(`${address}/openapi.json`)).json();
    const count = Object.values<object>(description.paths).flatMap(Object.keys).length;
    expect(await page.locator('.opblock').count()).toBe(count);
    await shot(page, 'docs');
    expect(wrong).toEqual([]);
    await page.close();
  });

  it('/errors leads to a page for each error', async () => {
    const { page, wrong } = await open('/errors');
    await page.getByRole('link', { name: 'rate_limited' }).click();
    await page.getByRole('heading', { name: 'Too many requests' }).waitFor();
    await shot(page, 'error');
    expect(wrong).toEqual([]);
    await page.close();
  });
});
