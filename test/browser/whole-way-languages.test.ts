import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { captureCatalogue } from '../../src/messages/capture/catalogue.js';
import { pdfCatalogue } from '../../src/messages/pdf/catalogue.js';
import { reportCatalogue } from '../../src/messages/report/catalogue.js';
import { requestCatalogue } from '../../src/messages/request/catalogue.js';
import { statusCatalogue } from '../../src/messages/status/catalogue.js';
import shipped from '../../src/modules/catalogue/catalogue.json' with { type: 'json' };
import { settle, storedJob } from '../delivery/support/scene.js';
import { describeInBrowser } from './support/browser-app.js';
import { phone, shopPhoto } from './support/capture.js';
import { englishCopy } from './support/english-copy.js';
import { expectAccessible, shoot } from './support/looks.js';
import { place, press, shownRequest } from './support/order.js';
import { serviceLabels } from './support/service-labels.js';

type Tested = 'ja' | 'ar';

/** Takes the photos of the required steps, and answers each question with its first answer. */
async function capture(page: Page, language: Tested): Promise<void> {
  const t = captureCatalogue[language];
  const named = (name: string) => page.getByRole('button', { name, exact: true });
  const headingOf = () =>
    page.evaluate(() => document.querySelector('.question h2, .review h2')?.textContent ?? null);
  const end = page.getByRole('heading', { level: 1, name: t['capture.end.title'] });
  const next = page.getByRole('button', {
    name: t['capture.result.next'].split('{label}')[0]?.trim() ?? '',
  });
  const take = page.getByLabel(t['capture.photo.take'], { exact: true });
  const shown = [
    end,
    next,
    named(t['capture.photo.use']),
    page.locator('.question, .review'),
    take,
  ];
  for (;;) {
    await shown
      .reduce((all, one) => all.or(one))
      .first()
      .waitFor();
    const heading = await headingOf();
    if (await end.isVisible()) return;
    if (heading === t['capture.review.title']) {
      await named(t['capture.review.send']).click();
      await expect.poll(headingOf).toBeNull();
    } else if (heading !== null) {
      const skip = page
        .locator('.question')
        .getByRole('button', { name: t['capture.question.skip'] });
      if ((await skip.count()) > 0) await skip.click();
      else {
        const typed = page.locator('.question #answer');
        if ((await typed.count()) > 0) await typed.fill('1');
        else await page.locator('.question .option input').first().check();
        await named(t['capture.question.next']).click();
      }
      await expect.poll(headingOf).not.toBe(heading);
    } else if (await named(t['capture.photo.use']).isVisible()) {
      await named(t['capture.photo.use']).click();
      await named(t['capture.photo.use']).waitFor({ state: 'hidden' });
    } else if (await next.isVisible()) {
      const arrow = next.locator('svg path');
      const transform = await arrow.evaluate((path) => getComputedStyle(path).transform);
      expect(transform.startsWith('matrix(-1,')).toBe(language === 'ar');
      await next.click();
      await next.waitFor({ state: 'hidden' });
    } else {
      const skip = named(t['capture.steps.skip']);
      if (await skip.isVisible()) await skip.click();
      else {
        const buffer = await shopPhoto();
        await take.setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer });
        await page.getByRole('img', { name: t['capture.photo.preview'] }).waitFor();
      }
    }
  }
}

/** Returns the text of a PDF without spaces: a line of Japanese breaks anywhere. */
async function textOf(path: string): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(path)));
  const { text } = await extractText(pdf, { mergePages: true });
  return text.replaceAll(/\s/g, '');
}

/** Expects that no label of the catalogue is in English. */
async function expectTranslated(page: Page, language: Tested): Promise<void> {
  expect(await englishCopy(page, language, [serviceLabels])).toEqual([]);
  expect(await page.locator('main [lang=en]').allTextContents()).toEqual([]);
}

describeInBrowser('the complete flow on a phone', (started) => {
  it.each([
    ['ja', 'お店は開いていますか？'],
    ['ar', 'هل المتجر مفتوح؟'],
  ] as const)('in %s, from the order to the PDF', async (language, objective) => {
    const { app } = started();
    const request = requestCatalogue[language];
    const status = statusCatalogue[language];
    const { page, wrong } = await started().open('/', { ...phone(), locale: language });
    await page.getByLabel(request['request.objective']).fill(objective);
    await page.getByRole('combobox', { name: request['request.address'] }).fill(place.address);
    await page.getByLabel(request['request.latitude']).fill(place.latitude);
    await page.getByLabel(request['request.longitude']).fill(place.longitude);
    await press(page, request['request.see_offers']);
    const [before = '', after = ''] = status['status.choose_offer'].split('{label}');
    const offer = shipped.offers[0]?.translations[language].label ?? '';
    const chosen = new RegExp(`^${before}.*${offer}.*${after}$`);
    await page.getByRole('button', { name: chosen }).click();
    await press(page, status['status.link.get']);
    const { id } = await shownRequest(page);
    await page.getByRole('link', { name: status['status.link.take_photos'] }).click();
    await page
      .getByLabel(captureCatalogue[language]['capture.photo.take'], { exact: true })
      .waitFor();
    await expectAccessible(page);
    await expectTranslated(page, language);
    await shoot(page, `flow-capture-${language}`);
    await capture(page, language);

    const { jobId } = await app.services.siteChecks.get(id);
    if ((await storedJob(app, jobId))?.status === 'submitted') {
      await app.rest('POST', `/v1/jobs/${jobId}/review`, { body: { decision: 'accept' } });
    }
    await settle(app);
    await page
      .getByRole('link', { name: captureCatalogue[language]['capture.end.to_request'] })
      .click();
    await page.getByRole('link', { name: status['status.read'] }).click();
    await page.getByRole('button', { name: reportCatalogue[language]['report.verify'] }).waitFor();
    await page.getByText(objective).first().waitFor();
    await expectAccessible(page);
    await expectTranslated(page, language);
    await shoot(page, `flow-report-${language}`);
    const downloading = page.waitForEvent('download');
    await page
      .getByRole('main')
      .getByText(reportCatalogue[language]['report.download_pdf'], { exact: true })
      .click();
    const text = await textOf(await (await downloading).path());
    if (language === 'ja') {
      expect(text).toContain(pdfCatalogue.ja['pdf.translation']);
      expect(text).toContain(objective);
      expect(text).toContain('通りから見た店舗');
      expect(text).not.toContain('Streetview');
    }
    expect(text).toContain(place.address.replaceAll(' ', ''));
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});
