import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { register } from '../customer/support/accounts.js';
import { upload } from '../evidence/support/scene.js';
import * as flow from '../site-check/support/flow.js';
import { type ReachedState, reachAll } from '../site-check/support/states.js';
import { restApi } from '../support/apis.js';
import { describeInBrowser } from './support/browser-app.js';
import {
  expectAccessible,
  expectFitting,
  expectLargeTargets,
  layoutShift,
  shoot,
} from './support/looks.js';
import { headingIs, press } from './support/order.js';

interface Shown {
  heading: string;
  /** Text of the status region. */
  says: RegExp;
  /** Marks of the steps from the request to the report. */
  marks: string;
  /** Buttons and links in focus order, except those of parts with a separate test: saving and sharing, and the map. */
  controls: string[];
}

/** `today 12:00`, `Fri 27 Nov, 12:00`, `Fri 1 Jan 2027, 12:00` */
const time = '(?:yesterday|today|tomorrow|\\w{3} \\d+ \\w{3}(?: \\d{4})?,) \\d\\d:\\d\\d';

const link = ['Copy private link'];
const cancel = 'Cancel this request';
const readable = ['Read the report', 'Download PDF', ...link];

const states: Record<ReachedState, Shown> = {
  quoted: {
    heading: 'Choose an offer',
    says: new RegExp(`Every offer is available\\. Prices hold until ${time}\\.$`),
    marks: 'done now later later later',
    controls: ['Choose', 'Choose', 'Choose', 'Edit request', ...link, cancel],
  },
  unserviceable: {
    heading: 'We cannot check this place',
    says: /./,
    marks: 'done',
    controls: ['Request another check', 'Edit request', ...link],
  },
  offer_selected: {
    heading: 'Pay to start',
    says: /^Verifier within 72 hours, €40\.00\.$/,
    marks: 'done done now later later',
    controls: ['Pay €40.00', 'Change offer', 'Edit request', ...link, cancel],
  },
  awaiting_payment: {
    heading: 'Finish paying',
    says: new RegExp(`^Your checkout is open until ${time}\\.$`),
    marks: 'done done now later later',
    controls: ['Go to checkout', 'Change offer', 'Edit request', ...link, cancel],
  },
  confirmed: {
    heading: 'We are sending someone',
    says: new RegExp(`^The report is due by ${time}\\.$`),
    marks: 'done done done now later',
    controls: [...link, cancel],
  },
  in_progress: {
    heading: 'Photos are coming in',
    says: /./,
    marks: 'done done done now later',
    controls: link,
  },
  report_ready: {
    heading: 'Your report is ready',
    says: /./,
    marks: 'done done done done done',
    controls: readable,
  },
  completed: {
    heading: 'You have your report',
    says: /^You can still ask for more photos or dispute the result\.$/,
    marks: 'done done done done done',
    controls: readable,
  },
  disputed: {
    heading: 'You disputed the result',
    says: new RegExp(`^You disputed this report ${time}\\. We are reviewing it\\.$`),
    marks: 'done done done done done',
    controls: readable,
  },
  cancelled: {
    heading: 'Cancelled',
    says: /^$/,
    marks: 'done',
    controls: ['Request another check', ...link],
  },
  expired: {
    heading: 'Expired',
    says: /^Nothing was chosen or paid for 30 days\.$/,
    marks: 'done',
    controls: ['Request another check', ...link],
  },
};

/** Returns the names of the controls in `main`, in tab order. */
async function controlsByKeyboard(page: Page): Promise<string[]> {
  const names: string[] = [];
  await page.locator('main').focus();
  for (;;) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement | null;
      if (!focused?.closest('main')) return null;
      const isOther = focused.closest('[data-save], [data-key=shares], [data-map], .positions');
      return isOther ? '' : focused.innerText.trim();
    });
    if (name === null) return names;
    if (name !== '') names.push(name);
  }
}

describeInBrowser('the page of a request in each state', (started) => {
  let reached: Awaited<ReturnType<typeof reachAll>>;
  beforeAll(async () => {
    reached = await reachAll(started().app);
  });

  it.each(Object.entries(states))('%s', async (state, { heading, says, marks, controls }) => {
    const { id, token } = reached[state as ReachedState];
    const { page, wrong } = await started().open(`/site-checks/${id}#${token}`, {
      secrets: [token],
      viewport: { width: 390, height: 800 },
      hasTouch: true,
    });
    await headingIs(page, heading);
    expect(await page.title()).toBe(`${heading} – Verification service`);
    const message = page.getByRole('status', { name: 'Status' });
    expect((await message.innerText()).trim()).toMatch(says);
    const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem');
    const shown = await steps.evaluateAll((items) => items.map(({ className }) => className));
    expect(shown.join(' ')).toBe(marks);
    const current = await page.locator('[aria-current=step]').count();
    expect(current).toBe(marks.includes('now') ? 1 : 0);
    expect(await controlsByKeyboard(page)).toEqual(controls);
    expect(await layoutShift(page)).toBeLessThan(0.02);
    await expectLargeTargets(page);
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, `state-${state}`);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it.each(['quoted', 'awaiting_payment', 'confirmed'] as const)(
    'keeps the full stop next to the time on a narrow phone: %s',
    async (state) => {
      const { id, token } = reached[state];
      const { page } = await started().open(`/site-checks/${id}#${token}`, {
        viewport: { width: 320, height: 740 },
      });
      const message = page.getByRole('status', { name: 'Status' });
      await message.locator('time').waitFor();
      const below = await message.evaluate((node) => {
        const { lastChild } = node;
        if (!lastChild) throw new Error('no sentence');
        const stop = document.createRange();
        stop.selectNode(lastChild);
        const lines = node.querySelector('time')?.getClientRects() ?? [];
        return stop.getBoundingClientRect().top - (lines[lines.length - 1]?.top ?? 0);
      });
      expect(Math.abs(below)).toBeLessThan(4);
      await page.context().close();
    },
  );

  it('links from a ready report to the report and its PDF, and states why it was withdrawn', async () => {
    const { id, token } = reached.report_ready;
    const { page } = await started().open(`/site-checks/${id}#${token}`, { secrets: [token] });
    await headingIs(page, 'Your report is ready');
    const downloading = page.waitForEvent('download');
    await press(page, 'Download PDF');
    expect((await downloading).suggestedFilename()).toBe(`report-${id}.pdf`);
    await page.getByRole('link', { name: 'Read the report' }).click();
    await page.waitForURL(/\/reports\//);
    await page.getByRole('region', { name: 'Result' }).waitFor();
    await page.goBack();
    // The report was read, so it counts as delivered.
    await headingIs(page, 'You have your report');
    const { jobId } = await started().app.services.siteChecks.get(id);
    const withdraw = `/v1/jobs/${jobId}/reality-report/withdraw`;
    const { status } = await started().app.rest('POST', withdraw, {
      body: { reason: 'The wrong house.' },
    });
    expect(status).toBe(200);
    await page.getByText('Withdrawn: The wrong house.').waitFor();
    await page.getByText('The report was withdrawn. Do not rely on it.').waitFor();
    expect(await page.getByRole('button', { name: 'Download PDF' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Read the report' }).click();
    await page.getByText('This version was withdrawn. Do not rely on it.').waitFor();
    await page.getByText('Reason: The wrong house.').waitFor();
    await page.context().close();
  });

  it('asks for no more photos when all are received and waiting for review', async () => {
    const { app } = started();
    const opened = await flow.request(app);
    await flow.select(app, opened, 'self_service');
    const link = await restApi.call(app, 'startSelfServiceCapture', opened);
    const { steps } = await flow.storedJob(app, opened.jobId);
    for (const { stepName } of steps.filter(({ required }) => required)) {
      // Near enough to count, too far to pass without a review.
      const fields = { step_name: stepName, latitude: '52.5244' };
      const sent = await upload(app, { token: link.body.capture_token, door: 'capture', fields });
      expect(sent.body.validation_passed).toBe(true);
    }
    expect((await flow.storedJob(app, opened.jobId)).status).toBe('submitted');
    const { page, wrong } = await started().open(`/site-checks/${opened.id}#${opened.token}`);
    await headingIs(page, 'All photos are in');
    const message = page.getByRole('status', { name: 'Status' });
    expect(await message.innerText()).toContain('We are reviewing the photos.');
    expect(await controlsByKeyboard(page)).toEqual(['Copy private link']);
    const shown = page.getByRole('list', { name: 'Progress' }).getByRole('listitem');
    const marks = await shown.evaluateAll((items) => items.map(({ className }) => className));
    expect(marks.join(' ')).toBe('done done done done now');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('follows a language that is chosen in another tab', async () => {
    const { app, address } = started();
    const opened = await flow.request(app);
    const { page, wrong } = await started().open(`/site-checks/${opened.id}#${opened.token}`);
    await headingIs(page, 'Choose an offer');
    await page.context().addCookies([{ name: 'language', value: 'ar', url: address }]);
    await flow.select(app, opened);
    await headingIs(page, 'ادفعوا لنبدأ');
    const { lang, dir } = await page.evaluate(() => {
      const { lang, dir } = document.documentElement;
      return { lang, dir };
    });
    expect([lang, dir]).toEqual(['ar', 'rtl']);
    await page.getByRole('contentinfo').getByLabel('اللغة').waitFor();
    await press(page, 'نسخ الرابط الخاص');
    await page.getByText(/^(تم النسخ|تعذّر على المتصفح النسخ)/).waitFor();
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('lets another offer be selected while its checkout is open', async () => {
    const { app } = started();
    const opened = await flow.request(app);
    await flow.select(app, opened);
    await flow.checkout(app, opened);
    const { page } = await started().open(`/site-checks/${opened.id}#${opened.token}`);
    await headingIs(page, 'Finish paying');
    await press(page, 'Change offer');
    await headingIs(page, 'Choose an offer');
    // An automatic update leaves the offers in place.
    await app.services.relay.drain();
    await press(page, 'Choose Verifier within 24 hours');
    await headingIs(page, 'Pay to start');
    await page.getByRole('button', { name: 'Pay €72.00' }).waitFor();
    const { selectedOffer, checkouts } = await flow.stored(app, opened.id);
    expect(selectedOffer?.offerKey).toBe('express_24h');
    expect(checkouts.map(({ state }) => state)).not.toContain('open');
    await page.context().close();
  });

  it('offers a session actions that a token alone does not permit', async () => {
    const { app } = started();
    const account = await register(app);
    const opened = await flow.request(app);
    await flow.select(app, opened, 'self_service');
    const path = `/site-checks/${opened.id}#${opened.token}`;
    const guest = await started().open(path);
    await headingIs(guest.page, 'Your turn: take the photos');
    expect(await guest.page.getByRole('form', { name: 'Ask someone on site' }).count()).toBe(0);
    expect(await guest.page.getByRole('button', { name: 'Keep in my account' }).count()).toBe(0);
    await guest.page.context().close();

    const { page, wrong } = await started().open('/healthz', { secrets: [opened.token] });
    const cookie = { name: 'session', value: account.session, url: started().address };
    await page.context().addCookies([cookie]);
    await page.goto(started().address + path);
    await press(page, 'Keep in my account');
    await page.getByText('This request is in your account.').waitFor();
    // With a session, no code is requested or shown.
    await page.goto(`${started().address}/site-checks/${opened.id}`);
    await headingIs(page, 'Your turn: take the photos');
    expect(await page.getByText('Access code').count()).toBe(0);
    const ask = page.getByRole('form', { name: 'Ask someone on site' });
    await ask.getByLabel('Name').fill('Grace Hopper');
    await ask.getByLabel('Phone').fill('+49 30 7654321');
    await press(page, 'Send the link');
    const sent = page.getByRole('list', { name: 'Links sent' });
    await sent.getByText('Active · Not opened').waitFor();
    await sent.getByText('This service sends no text messages. Copy the link').waitFor();
    await page.getByText('Replace this link').click();
    await sent.getByText('The current one will stop working.').first().waitFor();
    await press(page, 'Replace the link');
    // The response resets the forms: text typed before it arrives would be lost.
    await page.locator('form[data-busy]').waitFor({ state: 'detached' });
    await sent.getByText('Active · Not opened').waitFor();
    await page.getByText('Give to someone else').click();
    await sent.getByLabel('Name').fill('Katherine Johnson');
    await press(page, 'Give the link');
    await sent.getByRole('heading', { name: 'Katherine Johnson' }).waitFor();
    await sent.getByText('Cancelled').waitFor();
    await page.reload();
    await sent.getByRole('heading', { name: 'Katherine Johnson' }).waitFor();
    const { invites } = await flow.storedJob(app, opened.jobId);
    expect(invites?.map(({ inviteeName }) => inviteeName)).toEqual([
      'Grace Hopper',
      'Katherine Johnson',
    ]);
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});
