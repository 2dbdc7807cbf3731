import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Returns visible text below 18 px or below a contrast of 7, in the current scheme. */
const hardToRead = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const channels = (color: string) => {
      if (!canvas) throw new Error('no canvas');
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data] as [number, number, number, number];
    };
    const luminance = ([red, green, blue]: readonly number[]) => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((value = 0) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const groundOf = (element: Element | null): readonly number[] => {
      if (!element) return [255, 255, 255];
      const ground = channels(getComputedStyle(element).backgroundColor);
      return ground[3] === 255 ? ground : groundOf(element.parentElement);
    };
    const texts = new Map<Element, string>();
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const { width, height } = range.getBoundingClientRect();
      const text = node.textContent?.trim();
      if (text && width > 0 && height > 0 && node.parentElement)
        texts.set(node.parentElement, text);
    }
    const fields = 'input:not([type=file]), textarea';
    for (const field of document.querySelectorAll<HTMLInputElement>(fields)) {
      texts.set(field, field.value);
    }
    return [...texts].flatMap(([element, text]) => {
      const style = getComputedStyle(element);
      const [a, b] = [luminance(channels(style.color)), luminance(groundOf(element))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      const size = Number.parseFloat(style.fontSize);
      return size >= 18 && ratio >= 7 ? [] : [`${text}: ${size} px, ${ratio.toFixed(1)}`];
    });
  });

/** Asserts that all text has at least 18 px and a contrast of at least 7, in both schemes. */
export async function expectReadableInTheSun(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await hardToRead(page), colorScheme).toEqual([]);
  }
}

/**
 * Asserts that the primary control is as wide as the page, at least 56 px high, and at the bottom edge of the window,
 * or of the task if the page is scrolled to the footer below it.
 */
export async function expectUnderTheThumb(page: Page, name: string | RegExp): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  const control = page.locator('.dock .go').filter({ hasText: name });
  for (const top of [0, 100_000]) {
    await page.evaluate((y) => scrollTo(0, y), top);
    const box = await control.evaluate((node) => {
      const { left, right, bottom, height } = node.getBoundingClientRect();
      const { clientWidth } = document.documentElement;
      const column = node.closest('.wrap')?.getBoundingClientRect();
      const footer = document.querySelector('.footer')?.getBoundingClientRect();
      return {
        height,
        beside: [left - (column?.left ?? 0), (column?.right ?? 0) - right].map(Math.round),
        outside: [column?.left, clientWidth - (column?.right ?? 0)],
        below: Math.min(innerHeight, footer?.top ?? innerHeight) - bottom,
      };
    });
    expect(box.height, String(name)).toBeGreaterThanOrEqual(56);
    expect(box.beside).toEqual([16, 16]);
    expect(box.outside).toEqual([0, 0]);
    expect(box.below).toBeGreaterThanOrEqual(0);
    expect(box.below).toBeLessThanOrEqual(16);
  }
  await page.evaluate(() => scrollTo(0, 0));
}
