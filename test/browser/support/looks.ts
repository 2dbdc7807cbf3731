import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

type Scheme = 'light' | 'dark';
const schemes: readonly Scheme[] = ['light', 'dark'];

interface AxeResult {
  violations: {
    id: string;
    help: string;
    nodes: { target: string[]; failureSummary?: string }[];
  }[];
}

interface Checked {
  /** Selector of the only part to check. */
  include?: string;
  /** The only rules to check. */
  rules?: string[];
}

/** Asserts that axe finds no violation in either scheme. */
export async function expectAccessible(page: Page, checked: Checked = {}): Promise<void> {
  const { include = 'html', rules } = checked;
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Evaluated through DevTools, because the page's policy blocks other scripts.
    await page.evaluate(axeSource);
    const { violations } = (await page.evaluate(
      // biome-ignore lint/suspicious/noExplicitAny: axe is a global of the page
      ([context, options]) => (globalThis as any).axe.run(context, options),
      [include, rules ? { runOnly: rules } : {}],
    )) as AxeResult;
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`),
    }));
    expect(found, colorScheme).toEqual([]);
  }
}

const sideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/** Asserts that nothing scrolls sideways from 320 to 1920 px, and with text at twice the size. */
export async function expectFitting(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of [320, 360, 480, 768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sideways(page), `at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 640, height: 800 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await sideways(page), 'with text at 200 %').toBeLessThanOrEqual(0);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  if (before) await page.setViewportSize(before);
}

/** With SCREENSHOTS set to a folder, takes screenshots of a page at three widths in both schemes. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
      const path = `${folder}/${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  }
}

/** Bytes loaded by a page, compressed and without headers. */
export interface Weight {
  all: number;
  script: number;
  requests: number;
}

/**
 * Measures everything that a URL loads, without the cache.
 * @param settled waits until the page is ready for the first action; by default until it is idle
 */
export async function weigh(
  page: Page,
  address: string,
  settled: () => Promise<unknown> = () => page.waitForLoadState('networkidle'),
): Promise<Weight> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const types = new Map<string, string>();
  const weight: Weight = { all: 0, script: 0, requests: 0 };
  session.on('Network.responseReceived', ({ requestId, response }) => {
    types.set(requestId, response.mimeType);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    weight.all += encodedDataLength;
    if (/javascript/.test(types.get(requestId) ?? '')) weight.script += encodedDataLength;
  });
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (!/^(data|blob):/.test(request.url)) weight.requests += 1;
  });
  await page.goto(address);
  await settled();
  await session.detach();
  return weight;
}

/** Returns the cumulative layout shift since the page was opened. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
            if (!shift.hadRecentInput) sum += shift.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );

/** Asserts that every control is at least 44 px high, except links inside sentences. */
export async function expectLargeTargets(page: Page): Promise<void> {
  const small = await page.evaluate(() => {
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
    return (
      [...document.querySelectorAll<HTMLElement>(controls)]
        .filter((control) => control.checkVisibility() && !control.matches('p a, .skip'))
        // The label of a checkbox can be pressed too.
        .map((control) => control.closest('label') ?? control)
        .filter((control) => control.getBoundingClientRect().height < 43.5)
        .map((control) => control.outerHTML.slice(0, 120))
    );
  });
  expect(small).toEqual([]);
}
