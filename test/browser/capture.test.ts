import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pdf } from '../evidence/support/media-files.js';
import { assign, captureToken, createJob, upload } from '../evidence/support/scene.js';
import {
  exifDate,
  exifTag,
  gpsTags,
  jpegWithExif,
  pngWithExif,
  tiffBlock,
} from '../support/exif-writer.js';
import { describeInBrowser } from './support/browser-app.js';
import {
  button,
  captureLink,
  evidenceOf,
  expectMessage,
  heading,
  north,
  openStep,
  phone,
  send,
  sendFirstTwo,
  sha256,
  shopPhoto,
  shopTask,
  site,
  status,
  stored,
  take,
  usePhoto,
} from './support/capture.js';
import {
  expectAccessible,
  expectFitting,
  expectLargeTargets,
  layoutShift,
  shoot,
  weigh,
} from './support/looks.js';
import { bestPaint } from './support/paint.js';
import { expectReadableInTheSun, expectUnderTheThumb } from './support/sunlight.js';

/** As long as the configuration allows. */
const longOperatorName = 'Acme Inspections of Berlin and Brandenburg '
  .repeat(3)
  .slice(0, 120)
  .trim();

/** Returns the number of lines on which the first word of an element appears. */
const linesOfFirstWord = (element: Locator) =>
  element.evaluate((node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const text = texts.nextNode() as Text;
    const word = document.createRange();
    word.setStart(text, 0);
    word.setEnd(text, text.data.indexOf(' '));
    return word.getClientRects().length;
  });

describeInBrowser(
  'the capture page',
  (started) => {
    it('can complete a task with one thumb', async () => {
      const { jobId, token } = await shopTask(started().app);
      const { page, wrong, sent } = await started().open(captureLink(token), {
        ...phone(),
        permissions: [],
        secrets: [token],
      });
      await heading(page, 'Is the bakery Sonnenfeld open today?').waitFor();
      await page
        .getByText('4 photos and 5 questions. Your phone will ask for your position')
        .waitFor();
      // The live region exists while empty, so that screen readers announce later changes.
      expect(await status(page, 'Sending').textContent({ timeout: 1000 })).toBe('');
      expect(await layoutShift(page)).toBeLessThan(0.02);
      await expectAccessible(page);
      await expectFitting(page);
      expect(await page.getByRole('contentinfo').innerText()).toContain(
        `Run by ${longOperatorName}.`,
      );
      expect(await linesOfFirstWord(page.getByRole('banner'))).toBe(1);
      await expectReadableInTheSun(page);
      await expectUnderTheThumb(page, 'Start');
      expect(await page.getByRole('link', { name: 'Directions' }).getAttribute('href')).toBe(
        'geo:52.5219,13.4132?q=52.5219,13.4132',
      );
      await expectLargeTargets(page);
      await shoot(page, 'capture-before');
      await page.context().grantPermissions(['geolocation']);
      await button(page, 'Start').click();

      await page.getByRole('region', { name: 'Step 1 of 4: Street view on arrival' }).waitFor();
      await expectMessage(page, 'Position').toBe(
        'You are at the address: 12 m away, accurate to 12 m.',
      );
      const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
      await expect
        .poll(() => steps.allTextContents())
        .toEqual([
          'Street view on arrival: To do',
          'Name above the shop: To do',
          'Opening hours: To do',
          'Entrance: To do',
        ]);
      await expectAccessible(page);
      await expectFitting(page);
      await expectReadableInTheSun(page);
      await expectUnderTheThumb(page, 'Take photo');
      await expectLargeTargets(page);
      await shoot(page, 'capture-step');

      const first = await shopPhoto();
      await take(page, first);
      await page.getByRole('textbox', { name: 'Note (optional)' }).fill('Seen from the square.');
      await expectAccessible(page);
      await expectFitting(page);
      await expectReadableInTheSun(page);
      await expectUnderTheThumb(page, 'Use photo');
      await expectLargeTargets(page);
      await shoot(page, 'capture-preview');
      await usePhoto(page);
      await page.getByRole('region', { name: 'Result' }).getByText('Accepted.').waitFor();
      await expectMessage(page, 'Sending').toBe('Everything is sent.');
      await expectAccessible(page);
      await expectReadableInTheSun(page);
      await expectUnderTheThumb(page, 'Next: Name above the shop');
      await shoot(page, 'capture-accepted');

      await button(page, 'Next: Name above the shop').click();
      await send(page, await shopPhoto());
      await button(page, 'Next: Opening hours').click();
      await button(page, 'Skip').click();
      await page.getByRole('region', { name: 'Step 4 of 4: Entrance' }).waitFor();
      await expect.poll(() => steps.nth(2).textContent()).toBe('Opening hours: Skipped');
      await send(page, await shopPhoto());
      await heading(page, 'All photos are in').waitFor();
      await page.getByText('Thank you. You can close this page.').waitFor();
      await expectAccessible(page);
      await expectFitting(page);
      await expectReadableInTheSun(page);
      await shoot(page, 'capture-end');

      const items = await evidenceOf(started(), jobId, 3);
      expect(items.map(({ stepName }) => stepName)).toEqual([
        'arrival_overview',
        'storefront_sign',
        'entrance_open',
      ]);
      expect(items[0]).toMatchObject({
        mediaSha256: sha256(first),
        notes: 'Seen from the square.',
        source: 'provider',
        validationPassed: true,
      });
      const hash = items[0]?.checks.find(({ name }) => name === 'hash');
      expect(hash?.result).toBe('pass');
      expect(new Set(items.map(({ nonce }) => nonce)).size).toBe(3);
      expect(await page.title()).toBe('All photos are in – Verification service');
      expect(sent.filter((address) => /noble|sha2/.test(address))).toEqual([]);
      expect(wrong).toEqual([]);
      await page.context().close();
    });

    it('states in meters which positions count, before and after', async () => {
      const { app } = started();
      const { jobId } = await shopTask(app);
      const token = await captureToken(app, jobId);
      const { page, wrong } = await started().open(captureLink(token), phone(2743));
      await expectMessage(page, 'Position').toBe(
        'You are 2.7 km from the address. Photos from here do not count: go there, or press “Update position” if this is wrong.',
      );
      await send(page, await shopPhoto());
      const result = page.getByRole('region', { name: 'Result' });
      await result
        .getByText('Not accepted: you were 2.7 km from the address; it must be within 500 m.')
        .waitFor();
      await expectAccessible(page);
      await expectReadableInTheSun(page);
      await expectUnderTheThumb(page, 'Try again');
      await shoot(page, 'capture-far');
      await button(page, 'Try again').click();

      await page.context().setGeolocation(north(430, 150));
      await button(page, 'Update position').click();
      await expectMessage(page, 'Position').toBe(
        'You are 430 m from the address. Photos from here count, but will be reviewed first. Go closer if you can. Your position is only accurate to 150 m. Go outside, or turn on precise location.',
      );
      await send(page, await shopPhoto());
      await result.getByText('Accepted.').waitFor();
      await result
        .getByText('You were 430 m from the address, so it will be reviewed first.')
        .waitFor();
      const items = await evidenceOf(started(), jobId, 2);
      expect(items.map((item) => [item.source, item.validationPassed])).toEqual([
        ['self_service', false],
        ['self_service', true],
      ]);
      expect(wrong).toEqual([]);
      await page.context().close();
    });

    it('accepts a position by hand if the phone gives none, including on an unencrypted page', async () => {
      const { jobId, token } = await shopTask(started().app);
      const plain = started().address.replace('127.0.0.1', 'plain.test');
      const { page, wrong, sent } = await started().open(plain + captureLink(token), phone());
      await page.getByRole('alert').getByText('This address is not encrypted (http)').waitFor();
      await button(page, 'Start').click();
      expect(await button(page, 'Camera in this page').count()).toBe(0);
      const bytes = await shopPhoto();
      await send(page, bytes);
      await page
        .getByRole('alert')
        .getByText('Your phone gave no position for this photo. Enter it below. The photo is kept.')
        .waitFor();
      const group = page.getByRole('group', { name: 'Enter your position' });
      const latitude = group.getByRole('textbox', { name: 'Latitude' });
      await latitude.fill('north');
      await button(page, 'Use this position').click();
      await group.getByText('Enter a number such as 52.5219.').waitFor();
      await group.getByText('This field is required.').waitFor();
      await expectAccessible(page);
      await expectFitting(page);
      await expectReadableInTheSun(page);
      await expectLargeTargets(page);
      await shoot(page, 'capture-plain-http');
      await latitude.evaluate((field, text) => {
        const data = new DataTransfer();
        data.setData('text', text);
        field.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      }, `${site.latitude}, ${site.longitude}`);
      await button(page, 'Use this position').click();
      await expectMessage(page, 'Position').toBe(
        'You are at the address: 0 m away, as you entered it.',
      );
      await usePhoto(page);
      await page.getByText('Accepted.').waitFor();
      const [item] = await evidenceOf(started(), jobId, 1);
      expect(item).toMatchObject({
        ...site,
        notes: 'Position entered by hand.',
        mediaSha256: sha256(bytes),
      });
      expect(item?.checks.find(({ name }) => name === 'hash')?.result).toBe('pass');
      expect(sent.some((address) => /sha2/.test(address))).toBe(true);
      expect(wrong).toEqual([]);
      await page.context().close();
    });

    it('asks to allow a denied position', async () => {
      const { token } = await shopTask(started().app);
      const { page } = await started().open(captureLink(token), { ...phone(), permissions: [] });
      await button(page, 'Start').click();
      await expectMessage(page, 'Position').toBe(
        'Allow the position for this page in your browser’s settings, then press “Update position”.',
      );
      await page.getByRole('group', { name: 'Enter your position' }).waitFor();
      await page.context().grantPermissions(['geolocation']);
      await button(page, 'Update position').click();
      await expectMessage(page, 'Position').toBe(
        'You are at the address: 12 m away, accurate to 12 m.',
      );
      await page.context().close();
    });

    it('explains why a link is invalid', async () => {
      const { app } = started();
      const { jobId, token } = await shopTask(app);
      const { page } = await started().open('/capture', { ...phone(), secrets: [token] });
      await heading(page, 'This link is not complete').waitFor();
      await expectAccessible(page);
      await expectFitting(page);
      await expectReadableInTheSun(page);
      await shoot(page, 'capture-cut');
      const open = async (link: string) => {
        await page.goto('about:blank');
        await page.goto(started().address + captureLink(link));
      };
      await open(token.slice(0, -7));
      await heading(page, 'This link is not complete').waitFor();
      const newer = await assign(app, jobId);
      await open(token);
      await heading(page, 'This link no longer works').waitFor();
      await page.getByText('It was replaced or revoked. Ask for a new one.').waitFor();
      await app.rest('POST', `/v1/jobs/${jobId}/cancel`, {
        body: { reason: 'The shop has moved.' },
      });
      await open(newer);
      await heading(page, 'This task is finished').waitFor();
      await page.context().close();
    });

    it('retries reading a task with a single timer, which waits as long as the service requests', async () => {
      const { token } = await shopTask(started().app);
      const { page } = await started().open('/healthz', { ...phone(), serviceWorkers: 'block' });
      await page.addInitScript(() => {
        const { fetch } = window;
        let reads = 0;
        window.fetch = (...given) => {
          reads += 1;
          document.documentElement.dataset['reads'] = String(reads);
          return fetch(...given);
        };
      });
      const reads = () => page.evaluate(() => document.documentElement.dataset['reads']);
      let answered = 0;
      let retryAfter: string | undefined;
      await page.route('**/v1/capture/task', (route) => {
        answered += 1;
        return route.fulfill({
          status: retryAfter ? 429 : 500,
          headers: retryAfter ? { 'retry-after': retryAfter } : {},
          json: { request_id: `read-${answered}` },
        });
      });
      const again = (message: string) => page.getByRole('alert').getByText(message).waitFor();
      await page.clock.install();
      await page.goto(started().address + captureLink(token));
      await again('read-1');
      await page.clock.pauseAt(Date.now() + 2000);
      for (const read of ['read-2', 'read-3', 'read-4']) {
        await button(page, 'Try again').click();
        await again(read);
      }
      await page.clock.fastForward(10_000);
      expect(await reads()).toBe('5');
      await again('read-5');
      retryAfter = '60';
      await page.clock.fastForward(10_000);
      await again('Too many requests. Try again in 60 seconds.');
      await page.clock.fastForward(59_000);
      expect(await reads()).toBe('6');
      await page.clock.fastForward(1000);
      expect(await reads()).toBe('7');
      await page.context().close();
    });

    it('keeps showing a dead link when an earlier read fails late', async () => {
      const { token } = await shopTask(started().app);
      const { page } = await started().open('/healthz', { ...phone(), serviceWorkers: 'block' });
      let reads = 0;
      let fail = () => {};
      const late = new Promise<void>((resolve) => {
        fail = resolve;
      });
      await page.route('**/v1/capture/task', async (route) => {
        reads += 1;
        if (reads === 3) return route.fulfill({ status: 401, json: { code: 'token_invalid' } });
        if (reads === 2) await late;
        await route.abort();
      });
      await page.goto(started().address + captureLink(token));
      await button(page, 'Try again').click();
      await button(page, 'Try again').click();
      await heading(page, 'This link no longer works').waitFor();
      const failed = page.waitForEvent('requestfailed');
      fail();
      await failed;
      await page.evaluate(() => fetch('/healthz').then((response) => response.text()));
      expect(await heading(page, 'This link no longer works').count()).toBe(1);
      await page.context().close();
    });

    it('watches the position only while a step is open', async () => {
      const { token } = await shopTask(started().app);
      await sendFirstTwo(started().app, token);
      const { page } = await started().open('/healthz', { ...phone(), serviceWorkers: 'block' });
      await page.addInitScript(() => {
        const { geolocation } = navigator;
        const watches = new Set<number>();
        const say = (name: string, value: string) => {
          document.documentElement.dataset[name] = value;
        };
        const watch = geolocation.watchPosition.bind(geolocation);
        geolocation.watchPosition = (...given) => {
          const id = watch(...given);
          say('watches', String(watches.add(id).size));
          return id;
        };
        const clear = geolocation.clearWatch.bind(geolocation);
        geolocation.clearWatch = (id) => {
          clear(id);
          watches.delete(id);
          say('watches', String(watches.size));
        };
        // A phone that responds slowly.
        const ask = geolocation.getCurrentPosition.bind(geolocation);
        geolocation.getCurrentPosition = (found, ...given) =>
          addEventListener('answer', () =>
            ask(
              (position) => {
                found(position);
                say('answered', 'yes');
              },
              ...given,
            ),
          );
      });
      const message = (name: string) =>
        expect.poll(() => page.evaluate((key) => document.documentElement.dataset[key], name));
      await page.route('**/v1/provider/evidence', (route) => route.abort());
      await page.goto(started().address + captureLink(token));
      await expectMessage(page, 'Position').toMatch(/at the address/);
      await openStep(page, 'Entrance');
      await send(page, await shopPhoto());
      await button(page, 'Next: Opening hours').click();
      await message('watches').toBe('1');
      await button(page, 'Update position').click();
      await button(page, 'Skip').click();
      await page.getByRole('listitem').getByText('Opening hours: Skipped').waitFor();
      await message('watches').toBe('0');
      await page.evaluate(() => dispatchEvent(new Event('answer')));
      await message('answered').toBe('yes');
      await message('watches').toBe('0');
      await page.context().close();
    });

    it('shows no directions to an impossible position', async () => {
      const { app } = started();
      const jobId = await createJob(app, { latitude: 95 });
      await app.rest('POST', `/v1/jobs/${jobId}/open`);
      const token = await assign(app, jobId);
      const { page } = await started().open(captureLink(token), { ...phone(), permissions: [] });
      await button(page, 'Start').click();
      await button(page, 'Update position').waitFor();
      expect(await page.getByRole('link', { name: 'Directions' }).count()).toBe(0);
      await page.context().close();
    });

    it('warns of a wrong clock', async () => {
      const { token } = await shopTask(started().app);
      const { page } = await started().open('/healthz', phone());
      await page.clock.setSystemTime(Date.now() + 11 * 60_000);
      await page.goto(started().address + captureLink(token));
      await page
        .getByRole('alert')
        .getByText(
          'Your phone’s clock is 11 minutes ahead. Set it to automatic, or photos may not count.',
        )
        .waitFor();
      await page.context().close();
    });

    it('can be used by keyboard alone', async () => {
      const { jobId, token } = await shopTask(started().app);
      const { page } = await started().open(captureLink(token), phone());
      await expectMessage(page, 'Position').toMatch(/at the address/);
      const focused = () =>
        page.evaluate(() => {
          const { activeElement: at } = document;
          return at instanceof HTMLInputElement && at.labels?.length
            ? at.labels[0]?.textContent
            : at?.textContent;
        });
      const tabTo = async (name: string | RegExp) => {
        for (let press = 0; press < 30; press += 1) {
          await page.keyboard.press('Tab');
          const at = (await focused()) ?? '';
          if (typeof name === 'string' ? at === name : name.test(at)) return;
        }
        throw new Error(`no way to ${name} by Tab`);
      };
      await tabTo('Skip to content');
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).hash).toBe(`#${token}`);
      // Requested well before the key press: the browser is informed in a separate message.
      const chooser = page.waitForEvent('filechooser');
      await tabTo('Take photo');
      await page.keyboard.press('Space');
      const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await shopPhoto() };
      await (await chooser).setFiles(file);
      await page.getByRole('img', { name: 'Your photo' }).waitFor();
      await tabTo('Use photo');
      await page.keyboard.press('Enter');
      await expect.poll(focused).toMatch(/^Is the shop at this address/);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await tabTo('Next');
      await page.keyboard.press('Enter');
      await page.getByText('Accepted.').waitFor();
      await tabTo(/^Next: /);
      await page.keyboard.press('Enter');
      await expect.poll(focused).toBe('Step 2 of 4: Name above the shop');
      await evidenceOf(started(), jobId, 1);
      await page.context().close();
    });

    it('lets a position be entered after 20 s without one, and a photo be retaken in the meantime', async () => {
      const { jobId, token } = await shopTask(started().app);
      const { page, wrong } = await started().open('/healthz', phone());
      // A phone that reports neither a position nor a failure.
      await page.addInitScript(() => {
        navigator.geolocation.getCurrentPosition = () => {};
        navigator.geolocation.watchPosition = () => 1;
      });
      await page.clock.install();
      await page.goto(started().address + captureLink(token));
      await expectMessage(page, 'Position').toBe('Looking for your position …');
      const group = page.getByRole('group', { name: 'Enter your position' });
      expect(await group.count()).toBe(0);
      await send(page, await shopPhoto());
      await button(page, 'Retake').click();
      await page.clock.fastForward(11_000);
      await page.getByLabel('Take photo').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.clock.fastForward(10_000);
      await group.waitFor();
      await expectMessage(page, 'Position').toBe(
        'Your phone gives no position. Go outside, or enter it below.',
      );
      expect((await stored(started().app, jobId)).evidence).toEqual([]);
      expect(wrong).toEqual([]);
      await page.context().close();
    });

    it('accepts a PDF instead of a photo, and replaces a rejected file', async () => {
      const { jobId, token } = await shopTask(started().app);
      const { page } = await started().open('/healthz', {
        ...phone(),
        serviceWorkers: 'block',
        expected: /422/,
      });
      const problem = { status: 422, json: { code: 'validation_failed', detail: [] } };
      await page.route('**/v1/provider/evidence', (route) => route.fulfill(problem), { times: 1 });
      await page.goto(started().address + captureLink(token));
      await send(page, await shopPhoto());
      await expectMessage(page, 'Sending').toBe(
        'Not sent: this photo was rejected. Take a new one.',
      );
      await button(page, 'Send now').waitFor();
      await expectUnderTheThumb(page, 'Retake');
      await shoot(page, 'capture-refused');
      await button(page, 'Retake').click();
      const file = { name: 'hours.pdf', mimeType: 'application/pdf', buffer: pdf(1) };
      await page.getByLabel('Send a file instead').setInputFiles(file);
      const shown = page.getByRole('img', { name: 'Your photo' });
      await expect.poll(() => shown.textContent()).toBe('hours.pdf');
      // During the upload the page shows it; the upload waits until the test has seen that.
      const onItsWay = async () => {
        await page.getByRole('progressbar', { name: 'Sending Street view on arrival' }).waitFor();
        await expectMessage(page, 'Sending').toBe('Sending 1 of 1.');
        await button(page, 'Next: Name above the shop').waitFor();
      };
      let seen = Promise.resolve();
      await page.route(
        '**/v1/provider/evidence',
        async (route) => {
          seen = onItsWay();
          await seen.catch(() => {});
          await route.continue();
        },
        { times: 1 },
      );
      await usePhoto(page);
      await page.getByText('Accepted.').waitFor();
      await seen;
      const [item] = await evidenceOf(started(), jobId, 1);
      expect(item).toMatchObject({ mediaType: 'application/pdf', validationPassed: true });
      await page.context().close();
    });

    it('rejects a file that is too large before it is sent', async () => {
      const { jobId, token } = await shopTask(started().app);
      const { page } = await started().open(captureLink(token), phone());
      await page.getByLabel('Send a file instead').evaluate((input: HTMLInputElement) => {
        const files = new DataTransfer();
        files.items.add(
          new File([new Uint8Array(20 * 2 ** 20 + 1)], 'big.jpg', { type: 'image/jpeg' }),
        );
        input.files = files.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      });
      await page.getByRole('alert').getByText('This file is too large.').waitFor();
      expect(await page.title()).toMatch(/^Error: /);
      expect((await stored(started().app, jobId)).evidence).toEqual([]);
      await page.context().close();
    });

    it.each([
      ['a PNG of too many pixels', 'big.png', '7300 × 7300 pixels', '7300 × 7300 px'],
      ['a JPEG of too many bytes', 'big.jpg', 'too large', '5000 × 4000 px'],
    ])(
      'sends a smaller copy of %s, which keeps its EXIF data',
      async (_, name, problem, from) => {
        const { jobId, token } = await shopTask(started().app);
        const app = started().app;
        const tiff = tiffBlock({
          main: { 271: 'Phone', 274: 1 },
          exif: {
            [exifTag.dateTimeOriginal]: exifDate(app.now()),
            [exifTag.offsetTimeOriginal]: '+00:00',
          },
          gps: gpsTags(north(12), app.now()),
        });
        // 53 megapixels of stripes are few bytes; bytes behind the end make a JPEG large.
        const stripes = sharp(await shopPhoto()).resize(
          name === 'big.png' ? 7300 : 5000,
          name === 'big.png' ? 7300 : 4000,
          { fit: 'fill', kernel: 'nearest' },
        );
        const file =
          name === 'big.png'
            ? pngWithExif(
                await stripes.png({ palette: true, colours: 8, effort: 1, dither: 0 }).toBuffer(),
                tiff,
              )
            : Buffer.concat([
                jpegWithExif(await stripes.jpeg({ quality: 60 }).toBuffer(), tiff),
                Buffer.alloc(20 * 2 ** 20),
              ]);
        const folder = await mkdtemp(join(tmpdir(), 'verification-photo-'));
        const path = join(folder, name);
        await writeFile(path, file);
        const { page, wrong } = await started().open(captureLink(token), {
          ...phone(),
          secrets: [token],
        });
        await page.getByLabel('Send a file instead').setInputFiles(path);
        await page.getByRole('alert').getByText(problem).waitFor();
        expect((await stored(app, jobId)).evidence).toEqual([]);
        await button(page, 'Send a smaller copy').click();
        await page.getByRole('img', { name: 'Your photo' }).waitFor({ timeout: 60_000 });
        await usePhoto(page);
        await page.getByRole('region', { name: 'Result' }).getByText('Accepted.').waitFor();
        const [item] = await evidenceOf(started(), jobId, 1);
        expect(item).toMatchObject({ mediaType: 'image/jpeg', validationPassed: true });
        const check = (named: string) => item?.checks.find((one) => one.name === named);
        expect(check('media')).toMatchObject({
          result: 'pass',
          message: expect.stringContaining(`resized by the capture page from ${from}`),
        });
        expect(check('exif')).toMatchObject({
          result: 'pass',
          message: expect.stringMatching(
            /EXIF DateTimeOriginal with OffsetTimeOriginal .* matches.*GPSLatitude and GPSLongitude .* matches/,
          ),
        });
        for (const step_name of ['storefront_sign', 'entrance_open']) {
          await upload(app, { token, file: await shopPhoto(), fields: { step_name } });
        }
        const report = await app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
        expect([200, 201]).toContain(report.status);
        expect(JSON.stringify(report.body)).toContain(`resized by the capture page from ${from}`);
        expect(wrong).toEqual([]);
        await rm(folder, { recursive: true });
        await page.context().close();
      },
      120_000,
    );

    it('says without script what it needs', async () => {
      const { page } = await started().open('/capture', { javaScriptEnabled: false });
      const message = page.locator('noscript p');
      expect(await message.isVisible()).toBe(true);
      expect(await message.textContent()).toBe(
        'This page needs JavaScript to read your position and to keep photos when there is no connection.',
      );
      expect(await page.getByText('Opening your task').isVisible()).toBe(false);
      await page.context().close();
    });

    it('weighs at most 60 kB, 40 kB of them script, and is painted in 1.8 s on a slow phone', async () => {
      const { token } = await shopTask(started().app);
      const { page } = await started().open('/healthz', phone());
      const weight = await weigh(page, started().address + captureLink(token));
      expect(weight.all).toBeLessThan(60_000);
      expect(weight.script).toBeLessThan(40_000);
      expect(weight.requests).toBeLessThanOrEqual(9);
      await status(page, 'Position').waitFor();
      const shown = () => status(page, 'Position').waitFor();
      const paint = await bestPaint(page, started().address + captureLink(token), shown);
      expect(paint).toBeLessThanOrEqual(1800);
      await page.context().close();
    });

    it.each([320, 390])('shows "Take photo" first at %d px with text at 200 %%', async (width) => {
      const { token } = await shopTask(started().app);
      const { page } = await started().open('/healthz', {
        ...phone(),
        viewport: { width, height: 844 },
      });
      await page.goto(started().address + captureLink(token));
      await status(page, 'Position').waitFor();
      for (const size of ['100%', '150%', '200%']) {
        await page.evaluate((fontSize) => {
          document.documentElement.style.fontSize = fontSize;
        }, size);
        const box = await page.getByText('Take photo', { exact: true }).first().boundingBox();
        expect(box, size).not.toBeNull();
        expect((box?.y ?? 0) + (box?.height ?? 0), size).toBeLessThanOrEqual(844);
        const footer = await page.getByText(longOperatorName).boundingBox();
        const main = await page.getByRole('main').boundingBox();
        expect(footer?.y, size).toBeGreaterThanOrEqual((main?.y ?? 0) + (main?.height ?? 0));
      }
      await page.context().close();
    });

    it('requests camera and position itself, and permits no other origin', async () => {
      const { headers } = await fetch(`${started().address}/capture`);
      expect(headers.get('permissions-policy')).toContain('camera=(self), geolocation=(self)');
      expect(headers.get('cache-control')).toBe('no-store');
      const worker = await fetch(`${started().address}/capture-worker.js`);
      expect(worker.headers.get('content-type')).toMatch(/^text\/javascript/);
      expect(worker.headers.get('cache-control')).toBe('no-cache');
    });
  },
  { OPERATOR_NAME: longOperatorName },
);
