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

  it('/console makes a job, lists it, shows it and sends feedback', async () => {
    const { page, wrong } = await open('/console');
    await page.getByLabel('Pilot API key').fill(processKey);
    await page.getByRole('button', { name: 'Create job' }).click();
    await page.getByText('201 ·').waitFor();
    const jobId = await page.getByLabel('Job id').inputValue();
    expect(jobId).toMatch(/^[0-9a-f-]{36}$/);

    await page.getByRole('button', { name: 'Check key and list jobs' }).click();
    await page.getByRole('button', { name: jobId }).click();
    await page.getByText(`GET /v1/jobs/${jobId}`).waitFor();
    await page.getByText('200 ·').waitFor();

    await page.getByLabel('Comment').fill('Looks good.');
    await page.getByLabel('Rating').selectOption('5');
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByText('"accepted": true').waitFor();
    await shot(page, 'console');
    expect(wrong).toEqual([]);
    await page.close();
  });

  it('/console says what is wrong with a wrong key or input', async () => {
    const { page } = await open('/console');
    await page.getByLabel('Pilot API key').fill('no-such-key-anywhere');
    await page.getByRole('button', { name: 'List jobs', exact: true }).click();
    await page.getByText('api_key_invalid').first().waitFor();
    await page.getByLabel('Pilot API key').fill(processKey);
    await page.getByLabel('Latitude').fill('north');
    await page.getByRole('button', { name: 'Create job' }).click();
    await page.getByText('422 ·').waitFor();
    await shot(page, 'console-refused');
    await page.close();
  });
});
