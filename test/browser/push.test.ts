import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PushService, startPushService } from '../push/support/push-service.js';
import * as flow from '../site-check/support/flow.js';
import { pilotKey } from '../support/app.js';
import { BrowserApp } from './support/browser-app.js';
import { chromiumPath } from './support/chromium.js';
import { expectAccessible, expectFitting, shoot } from './support/looks.js';

/** Replaces the push service of Chromium, which a test cannot reach, by the stand-in. */
async function subscribeAt(page: Page, input: { endpoint: string; p256dh: string; auth: string }) {
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    // As in a browser, the subscription outlives the page.
    const isActive = () => sessionStorage.getItem('subscribed') !== null;
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        sessionStorage.removeItem('subscribed');
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        sessionStorage.setItem('subscribed', '');
        return subscription;
      },
      getSubscription: async () => (isActive() ? subscription : null),
    });
  }, input);
}

const titles = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/push-worker.js');
    return ((await registration?.getNotifications()) ?? []).map(({ title, body, data }) => ({
      title,
      body,
      url: data.url,
    }));
  });

/** Returns a function that hands a message to the service worker of a page, and returns the shown notifications. */
async function pushTo(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async (message: object) => {
    // Chromium can drop a message while the worker starts; a repeated one replaces the one shown.
    const data = JSON.stringify(message);
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    return titles(page);
  };
}

describe.runIf(chromiumPath)('notifications in a browser', () => {
  let service: PushService;
  let started: BrowserApp;
  beforeAll(async () => {
    service = await startPushService();
    started = await BrowserApp.start({
      WEB_PUSH_CONTACT: 'mailto:operator@example.com',
      PUSH_URL_HOSTS: service.host,
    });
  });
  afterAll(async () => {
    await started?.stop();
    await service?.stop();
  });

  it('are turned on by a press, shown by the service worker, and turned off', async () => {
    const { app } = started;
    const opened = await flow.request(app);
    const phone = service.browser('phone');
    const { page, wrong } = await started.open('/healthz', { expected: /404/ });
    await page.context().grantPermissions(['notifications'], { origin: started.address });
    await subscribeAt(page, phone.input);
    await page.goto(`${started.address}/site-checks/${opened.id}#${opened.token}`);
    const on = page.getByRole('button', { name: 'Notify me in this browser' });
    await on.waitFor();
    const subscriptions = app.services.db.collection('push_subscriptions');
    expect(await subscriptions.countDocuments({ requestId: opened.id })).toBe(0);
    await shoot(page, 'status-notifications');
    await expectAccessible(page);
    await expectFitting(page);
    await on.click();
    const off = page.getByRole('button', { name: 'Turn off', exact: true });
    await off.waitFor();
    expect(await subscriptions.countDocuments({ requestId: opened.id })).toBe(1);

    await flow.select(app, opened);
    await flow.end(app, await flow.checkout(app, opened), 'paid');
    await app.services.relay.drain();
    await app.services.followers.catchUp();
    const [message] = phone.messages();
    expect(message).toMatchObject({ title: "We've received your payment" });

    const deliver = await pushTo(page, started.address);
    const shown = { title: message.title, body: message.body, url: message.url };
    await expect.poll(() => deliver(message)).toEqual([shown]);

    await off.click();
    await on.waitFor();
    expect(await subscriptions.countDocuments({ requestId: opened.id })).toBe(0);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('are turned on for operators, shown by the service worker, and turned off', async () => {
    const { app } = started;
    const desk = service.browser('desk');
    const { page, wrong } = await started.open('/healthz');
    await page.context().grantPermissions(['notifications'], { origin: started.address });
    await subscribeAt(page, desk.input);
    await page.goto(`${started.address}/operations`);
    await page.getByRole('textbox', { name: 'API key' }).fill(pilotKey);
    await page.getByRole('button', { name: 'Use key' }).click();
    const on = page.getByRole('button', { name: 'Notify me in this browser' });
    await on.waitFor();
    const subscriptions = app.db.collection('push_subscriptions');
    const ofDesk = () => subscriptions.countDocuments({ endpoint: desk.input.endpoint });
    expect(await ofDesk()).toBe(0);
    await expectAccessible(page);
    await on.click();
    const off = page.getByRole('button', { name: 'Turn off notifications' });
    await off.waitFor();
    expect(await ofDesk()).toBe(1);
    await page.reload();
    await off.waitFor();

    const objective = 'Find a verifier in Porto';
    await app.rest('POST', '/v1/operator/director-tickets', {
      body: { objective, owning_plane: 'operations', requesting_plane: 'support' },
    });
    await app.services.relay.drain();
    await app.services.followers.catchUp();
    const [message] = desk.messages();
    expect(message).toMatchObject({ body: objective });
    const deliver = await pushTo(page, started.address);
    const { title, body, url } = message;
    await expect.poll(() => deliver(message)).toEqual([{ title, body, url }]);
    expect(new URL(url, started.address).pathname).toBe('/operations');

    await off.click();
    await on.waitFor();
    expect(await ofDesk()).toBe(0);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('explain how to allow them if the browser blocks them', async () => {
    const opened = await flow.request(started.app);
    const { page } = await started.open(`/site-checks/${opened.id}#${opened.token}`);
    await page.evaluate(() => {
      Notification.requestPermission = async () => 'denied';
    });
    await page.getByRole('button', { name: 'Notify me in this browser' }).click();
    await page.getByText('Your browser blocks notifications of this site.').waitFor();
    await page.context().close();
  });
});
