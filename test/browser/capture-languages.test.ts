import { expect, it } from 'vitest';
import { createTranslator } from '../../src/messages/create-translator.js';
import { frameCatalogue } from '../../src/messages/frame/catalogue.js';
import { describeInBrowser } from './support/browser-app.js';
import { captureLink, phone, readyOffline, shopTask } from './support/capture.js';

const offline = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

describeInBrowser('the labels of a task', (started) => {
  it('are in the language of the page, also offline, and follow a change of it', async () => {
    const { token } = await shopTask(started().app);
    const { page } = await started().open(captureLink(token), {
      ...phone(),
      locale: 'ja',
      expected: offline,
    });
    const step = (label: string) => page.getByRole('heading', { name: label });
    await step('到着時に通りから見た店舗').waitFor();
    await page.getByText('通りの向かい側').waitFor();
    await readyOffline(page);
    await page.context().setOffline(true);
    const again = await page.context().newPage();
    await again.goto(started().address + captureLink(token));
    await again.getByRole('heading', { name: '到着時に通りから見た店舗' }).waitFor();
    await again.close({ runBeforeUnload: false });
    await page.context().setOffline(false);
    const t = createTranslator(frameCatalogue, 'ja');
    await page.getByLabel(t('frame.language')).selectOption('Deutsch');
    await page.getByRole('button', { name: t('frame.change_language') }).click();
    await step('Straßenansicht bei der Ankunft').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.context().close();
  });
});
