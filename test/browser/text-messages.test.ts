import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, register } from '../customer/support/accounts.js';
import { claimed, confirmEmail } from '../invite/support/invites.js';
import { reply, report, type SmsStandIn, startSmsProvider } from '../support/sms.js';
import { sendMails } from '../support/smtp.js';
import { BrowserApp } from './support/browser-app.js';
import { chromiumPath } from './support/chromium.js';
import { expectAccessible, expectFitting, shoot } from './support/looks.js';
import { headingIs, press } from './support/order.js';

describe.runIf(chromiumPath)('an invite by text message', () => {
  let provider: SmsStandIn;
  let started: BrowserApp;
  beforeAll(async () => {
    provider = await startSmsProvider();
    started = await BrowserApp.start(provider.settings);
  });
  afterAll(async () => {
    await started.stop();
    await provider.stop();
  });

  /** Opens a customer's confirmed request. */
  async function open(account: Account) {
    const { opened } = await claimed(started.app, account);
    const shown = await started.open('/healthz');
    const cookie = { name: 'session', value: account.session, url: started.address };
    await shown.page.context().addCookies([cookie]);
    await shown.page.goto(`${started.address}/site-checks/${opened.id}`);
    return shown;
  }

  it('is sent from the status page, which shows its delivery and opens from its link', async () => {
    const { app } = started;
    const account = await register(app);
    await confirmEmail(app, account);
    const { page, wrong } = await open(account);
    const ask = page.getByRole('form', { name: 'Ask someone on site' });
    await ask.getByText('Without an email, the link is sent here by text message.').waitFor();
    await ask.getByLabel('Name').fill('Grace Hopper');
    await ask.getByLabel('Phone').fill('0151 12345678');
    await press(page, 'Send the link');
    const sent = page.getByRole('list', { name: 'Links sent' });
    await sent.getByText('Active · Not opened').waitFor();
    await sendMails(app);
    const message = provider.to('+4915112345678')[0]!;
    await page.reload();
    await sent.getByText(/Not opened · Sent/).waitFor();
    await page.getByText('Replace this link').click();
    await sent.getByRole('button', { name: 'Send again' }).waitFor();
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'invite-text-sent');

    await report(app, message, { MessageStatus: 'undelivered', ErrorCode: '30003' });
    await page.reload();
    await sent.getByText('Could not be sent: the phone cannot be reached.').waitFor();
    await shoot(page, 'invite-text-failed');

    await reply(app, '+4915112345678', 'STOP');
    await page.getByText('Replace this link').click();
    await press(page, 'Send again');
    await sent.getByText('They replied STOP to an earlier message.').waitFor();
    await shoot(page, 'invite-text-stopped');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('opens the task from its short link', async () => {
    const { app } = started;
    const account = await register(app);
    await confirmEmail(app, account);
    const { page } = await open(account);
    const ask = page.getByRole('form', { name: 'Ask someone on site' });
    await ask.getByLabel('Name').fill('Grace Hopper');
    await ask.getByLabel('Phone').fill('+49 151 87654321');
    await press(page, 'Send the link');
    await page.getByRole('list', { name: 'Links sent' }).getByText('Active').waitFor();
    await sendMails(app);
    await page.context().close();
    const link = /http\S+/.exec(provider.to('+4915187654321')[0]?.text ?? '')?.[0] ?? '';
    const code = link.split('#')[1] ?? 'none';
    const phone = await started.open(link, {
      secrets: [code],
      viewport: { width: 390, height: 740 },
    });
    await phone.page.waitForURL(/\/capture/);
    await phone.page.getByRole('button', { name: 'Start' }).waitFor();
    expect(phone.wrong).toEqual([]);
    await phone.page.context().close();
  });

  it('is opened as an offer only while it is open', async () => {
    const { page } = await started.open('/o#wrong-code', { expected: /404/ });
    await page.getByText('This offer is no longer open.').waitFor();
    await headingIs(page, 'A job for you');
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'offer-code-ended');
    await page.context().close();
  });
});
