import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { captureCatalogue } from '../../src/messages/capture/catalogue.js';
import { createTranslator } from '../../src/messages/create-translator.js';
import { assign } from '../evidence/support/scene.js';
import { hours } from '../support/app.js';
import { type BrowserApp, describeInBrowser } from './support/browser-app.js';
import {
  answerQuestions,
  button,
  captureLink,
  evidenceOf,
  expectMessage,
  heading,
  openStep,
  phone,
  readyOffline,
  send,
  sendFirstTwo,
  sha256,
  shopPhoto,
  shopTask,
  take,
  usePhoto,
} from './support/capture.js';
import { chromiumPath } from './support/chromium.js';
import { expectAccessible, shoot } from './support/looks.js';
import { expectReadableInTheSun, expectUnderTheThumb } from './support/sunlight.js';

const offline = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

/** Starts a browser with a new profile that can be closed completely and restarted. */
async function startBrowser(profile: string, more: string[] = []): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath ?? '',
    args: ['--no-sandbox', ...more],
    ...phone(),
  });
}

/** Asserts that each queued photo is sent exactly once. */
async function expectSentOnce(started: BrowserApp, jobId: string, bytes: Buffer): Promise<void> {
  const [item] = await evidenceOf(started, jobId, 1);
  expect(item).toMatchObject({ mediaSha256: sha256(bytes), validationPassed: true });
}

const isKept = (page: Page) =>
  expectMessage(page, 'Sending').toBe('1 photo is waiting for a connection.');

/** Returns everything that the phone stores for the page: keys and values of its store, and other texts. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const store = await new Promise<IDBObjectStore>((resolve) => {
      const request = indexedDB.open('capture');
      request.onsuccess = () => resolve(request.result.transaction('kept').objectStore('kept'));
    });
    const all = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const [keys, values] = await Promise.all([all(store.getAllKeys()), all(store.getAll())]);
    const cached = await (await caches.open('capture')).keys();
    return {
      keys: keys as string[][],
      text: JSON.stringify([
        keys,
        values,
        { ...localStorage },
        { ...sessionStorage },
        cached.map(({ url }) => url),
      ]),
    };
  });

/** Accepts every dialog of the page, and records it in the returned list. */
function questions(page: Page): string[] {
  const requested: string[] = [];
  page.on('dialog', (dialog) => {
    requested.push(dialog.type());
    void dialog.accept();
  });
  return requested;
}

const keptKeys = async (page: Page) => (await kept(page)).keys;

describeInBrowser('photos on the phone', (started) => {
  /**
   * Opens the task on a network that lets no photo through.
   * @param answer response to a photo; by default none
   */
  async function openWithoutWay(
    token: string,
    answer: (route: Route) => Promise<void> = (route) => route.abort(),
  ) {
    const { page } = await started().open('/healthz', {
      ...phone(),
      serviceWorkers: 'block',
      expected: offline,
    });
    await page.route('**/v1/provider/evidence', answer);
    await page.goto(started().address + captureLink(token));
    const letThrough = async () => {
      await page.unroute('**/v1/provider/evidence');
      await page.evaluate(() => dispatchEvent(new Event('online')));
    };
    return { page, letThrough };
  }

  it('survive a reload without a connection, and are sent once', async () => {
    const { jobId, token } = await shopTask(started().app);
    const opened = await started().open(captureLink(token), {
      ...phone(),
      secrets: [token],
      expected: offline,
    });
    const { page, wrong } = opened;
    await readyOffline(page);
    await page.context().setOffline(true);
    const bytes = await shopPhoto();
    await send(page, bytes);
    await isKept(page);
    await button(page, 'Next: Name above the shop').waitFor();
    await expectAccessible(page);
    await expectReadableInTheSun(page);
    await expectUnderTheThumb(page, 'Next: Name above the shop');
    await shoot(page, 'capture-offline');
    const requested = questions(page);
    await page.reload();
    expect(requested).toEqual(['beforeunload']);
    await page
      .getByText('No connection. You can continue: photos are kept on this phone.')
      .waitFor();
    await isKept(page);
    await page.getByRole('region', { name: 'Step 2 of 4: Name above the shop' }).waitFor();
    await page.context().setOffline(false);
    await expectMessage(page, 'Sending').toBe('Everything is sent.');
    await expectSentOnce(started(), jobId, bytes);
    expect(await keptKeys(page)).toEqual([
      ['answering', jobId],
      ['task', jobId],
    ]);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('are kept when the language changes, which needs a connection', async () => {
    const { jobId, token } = await shopTask(started().app);
    const { page, wrong } = await started().open(captureLink(token), {
      ...phone(),
      secrets: [token],
      expected: offline,
    });
    await readyOffline(page);
    const choose = async (name: string) => {
      await page.getByLabel('Language').selectOption(name);
      await button(page, 'Change').click();
    };
    await page.context().setOffline(true);
    const bytes = await shopPhoto();
    await send(page, bytes);
    await isKept(page);
    for (const name of ['Deutsch', 'العربية']) {
      await choose(name);
      const alert = page.getByRole('contentinfo').getByRole('alert');
      await alert.getByText('Changing the language needs a connection.').waitFor();
      expect(await alert.count()).toBe(1);
    }
    await expectAccessible(page);
    await isKept(page);

    // The connection is back, but photos do not get through yet.
    await page.route('**/v1/provider/evidence', (route) => route.abort());
    await page.context().setOffline(false);
    const requested = questions(page);
    await choose('Deutsch');
    const t = createTranslator(captureCatalogue, 'de');
    await expectMessage(page, t('capture.sending')).toBe(
      t('capture.sending.photos_wait', { photos: 1 }),
    );
    expect(requested).toEqual(['beforeunload']);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.unroute('**/v1/provider/evidence');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expectMessage(page, t('capture.sending')).toBe(t('capture.sending.all'));
    await expectSentOnce(started(), jobId, bytes);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('count as complete only when none is queued, and are sent in order by "Send now"', async () => {
    const { jobId, token } = await shopTask(started().app);
    const { page } = await started().open('/healthz', { ...phone(), expected: offline });
    // The page does not notice that the connection is back.
    await page.addInitScript(() =>
      addEventListener('online', (event) => event.stopImmediatePropagation()),
    );
    await page.clock.install();
    await page.goto(started().address + captureLink(token));
    await readyOffline(page);
    await page.context().setOffline(true);
    const [first, second, third] = await Promise.all([shopPhoto(), shopPhoto(), shopPhoto()]);
    await send(page, first);
    await button(page, 'Next: Name above the shop').click();
    await send(page, second);
    await expectMessage(page, 'Sending').toBe('2 photos are waiting for a connection.');
    await button(page, 'Next: Opening hours').click();
    await button(page, 'Skip').click();
    await send(page, third);
    await expectMessage(page, 'Sending').toBe('3 photos are waiting for a connection.');
    await expectUnderTheThumb(page, 'Send now');
    await shoot(page, 'capture-all-waiting');
    expect(await page.getByRole('heading', { name: 'All photos are in' }).count()).toBe(0);
    expect((await kept(page)).text).not.toContain(token.split('.')[2]);
    // No attempt starts automatically: the user presses the button.
    await page.clock.pauseAt(Date.now() + 2_000);
    await page.context().setOffline(false);
    await button(page, 'Send now').click();
    await heading(page, 'All photos are in').waitFor();
    const items = await evidenceOf(started(), jobId, 3);
    expect(items.map(({ mediaSha256 }) => mediaSha256)).toEqual([first, second, third].map(sha256));
    expect(await keptKeys(page)).toEqual([]);
    await page.context().close();
  });

  it('stay in use when their hash is known only while they are being stored', async () => {
    const { jobId, token } = await shopTask(started().app);
    const { page } = await started().open('/healthz', phone());
    // The hash arrives in the middle of "Use photo", and the browser is asked for persistent storage.
    await page.addInitScript(() => {
      const { subtle } = crypto;
      const digest = subtle.digest.bind(subtle);
      let release = () => {};
      const used = new Promise<void>((resolve) => {
        release = resolve;
      });
      subtle.digest = (...given) => {
        const made = digest(...given);
        return used.then(() => made);
      };
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (value, key) {
        if (value.draft === false) release();
        return put.call(this, value, key);
      };
      navigator.storage.persist = () => {
        document.documentElement.dataset['asked'] = 'to persist';
        return Promise.resolve(false);
      };
    });
    await page.goto(started().address + captureLink(token));
    const bytes = await shopPhoto();
    await send(page, bytes);
    await page.getByText('Accepted.').waitFor();
    await expectSentOnce(started(), jobId, bytes);
    expect(await page.evaluate(() => document.documentElement.dataset['asked'])).toBe('to persist');
    expect(await keptKeys(page)).toEqual([
      ['answering', jobId],
      ['task', jobId],
    ]);
    await page.context().close();
  });

  it('are resent unchanged when a response is lost, and stored once', async () => {
    const { jobId, token } = await shopTask(started().app);
    const { page } = await started().open('/healthz', { ...phone(), serviceWorkers: 'block' });
    const bodies: string[] = [];
    let isSeen = false;
    await page.route('**/v1/provider/evidence', async (route) => {
      const attempt = bodies.push(route.request().postDataBuffer()?.toString('latin1') ?? '');
      // The photo can be seen as queued before it is sent for the first time.
      if (isSeen && attempt > 1) return route.continue();
      if (attempt === 1) await route.fetch();
      await route.abort();
    });
    await page.goto(started().address + captureLink(token));
    const bytes = await shopPhoto();
    await send(page, bytes);
    // It waits two seconds before the next attempt, which a busy machine may miss.
    await isKept(page);
    isSeen = true;
    await page.getByText('Accepted.').waitFor();
    await expectSentOnce(started(), jobId, bytes);
    expect(bodies.length).toBeGreaterThan(1);
    const parts = (body = '') =>
      ['captured_at', 'step_name', 'nonce', 'media_sha256'].map(
        (name) => new RegExp(`name="${name}"\\s+(\\S+)`).exec(body)?.[1],
      );
    for (const again of bodies.slice(1)) expect(parts(again)).toEqual(parts(bodies[0]));
    expect(parts(bodies[0])).not.toContain(undefined);
    await page.context().close();
  });

  it('prevent leaving the page without a question while a draft cannot be stored on the phone', async () => {
    const { token } = await shopTask(started().app);
    const { page } = await started().open('/healthz', { ...phone(), expected: /404/ });
    await page.addInitScript(() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (value, key) {
        if ((key as string[])[0] === 'bytes') throw new DOMException('', 'QuotaExceededError');
        return put.call(this, value, key);
      };
    });
    await page.goto(started().address + captureLink(token));
    await take(page, await shopPhoto());
    await page.getByText('Your phone has no room to keep this photo.').waitFor();
    const requested = questions(page);
    await page.reload();
    expect(requested).toEqual(['beforeunload']);
    await page.context().close();
  });

  it('prevent leaving the page without a question from the first screen', async () => {
    const { token } = await shopTask(started().app);
    const { page } = await openWithoutWay(token);
    await send(page, await shopPhoto());
    await isKept(page);
    await page.context().clearPermissions();
    const requested = questions(page);
    await page.reload();
    await button(page, 'Start').waitFor();
    await isKept(page);
    // A browser asks only users who have interacted with the page.
    await heading(page, 'Is the bakery Sonnenfeld open today?').click();
    await page.reload();
    expect(requested).toEqual(['beforeunload', 'beforeunload']);
    await page.context().close();
  });

  it('count as complete when the other photos were sent and the draft is discarded', async () => {
    const { jobId, token } = await shopTask(started().app);
    await sendFirstTwo(started().app, token);
    const { page, letThrough } = await openWithoutWay(token);
    await openStep(page, 'Entrance');
    await send(page, await shopPhoto());
    await isKept(page);
    await openStep(page, 'Street view on arrival');
    await take(page, await shopPhoto());
    await letThrough();
    await evidenceOf(started(), jobId, 3);
    await page.getByRole('listitem').getByText('Entrance: Done').waitFor();
    await button(page, 'Retake').click();
    await answerQuestions(page);
    await heading(page, 'All photos are in').waitFor();
    await expect.poll(() => keptKeys(page)).toEqual([]);
    await page.context().close();
  });

  it('count as complete when the last one is rejected and discarded', async () => {
    const { jobId, token } = await shopTask(started().app);
    await sendFirstTwo(started().app, token);
    const { page, letThrough } = await openWithoutWay(token, (route) =>
      route.fulfill({ status: 422, json: { code: 'validation_failed', detail: [] } }),
    );
    await openStep(page, 'Street view on arrival');
    await send(page, await shopPhoto());
    await expectMessage(page, 'Sending').toBe('Not sent: this photo was rejected. Take a new one.');
    await letThrough();
    await openStep(page, 'Entrance');
    await send(page, await shopPhoto());
    await evidenceOf(started(), jobId, 3);
    await openStep(page, 'Street view on arrival');
    await button(page, 'Retake').click();
    await answerQuestions(page);
    await heading(page, 'All photos are in').waitFor();
    await expect.poll(() => keptKeys(page)).toEqual([]);
    await page.context().close();
  });

  it('count as complete in a tab that still has the last one as a draft', async () => {
    const { jobId, token } = await shopTask(started().app);
    await sendFirstTwo(started().app, token);
    const { page } = await started().open(captureLink(token), phone());
    await openStep(page, 'Entrance');
    await take(page, await shopPhoto());
    const other = await page.context().newPage();
    await other.goto(started().address + captureLink(token));
    await usePhoto(other);
    await heading(other, 'All photos are in').waitFor();
    await evidenceOf(started(), jobId, 3);
    await usePhoto(page);
    await heading(page, 'All photos are in').waitFor();
    await page.context().close();
  });

  it('survive a closed tab, including a draft, and are sent by the next one', async () => {
    const { jobId, token } = await shopTask(started().app);
    const { page } = await started().open(captureLink(token), { ...phone(), expected: offline });
    await readyOffline(page);
    const context = page.context();
    await context.setOffline(true);
    const bytes = await shopPhoto();
    await take(page, bytes);
    await page.close();
    const second = await context.newPage();
    await second.goto(started().address + captureLink(token));
    await second.getByRole('img', { name: 'Your photo' }).waitFor();
    await usePhoto(second);
    await isKept(second);
    await second.close({ runBeforeUnload: false });
    await context.setOffline(false);
    const third = await context.newPage();
    await third.goto(started().address + captureLink(token));
    await expectMessage(third, 'Sending').toBe('Everything is sent.');
    await expectSentOnce(started(), jobId, bytes);
    await context.close();
  });

  it('are sent by one of two tabs, and both show it', async () => {
    const { jobId, token } = await shopTask(started().app);
    const { page } = await started().open(captureLink(token), { ...phone(), expected: offline });
    await readyOffline(page);
    const context = page.context();
    const other = await context.newPage();
    await other.goto(started().address + captureLink(token));
    await other.getByRole('region', { name: /^Step 1/ }).waitFor();
    await context.setOffline(true);
    const bytes = await shopPhoto();
    await send(page, bytes);
    await isKept(page);
    await context.setOffline(false);
    const first = (one: Page) =>
      one.getByRole('list', { name: 'Steps' }).getByRole('listitem').first();
    for (const one of [page, other]) {
      await expect.poll(() => first(one).textContent()).toBe('Street view on arrival: Done');
    }
    await expectSentOnce(started(), jobId, bytes);
    await context.close();
  });

  it('that another tab has sent are not requested by a tab that has not begun', async () => {
    const { token } = await shopTask(started().app);
    const { page } = await started().open(captureLink(token), { ...phone(), permissions: [] });
    const other = await page.context().newPage();
    await other.goto(started().address + captureLink(token));
    await button(other, 'Start').waitFor();
    await page.context().grantPermissions(['geolocation']);
    await button(page, 'Start').click();
    const read = other.waitForResponse('**/v1/capture/task');
    await send(page, await shopPhoto());
    await button(page, /^Next/).waitFor();
    await read;
    await button(other, 'Start').click();
    await other.getByRole('region', { name: 'Step 2 of 4: Name above the shop' }).waitFor();
    await page.context().close();
  });

  it('that another tab has sent block no other photo', async () => {
    const { jobId, token } = await shopTask(started().app);
    const { page } = await started().open(captureLink(token), phone());
    const bytes = await shopPhoto();
    await take(page, bytes);
    const other = await page.context().newPage();
    await other.goto(started().address + captureLink(token));
    await other.getByRole('img', { name: 'Your photo' }).waitFor();
    await usePhoto(other);
    await expectMessage(other, 'Sending').toBe('Everything is sent.');
    await expectSentOnce(started(), jobId, bytes);
    // The first tab still shows it.
    await usePhoto(page);
    await page.getByRole('region', { name: 'Step 2 of 4: Name above the shop' }).waitFor();
    expect(await keptKeys(page)).toEqual([
      ['answering', jobId],
      ['task', jobId],
    ]);
    await send(page, await shopPhoto());
    await expectMessage(page, 'Sending').toBe('Everything is sent.');
    await evidenceOf(started(), jobId, 2);
    await page.context().close();
  });

  it('survive a complete restart of the browser without a connection', async () => {
    const { jobId, token } = await shopTask(started().app);
    const profile = await mkdtemp(join(tmpdir(), 'capture-'));
    const address = started().address + captureLink(token);
    const bytes = await shopPhoto();
    try {
      const before = await startBrowser(profile);
      const page = await before.newPage();
      await page.goto(address);
      await readyOffline(page);
      await before.setOffline(true);
      await send(page, bytes);
      await isKept(page);
      await before.close();

      const after = await startBrowser(profile);
      await after.setOffline(true);
      const again = await after.newPage();
      await again.goto(address);
      await isKept(again);
      // Sending is retried now and then, with waits in between.
      await expect
        .poll(() => again.getByRole('listitem').first().textContent())
        .toBe('Street view on arrival: Waiting to send');
      await after.setOffline(false);
      await expectMessage(again, 'Sending').toBe('Everything is sent.');
      await expectSentOnce(started(), jobId, bytes);
      await after.close();
    } finally {
      await rm(profile, { recursive: true, force: true });
    }
  });

  it('stay on the phone when the link is revoked or expires, and are sent with a new one', async () => {
    const { app } = started();
    const { jobId, token } = await shopTask(app);
    const { page } = await started().open(captureLink(token), { ...phone(), expected: /./ });
    await readyOffline(page);
    await page.context().setOffline(true);
    const bytes = await shopPhoto();
    await send(page, bytes);
    await isKept(page);
    const second = await assign(app, jobId);
    await page.context().setOffline(false);
    await heading(page, 'This link no longer works').waitFor();
    await page.getByText('1 photo was not sent yet.').waitFor();
    await expectAccessible(page);
    await expectReadableInTheSun(page);
    await shoot(page, 'capture-revoked');

    app.advance(hours(25));
    await page.goto('about:blank');
    await page.goto(started().address + captureLink(second));
    await heading(page, 'This link has expired').waitFor();
    await page.getByText('1 photo was not sent yet.').waitFor();
    app.advance(-hours(25));

    await page.goto('about:blank');
    await page.goto(`${started().address}/capture`);
    await heading(page, 'This link is not complete').waitFor();
    await page.getByText('1 photo was not sent yet.').waitFor();

    await page.goto('about:blank');
    await page.goto(started().address + captureLink(await assign(app, jobId)));
    await expectMessage(page, 'Sending').toBe('Everything is sent.');
    await expectSentOnce(started(), jobId, bytes);

    await page.getByRole('region', { name: 'Step 2 of 4: Name above the shop' }).waitFor();
    await page.context().setOffline(true);
    await send(page, await shopPhoto());
    await isKept(page);
    await app.rest('POST', `/v1/jobs/${jobId}/cancel`, { body: { reason: 'The shop has moved.' } });
    await page.context().setOffline(false);
    await heading(page, 'This task is finished').waitFor();
    await page.getByText('1 photo was not sent yet.').waitFor();
    await page.context().close();
  });

  it('are taken with the camera in the page if the phone closes the page for its own camera', async () => {
    const { jobId, token } = await shopTask(started().app);
    const profile = await mkdtemp(join(tmpdir(), 'capture-'));
    const film = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
    try {
      const context = await startBrowser(profile, film);
      const page = await context.newPage();
      await page.goto(started().address + captureLink(token));
      const chooser = page.waitForEvent('filechooser');
      await page.getByLabel('Take photo').click();
      await chooser;
      await page.goto('about:blank');
      await page.goto(started().address + captureLink(token));
      await page
        .getByRole('alert')
        .getByText('Your phone closed this page while the camera was open.')
        .waitFor();
      await expectAccessible(page);
      await expectReadableInTheSun(page);
      await expectUnderTheThumb(page, 'Camera in this page');
      await shoot(page, 'capture-page-closed');
      await button(page, 'Camera in this page').click();
      await expect
        .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
        .toBeGreaterThan(0);
      await expectUnderTheThumb(page, 'Take picture');
      await shoot(page, 'capture-camera');
      // Pressing a button twice takes one picture.
      await button(page, 'Take picture').evaluate((node) => {
        (node as HTMLElement).click();
        (node as HTMLElement).click();
      });
      await page.getByRole('img', { name: 'Your photo' }).waitFor();
      await expect
        .poll(async () => (await keptKeys(page)).filter(([kind]) => kind === 'photo').length)
        .toBe(1);
      await usePhoto(page);
      const [item] = await evidenceOf(started(), jobId, 1);
      expect(item).toMatchObject({ mediaType: 'image/jpeg', stepName: 'arrival_overview' });
      await button(page, /^Next/).click();
      await expectUnderTheThumb(page, 'Camera in this page');
      await button(page, 'Camera in this page').click();
      await button(page, 'Close camera').click();
      await page.getByLabel('Take photo').waitFor();
      const alert = page.getByRole('alert');
      // When the phone revokes the camera, such as for a call, no outdated picture can be taken.
      await button(page, 'Camera in this page').click();
      await page.waitForFunction(() => document.querySelector('video')?.videoWidth);
      await page.locator('video').evaluate(({ srcObject }: HTMLVideoElement) => {
        for (const track of (srcObject as MediaStream).getTracks()) {
          track.dispatchEvent(new Event('ended'));
        }
      });
      await alert.getByText('The camera stopped. Open it again, or use “Take photo”.').waitFor();
      await page.getByLabel('Take photo').waitFor();
      expect(await page.locator('video').count()).toBe(0);
      // A missing or used camera cannot be allowed.
      await page.evaluate(() => {
        const inUse = new DOMException('Could not start video source', 'NotReadableError');
        navigator.mediaDevices.getUserMedia = () => Promise.reject(inUse);
      });
      await button(page, 'Camera in this page').click();
      await alert.getByText('there is none, or another app uses it').waitFor();
      // A camera that does not respond shows a message, not only a black picture.
      await page.evaluate(() => {
        navigator.mediaDevices.getUserMedia = () => new Promise(() => {});
      });
      await button(page, 'Camera in this page').click();
      await page.getByRole('status').getByText('Waiting for the camera.').waitFor();
      await expectAccessible(page);
      await expectReadableInTheSun(page);
      await shoot(page, 'capture-camera-waits');
      await context.close();
    } finally {
      await rm(profile, { recursive: true, force: true });
    }
  });
});
