import { expect, it } from 'vitest';
import { catalogues } from '../../src/messages/catalogues.js';
import { createTranslator } from '../../src/messages/create-translator.js';
import { frameCatalogue } from '../../src/messages/frame/catalogue.js';
import { mapCatalogue } from '../../src/messages/map/catalogue.js';
import { requestCatalogue } from '../../src/messages/request/catalogue.js';
import * as flow from '../site-check/support/flow.js';
import { describeInBrowser } from './support/browser-app.js';
import { englishCopy } from './support/english-copy.js';
import { expectAccessible, expectFitting, shoot } from './support/looks.js';

const copy = Object.values(catalogues);
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;

describeInBrowser('an order in another language', (started) => {
  const lastOrder = async () =>
    (await started().app.siteChecks.find().sort({ createdAt: -1 }).limit(1).toArray())[0];

  it.each([
    ['ja', 'アレキサンドリアの港は開いていますか？', 'エジプト'],
    ['ar', 'هل الميناء مفتوح؟', 'مصر'],
  ] as const)('is placed on a phone in %s', async (language, objective, country) => {
    const t = createTranslator(requestCatalogue, language);
    const map = createTranslator(mapCatalogue, language);
    const { page, wrong, sent } = await started().open('/', { ...phone, locale: language });
    await page.getByLabel(t('request.objective')).fill(objective);
    await page.getByRole('combobox', { name: t('request.address') }).pressSequentially('alexand');
    const option = page.getByRole('option', { name: new RegExp(`^Alexandria, ${country}`) });
    await option.waitFor();
    expect(await option.textContent()).toContain(t('request.kind.city'));
    expect(sent.some((url) => url.includes(`language=${language}`))).toBe(true);
    await option.click();
    await page.getByText(t('request.move_pin')).waitFor();
    const status = page.getByRole('status', { name: t('request.place') });
    await expect.poll(() => status.textContent()).toMatch(/\d/);
    await page.locator('[data-map]').scrollIntoViewIfNeeded();
    await page.locator('[data-map][data-drawn]').waitFor();
    await page.getByRole('region', { name: map('map.name_with_pin') }).waitFor();
    const [beforePosition = '', afterPosition = ''] = map('map.pin', { position: '|' }).split('|');
    const pin = page.getByRole('button', { name: afterPosition.trim() });
    await pin.focus();
    expect(await pin.getAttribute('aria-label')).toMatch(
      new RegExp(`^${beforePosition}\u2068?\\d+\\.\\d{5}, \\d+\\.\\d{5}`),
    );
    await page.keyboard.press('ArrowRight');
    const moved = t('request.apart', { distance: '|', place: '|' }).split('|');
    await expect
      .poll(() => page.locator('[data-located]').textContent())
      .toMatch(new RegExp(`^${moved.join('.+')}$`));
    expect(await englishCopy(page, language, copy)).toEqual([]);
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, `order-${language}`);
    await page.getByRole('button', { name: t('request.see_offers') }).click();
    await page.locator('main[data-request]').waitFor();
    expect(await lastOrder()).toMatchObject({
      objective,
      address: `Alexandria, ${country}`,
      language,
    });
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['with script', true],
    ['without script', false],
  ])('shows its errors in the language of the page, %s', async (_name, javaScriptEnabled) => {
    const t = createTranslator(requestCatalogue, 'de');
    const frame = createTranslator(frameCatalogue, 'de');
    const { page } = await started().open('/', {
      locale: 'de',
      javaScriptEnabled,
      expected: /422/,
    });
    await page.getByLabel(t('request.objective')).fill('Ist das Geschäft geöffnet?');
    await page.getByLabel(t('request.latitude')).fill('Norden');
    await page.getByLabel(t('request.longitude')).fill('200');
    await page.getByLabel(t('request.email')).fill('ada at example');
    await page.getByRole('button', { name: t('request.see_offers') }).click();
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: frame('frame.problem') }).waitFor();
    expect(await alert.getByRole('link').allTextContents()).toEqual([
      `Wo?: ${frame('frame.fill_in')}`,
      `Breitengrad: ${frame('frame.number')}`,
      'Längengrad: Geben Sie eine Zahl von -180 bis 180 ein.',
      'E-Mail: Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
    ]);
    expect(await page.title()).toBe(`Fehler: ${t('request.heading')} – Prüfdienst`);
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await englishCopy(page, 'de', copy)).toEqual([]);
    await page.context().close();
  });

  it('is edited in the language of the page, whose messages come with the inserted form', async () => {
    const t = createTranslator(requestCatalogue, 'ar');
    const { id, token } = await flow.request(started().app);
    const { page, wrong } = await started().open(`/site-checks/${id}/edit#${token}`, {
      ...phone,
      locale: 'ar',
    });
    await page.getByRole('heading', { level: 1, name: t('request.edit_heading') }).waitFor();
    const html = page.locator('html');
    expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual([
      'ar',
      'rtl',
    ]);
    const [beforeDistance = ''] = t('request.level.covered', { distance: '|', city: '' }).split(
      '|',
    );
    const status = page.getByRole('status', { name: t('request.place') });
    await expect.poll(() => status.textContent()).toContain(beforeDistance);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('is stored with the language that was chosen on the page', async () => {
    const { page } = await started().open('/', phone);
    await page.getByLabel('Language').selectOption('Français');
    await page.getByRole('button', { name: 'Change' }).click();
    const t = createTranslator(requestCatalogue, 'fr');
    await page.getByRole('heading', { level: 1, name: t('request.heading') }).waitFor();
    await page.getByLabel(t('request.objective')).fill('Le magasin est-il ouvert ?');
    await page.getByLabel(t('request.address')).fill('1 rue de Rivoli, Paris');
    await page.getByLabel(t('request.latitude')).fill('48.8556');
    await page.getByLabel(t('request.longitude')).fill('2.3606');
    await page.getByRole('button', { name: t('request.see_offers') }).click();
    await page.locator('main[data-request]').waitFor();
    expect((await lastOrder())?.language).toBe('fr');
    await page.context().close();
  });
});
