import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { assign, createJob, site, stored, upload } from '../../evidence/support/scene.js';
import type { TestApp } from '../../support/app.js';
import type { BrowserApp, OpenOptions } from './browser-app.js';

export { site, stored };

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Creates a shop front as a JPEG of two megapixels, different from every other one. */
export async function shopPhoto(): Promise<Buffer> {
  // Random shadows, so that it does not match a photo of another task.
  const shadow = (i: number) =>
    `<rect x="${(i % 8) * 100}" y="${Math.floor(i / 8) * 100}" width="100" height="100" fill-opacity="${(Math.random() / 2).toFixed(2)}"/>`;
  const shadows = Array.from({ length: 48 }, (_, i) => shadow(i)).join('');
  const window = (x: number) => `<rect x="${x}" y="90" width="80" height="70" fill="#dfe9ef"/>`;
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" width="1600" height="1200">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#8fb8dd"/><stop offset="1" stop-color="#e9eef2"/></linearGradient></defs>
    <rect width="800" height="600" fill="url(#sky)"/><rect x="40" y="60" width="720" height="420" fill="#b98f70"/>
    <rect y="470" width="800" height="130" fill="#767b80"/><rect y="470" width="800" height="26" fill="#a9adb0"/>
    <rect x="90" y="190" width="620" height="60" fill="#1d4f3b"/>
    <text x="400" y="234" font-size="40" font-family="serif" fill="#f6e7c1" text-anchor="middle">Bäckerei Sonnenfeld</text>
    <rect x="100" y="255" width="250" height="200" fill="#33454f"/><rect x="450" y="255" width="250" height="200" fill="#3d515b"/>
    <rect x="360" y="255" width="80" height="220" fill="#5a3b28"/>${[110, 275, 440, 605].map(window).join('')}
    <circle cx="${120 + Math.random() * 200}" cy="${300 + Math.random() * 100}" r="22" fill="#caa05a"/>${shadows}</svg>`;
  return sharp(Buffer.from(scene)).jpeg({ quality: 88 }).toBuffer();
}

/** Returns a position this many meters north of the address of every task here. */
export const north = (metres: number, accuracy = 12) => ({
  latitude: site.latitude + metres / 111_195.08,
  longitude: site.longitude,
  accuracy,
});

/** Options of a phone at the address that grants this page its position. */
export const phone = (metres = 12): OpenOptions => ({
  viewport: { width: 360, height: 740 },
  permissions: ['geolocation'],
  geolocation: north(metres),
});

/** Creates a shop task with three required steps and an optional one. @returns it with the verifier's token */
export async function shopTask(app: TestApp): Promise<{ jobId: string; token: string }> {
  const jobId = await createJob(app, {
    service_key: 'storefront_open',
    objective: 'Is the bakery Sonnenfeld open today?',
  });
  return { jobId, token: await assign(app, jobId) };
}

/** Sends the photos of the first two steps from a position near enough to count and too far to pass without review. */
export async function sendFirstTwo(app: TestApp, token: string): Promise<void> {
  for (const step_name of ['arrival_overview', 'storefront_sign']) {
    const fields = { step_name, latitude: '52.5244' };
    expect((await upload(app, { token, fields })).body.validation_passed).toBe(true);
  }
}

/** Opens a step from the list of steps. */
export const openStep = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: label }).click();

export const captureLink = (token: string) => `/capture#${token}`;

/** Passes a photo to the page like the phone's camera. */
export async function take(page: Page, bytes: Buffer, control = 'Take photo'): Promise<void> {
  const file = { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: bytes };
  await page.getByLabel(control, { exact: true }).setInputFiles(file);
  await page.getByRole('img', { name: 'Your photo' }).waitFor();
}

/** Answers the question that is shown: skips it, or gives the first answer that it takes. */
async function answerQuestion(page: Page): Promise<void> {
  const question = page.locator('.question');
  const skip = question.getByRole('button', { name: 'Skip' });
  if ((await skip.count()) > 0) return skip.click();
  const option = question.locator('.option input').first();
  const typed = question.locator('#answer');
  if ((await typed.count()) > 0) await typed.fill('1');
  else await option.check();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
}

/** Answers the current questions and sends the answers. */
export async function answerQuestions(page: Page): Promise<void> {
  const read = () =>
    page.evaluate(() => document.querySelector('.question h2, .review h2')?.textContent ?? null);
  for (let heading = await read(); heading !== null; heading = await read()) {
    if (heading === 'Check before you send') {
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    } else {
      await answerQuestion(page);
    }
    await expect.poll(read).not.toBe(heading);
  }
}

/** Uses the photo that was taken, and answers the questions of its step. */
export async function usePhoto(page: Page): Promise<void> {
  const preview = page.getByRole('button', { name: 'Use photo' });
  await preview.click();
  const problem = page.locator('.problem');
  await expect
    .poll(async () => (await preview.count()) === 0 || (await problem.count()) > 0)
    .toBe(true);
  await answerQuestions(page);
}

/** Takes a photo, uses it and answers the questions of its step. */
export async function send(page: Page, bytes: Buffer): Promise<void> {
  await take(page, bytes);
  await usePhoto(page);
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
export const status = (page: Page, name: string) => page.getByRole('status', { name });
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Returns the text of a status, with plain spaces. */
export const message = async (page: Page, name: string) =>
  ((await status(page, name).textContent()) ?? '').replaceAll('\u00a0', ' ').trim();

export const expectMessage = (page: Page, name: string) => expect.poll(() => message(page, name));

/** Returns the stored evidence of a job, once it has this many items. */
export async function evidenceOf({ app }: BrowserApp, jobId: string, count: number) {
  await expect.poll(async () => (await stored(app, jobId)).evidence.length).toBe(count);
  return (await stored(app, jobId)).evidence;
}

/** Waits until the service worker can open the page offline. */
export const readyOffline = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state),
    )
    .toBe('activated');
