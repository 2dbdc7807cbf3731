import { readFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import type { Mail } from '../../src/modules/mail/mail.js';
import { register } from '../customer/support/accounts.js';
import { claimed, confirmEmail } from '../invite/support/invites.js';
import { linkIn, received } from '../notice/support/scene.js';
import * as flow from '../site-check/support/flow.js';
import { mailSettings, sendMails, startMailReceiver } from '../support/smtp.js';
import { describeInBrowser } from './support/browser-app.js';
import { expectAccessible, expectFitting, shoot } from './support/looks.js';
import { fillRequest, headingIs, press, shownRequest } from './support/order.js';

const receiver = await startMailReceiver();
afterAll(() => receiver.stop());

describeInBrowser(
  'a guest',
  (started) => {
    const app = () => started().app;

    it('who closes the tab after paying returns through the mail', async () => {
      const first = await started().open('/');
      await fillRequest(first.page);
      await first.page.getByLabel('Email').fill('ada@gmial.com');
      await first.page.getByLabel('Email').blur();
      await press(first.page, 'ada@gmail.com');
      await press(first.page, 'See offers');
      await press(first.page, 'Choose Verifier within 72 hours');
      const { id } = await shownRequest(first.page);
      await press(first.page, /^Pay €/);
      await first.page.waitForURL(/\/checkout\//);
      await press(first.page, /^Pay €/);
      await first.page.getByText('Paid. The check is confirmed.').waitFor();
      await first.page.context().close();
      await sendMails(app());
      const mail = await received(app(), receiver, { id }, 'payment_received');
      expect(mail.to).toBe('ada@gmail.com');
      const link = linkIn(mail);

      const { page, wrong } = await started().open(link.slice(started().address.length));
      await headingIs(page, 'We are sending someone');
      await page.getByText('Mail goes to a…@gmail.com.').waitFor();
      expect(wrong).toEqual([]);
      await page.context().close();
    });

    it('changes an address that mail came back from, and gets the link at the new one', async () => {
      const opened = await flow.request(app(), { requester_email: 'grace@example.org' });
      await sendMails(app());
      const mails = app().db.collection<{ _id: string }>('mails');
      const mail = await mails.findOne({ 'about.requestId': opened.id, status: 'sent' });
      await app().services.mails.markBounced(mail?._id ?? '');
      const { page, wrong } = await started().open(`/site-checks/${opened.id}#${opened.token}`);
      await page.getByText('Mail to g…@example.org came back. Enter another address.').waitFor();
      await page.getByLabel('Email address').fill('hopper@example.net');
      await press(page, 'Save and send the link');
      await page.getByText('Mail goes to h…@example.net.').waitFor();
      await shoot(page, 'contact');
      expect((await flow.stored(app(), opened.id)).requesterEmail).toBe('hopper@example.net');
      await sendMails(app());
      const [sent] = receiver.to('hopper@example.net');
      if (!sent) throw new Error('nothing arrived');
      expect(new URL(linkIn(sent)).hash).toBe(`#${opened.token}`);
      expect(wrong).toEqual([]);
      await page.context().close();
    });

    it('whose mailbox is full reads why, and gets the link once there is room', async () => {
      receiver.rejectRecipients(() => ({ code: 552, text: '5.2.2 Mailbox full' }));
      const opened = await flow.request(app(), { requester_email: 'lovelace@example.org' });
      await sendMails(app());
      receiver.rejectRecipients(() => null);
      const { page, wrong } = await started().open(`/site-checks/${opened.id}#${opened.token}`);
      const section = page.getByRole('region', { name: 'Email', exact: true });
      await section.getByText('came back: the mailbox is full. Make room in it').waitFor();
      await expectAccessible(page);
      await shoot(page, 'contact-full');
      await page.getByLabel('Email address').fill('lovelace@example.org');
      await press(page, 'Save and send the link');
      await sendMails(app());
      await page.reload();
      await page.getByText('Mail goes to l…@example.org.').waitFor();
      const [sent] = receiver.to('lovelace@example.org');
      if (!sent) throw new Error('nothing arrived');
      expect(new URL(linkIn(sent)).hash).toBe(`#${opened.token}`);
      expect(wrong).toEqual([]);
      await page.context().close();
    });

    it('reads in the account that mail to the account came back', async () => {
      const account = await register(app());
      await confirmEmail(app(), account);
      const { opened } = await claimed(app(), account);
      await sendMails(app());
      const mails = app().db.collection<Mail>('mails');
      const mail = await mails.findOne({ 'about.requestId': opened.id, status: 'sent' });
      await app().services.mails.markBounced(mail?._id ?? '', '5.1.1');
      const { page } = await started().open('/healthz');
      const cookie = { name: 'session', value: account.session, url: started().address };
      await page.context().addCookies([cookie]);
      await page.goto(`${started().address}/site-checks/${opened.id}`);
      await page.getByText('came back: the address does not exist.').waitFor();
      expect(await page.getByLabel('Email address').count()).toBe(0);
      await page.context().close();
    });

    it('without an email is asked to save the link until it is saved', async () => {
      const opened = await flow.request(app());
      const { page, wrong } = await started().open(`/site-checks/${opened.id}#${opened.token}`, {
        viewport: { width: 390, height: 844 },
      });
      const section = page.getByRole('region', { name: 'Save your link' });
      await section.getByRole('button', { name: 'Copy link' }).waitFor();
      const copies = await page.getByRole('button', { name: /^Copy/ }).allInnerTexts();
      expect(copies).toEqual(['Copy link', 'Copy private link']);
      await section.getByRole('img', { name: 'QR code of your private link' }).waitFor();
      const downloading = page.waitForEvent('download');
      await section.getByRole('button', { name: 'Add to calendar' }).click();
      const file = await readFile(await (await downloading).path(), 'utf8');
      const unfolded = file.replaceAll('\r\n ', '');
      expect(unfolded).toContain(
        `URL:${started().address}/site-checks/${opened.id}#${opened.token}`,
      );
      expect(file.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
      await expectFitting(page);
      await expectAccessible(page);
      await shoot(page, 'save-link');
      await section.getByRole('button', { name: 'I have saved it' }).click();
      await section.waitFor({ state: 'hidden' });
      await page.reload();
      await headingIs(page, 'Choose an offer');
      expect(await section.count()).toBe(0);
      expect(wrong).toEqual([]);
      await page.context().close();
    });
  },
  mailSettings(receiver),
);
