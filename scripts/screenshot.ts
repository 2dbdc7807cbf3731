// Takes the screenshot at the beginning of README.md: plays the demonstration of a site check, opens the page of its
// report in Chromium (from CHROMIUM, or Debian's), and writes docs/images/report.png.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { playSiteCheck } from './demo/play-site-check.js';
import { projectRoot, startDemoService } from './demo/service.js';

const file = join(projectRoot, 'docs/images/report.png');
const viewport = { width: 1200, height: 760 };

async function shoot(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({ viewport, locale: 'en-GB', timezoneId: 'Europe/Berlin' });
    await page.goto(url);
    await page.getByRole('region', { name: 'Result' }).waitFor();
    await page.waitForLoadState('networkidle');
    const png = await page.screenshot({ animations: 'disabled' });
    await mkdir(dirname(file), { recursive: true });
    const { size } = await sharp(png).png({ palette: true, effort: 10 }).toFile(file);
    console.log(`${file}: ${Math.round(size / 1000)} kB`);
  } finally {
    await browser.close();
  }
}

const service = await startDemoService();
const folder = await mkdtemp(join(tmpdir(), 'verification-screenshot-'));
try {
  await playSiteCheck(service.baseUrl, service.key, folder, console.log, shoot);
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
