import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { settle, storedJob } from '../delivery/support/scene.js';
import { assign } from '../evidence/support/scene.js';
import { describeInBrowser } from './support/browser-app.js';
import { button, captureLink, heading, phone, send, shopPhoto } from './support/capture.js';
import { expectAccessible, shoot } from './support/looks.js';
import { fillRequest, headingIs, press, shownRequest } from './support/order.js';

/** Takes the photos of the required steps of a shop. */
async function takePhotos(page: Page): Promise<void> {
  await send(page, await shopPhoto());
  await button(page, /^Next: /).click();
  await send(page, await shopPhoto());
  await button(page, /^Next: /).click();
  await button(page, 'Skip').click();
  await send(page, await shopPhoto());
  await heading(page, 'All photos are in').waitFor();
}

describeInBrowser('the complete flow', (started) => {
  /** Accepts the evidence with a warning as an operator, which creates the report. */
  async function accept(id: string): Promise<void> {
    const { app } = started();
    const { jobId } = await app.services.siteChecks.get(id);
    const { status } = (await storedJob(app, jobId)) ?? {};
    if (status === 'submitted') {
      await app.rest('POST', `/v1/jobs/${jobId}/review`, { body: { decision: 'accept' } });
    }
    await settle(app);
  }

  async function readAndVerify(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Read the report' }).click();
    await press(page, 'Verify this report');
    const verification = page.getByRole('status', { name: 'Verification' });
    await verification.getByText(/^Unchanged since/).waitFor();
    await press(page, /^Verify the photos too \(3 files/);
    await verification.getByText('3 of 3 photos are unchanged.').waitFor();
    const downloading = page.waitForEvent('download');
    await press(page, 'Download PDF');
    const chunks = [];
    for await (const chunk of await (await downloading).createReadStream()) chunks.push(chunk);
    expect(Buffer.concat(chunks).subarray(0, 5).toString()).toBe('%PDF-');
  }

  it('takes a request through payment and photos to a verified report and its PDF', async () => {
    const { app } = started();
    const { page, wrong } = await started().open('/');
    await fillRequest(page);
    await press(page, 'See offers');
    await press(page, 'Choose Verifier within 72 hours');
    await press(page, /^Pay €/);
    await page.waitForURL(/\/checkout\//);
    await press(page, /^Pay €/);
    await page.getByText('Paid. The check is confirmed.').waitFor();
    await page.getByRole('link', { name: 'Back to your request' }).click();
    await headingIs(page, 'We are sending someone');
    const { id, token } = await shownRequest(page);

    const { jobId } = await app.services.siteChecks.get(id);
    const task = await assign(app, jobId);
    const site = await started().open(captureLink(task), { ...phone(), secrets: [task, token] });
    await takePhotos(site.page);
    await accept(id);

    // The request's page updates without a reload.
    await headingIs(page, 'Your report is ready');
    await readAndVerify(page);
    for (const secret of [token, task]) expect(app.logLines.join('\n')).not.toContain(secret);
    expect([...wrong, ...site.wrong]).toEqual([]);
    await site.page.context().close();
    await page.context().close();
  });

  it('can be completed by one person with one phone, if the requester takes the photos', async () => {
    const { page, wrong, sent } = await started().open('/', phone());
    await fillRequest(page);
    await press(page, 'See offers');
    await press(page, 'Choose You take the photos');
    await press(page, 'Get the photo link');
    const { id, token } = await shownRequest(page);
    await page.getByRole('link', { name: 'Take photos on this device' }).click();
    await page.getByRole('region', { name: /^Step 1 of 4/ }).waitFor();
    // The phone can close the page while its camera is open.
    await page.reload();
    const capture = page.url();
    expect(capture).not.toContain(id);
    await takePhotos(page);
    await accept(id);
    const other = await started().open(capture);
    await heading(other.page, 'This task is finished').waitFor();
    expect(await other.page.getByRole('link', { name: 'Go to your request' }).count()).toBe(0);
    await other.page.context().close();
    await expectAccessible(page);
    await shoot(page, 'capture-end-own');
    await page.getByRole('link', { name: 'Go to your request' }).click();
    await headingIs(page, 'Your report is ready');
    expect(sent.filter((url) => url.split('#')[0]?.includes(token))).toEqual([]);
    await readAndVerify(page);
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});
