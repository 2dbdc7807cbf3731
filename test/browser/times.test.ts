import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { register } from '../customer/support/accounts.js';
import { made } from '../customer-request/support/requests.js';
import * as flow from '../site-check/support/flow.js';
import { describeInBrowser } from './support/browser-app.js';

/** Formats a time as the pages do, by other means. */
function shown(at: string, timeZone: string): string {
  const dayOf = (time: Date) => time.toLocaleDateString('en-CA', { timeZone });
  const time = new Date(at);
  const clock = time.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const away = Math.round((Date.parse(dayOf(time)) - Date.parse(dayOf(new Date()))) / 86_400_000);
  const near = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }[String(away)];
  if (near) return `${near} ${clock}`;
  const part = (options: Intl.DateTimeFormatOptions) =>
    time.toLocaleDateString('en-US', { timeZone, ...options });
  const year = part({ year: 'numeric' });
  const suffix =
    year === new Date().toLocaleDateString('en-US', { year: 'numeric' }) ? '' : ` ${year}`;
  return `${part({ weekday: 'short' })} ${part({ day: 'numeric' })} ${part({ month: 'short' })}${suffix}, ${clock}`;
}

const timesOf = (page: Page) =>
  page.locator('main time').evaluateAll((times) =>
    (times as HTMLTimeElement[]).map((time) => ({
      at: time.dateTime,
      text: time.textContent ?? '',
      title: time.title,
      zone: time.dataset['zone'] ?? null,
    })),
  );

const tokyo = { latitude: 35.6812, longitude: 139.7671, address: '1 Chome Marunouchi, Tokyo' };

describeInBrowser('times', (started) => {
  it('shows times on site in the zone of the place and others in the reader’s', async () => {
    const { id, token } = await flow.reported(started().app);
    const { page } = await started().open(`/site-checks/${id}#${token}`, {
      timezoneId: 'Asia/Kathmandu',
    });
    await page.getByRole('list', { name: 'Progress' }).locator('time').last().waitFor();
    await expect
      .poll(async () => (await timesOf(page)).map(({ zone }) => zone))
      .toContain('Europe/Berlin');
    for (const { at, text, title, zone } of await timesOf(page)) {
      expect(text).toBe(shown(at, zone ?? 'Asia/Kathmandu'));
      expect(title).toMatch(/^\d{1,2} \w{3} \d{4}, \d\d:\d\d UTC$/);
    }
    const note = page.getByText('Times on site are in the time zone of the place (Europe/Berlin)');
    expect(await note.isVisible()).toBe(true);
    expect(await page.getByText('Europe/Berlin').count()).toBe(1);
    await page.goto(`${started().address}/reports/${id}#${token}`);
    await page.getByRole('region', { name: 'Result' }).waitFor();
    const times = await timesOf(page);
    expect(times.filter(({ zone }) => zone !== null).length).toBeGreaterThan(1);
    for (const { at, text, zone } of times) {
      expect(text.toLowerCase()).toBe(shown(at, zone ?? 'Asia/Kathmandu').toLowerCase());
    }
    expect(await note.isVisible()).toBe(true);
    await page.context().close();
  });

  it('names no zone where the reader has the same times', async () => {
    const { id, token } = await flow.reported(started().app);
    const { page } = await started().open(`/reports/${id}#${token}`, {
      timezoneId: 'Europe/Paris',
    });
    await page.getByRole('region', { name: 'Result' }).waitFor();
    await expect.poll(() => page.getByText('(Europe/Berlin)').isVisible()).toBe(false);
    await page.context().close();
  });

  it('shows all times in the zone of the place without script, and names it', async () => {
    const { id, token } = await flow.request(started().app, tokyo);
    const { page } = await started().open(`/site-checks/${id}`, {
      javaScriptEnabled: false,
      timezoneId: 'America/New_York',
    });
    await page.getByLabel('Access code').fill(token);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Times are in the time zone of the place (Asia/Tokyo).').waitFor();
    const times = await timesOf(page);
    expect(times.length).toBeGreaterThan(0);
    for (const { at, text } of times) expect(text).toBe(shown(at, 'Asia/Tokyo'));
    await page.context().close();
  });

  it('shows the list of an account in UTC without script, and in the reader’s zone with it', async () => {
    const account = await register(started().app);
    await made(started().app, account);
    const list = async (javaScriptEnabled: boolean) => {
      const { page } = await started().open('/healthz', {
        javaScriptEnabled,
        timezoneId: 'Pacific/Kiritimati',
      });
      const cookie = { name: 'session', value: account.session, url: started().address };
      await page.context().addCookies([cookie]);
      await page.goto(`${started().address}/account`);
      const [time] = await timesOf(page);
      const noted = await page.getByText('Times are in UTC.').isVisible();
      await page.context().close();
      return { time, noted };
    };
    const capital = (text: string) => text[0]?.toUpperCase() + text.slice(1);
    const plain = await list(false);
    expect(plain.time?.text).toBe(capital(shown(plain.time?.at ?? '', 'UTC')));
    expect(plain.noted).toBe(true);
    const enhanced = await list(true);
    expect(enhanced.time?.text).toBe(capital(shown(enhanced.time?.at ?? '', 'Pacific/Kiritimati')));
    expect(enhanced.noted).toBe(false);
  });
});
