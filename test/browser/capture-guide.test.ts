import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { assign, createJob, upload } from '../evidence/support/scene.js';
import type { TestApp } from '../support/app.js';
import { describeInBrowser } from './support/browser-app.js';
import { captureLink, openStep, phone, shopTask } from './support/capture.js';
import { expectAccessible, expectFitting, expectLargeTargets, shoot } from './support/looks.js';
import { expectReadableInTheSun } from './support/sunlight.js';

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** Sends a photo that passes for every required step. */
async function sendAll(app: TestApp, token: string): Promise<void> {
  for (const step_name of ['arrival_overview', 'objective_closeup', 'context']) {
    const { body } = await upload(app, { token, fields: { step_name } });
    expect(body.validation_passed).toBe(true);
  }
}

describeInBrowser('the guidance of the capture page', (started) => {
  /** Opens a task on a phone at the address; a phone that gives its position needs no introduction. */
  const open = async (token: string, viewport: (typeof sizes)[number]) => {
    const opened = await started().open(captureLink(token), {
      ...phone(),
      viewport,
      secrets: [token],
    });
    await opened.page.getByLabel('Take photo').waitFor();
    return opened;
  };
  const looksRight = async (page: Page, name: string) => {
    await shoot(page, name);
    await expectAccessible(page);
    await expectReadableInTheSun(page);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expectLargeTargets(page);
    }
    await expectFitting(page);
  };

  it.each(sizes)(
    'makes the camera and a file the only clear buttons, at $width px',
    async (size) => {
      const { token } = await shopTask(started().app);
      const { page, wrong } = await open(token, size);
      await openStep(page, 'Opening hours');
      await page.getByRole('button', { name: 'Skip' }).waitFor();
      // A clear button has a ground or an edge.
      const clear = await page.locator('.step .row, .dock').evaluateAll((parts) =>
        parts
          .flatMap((part) => [...part.querySelectorAll<HTMLElement>('.button')])
          .filter((button) => {
            const { backgroundColor, borderTopColor } = getComputedStyle(button);
            return [backgroundColor, borderTopColor].some((color) => color !== 'rgba(0, 0, 0, 0)');
          })
          .map((button) => button.innerText.trim()),
      );
      expect(clear.sort()).toEqual(['Send a file instead', 'Take photo']);
      await page.getByRole('button', { name: 'Camera in this page' }).waitFor();
      const file = page.getByLabel('Send a file instead');
      await file.focus();
      await page.keyboard.press('Tab');
      const next = page.getByRole('button', { name: 'Camera in this page' });
      expect(await next.evaluate((node) => node === document.activeElement)).toBe(true);
      await looksRight(page, `capture-guide-${size.width}`);
      expect(wrong).toEqual([]);
      await page.context().close();
    },
  );

  it('shows an example for a step that has one, and nothing for any other', async () => {
    const { app } = started();
    const jobId = await createJob(app, { service_key: 'construction_progress' });
    const { page, wrong } = await open(await assign(app, jobId), { width: 390, height: 844 });
    const example = page.getByRole('figure');
    await example
      .getByRole('img', { name: 'The whole place, with what is left and right of it' })
      .waitFor();
    await example.getByText('Example').waitFor();
    await openStep(page, 'Site board');
    await example
      .getByRole('img', { name: 'The sign fills the picture, and every letter can be read' })
      .waitFor();
    await openStep(page, 'People and machines');
    await page.getByText('without faces close up').waitFor();
    expect(await example.count()).toBe(0);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it.each(sizes)('shows why more photos were requested, at $width px', async (size) => {
    const { app } = started();
    const jobId = await createJob(app);
    const token = await assign(app, jobId);
    const before = await open(token, size);
    expect(await before.page.getByText('More photos were requested:').count()).toBe(0);
    await before.page.context().close();
    await sendAll(app, token);
    await app.rest('POST', `/v1/jobs/${jobId}/review`, {
      body: { decision: 'more', note: 'The sign is blurred.\nGo closer.', step_names: ['context'] },
    });
    const comment = (page: Page) =>
      page
        .locator('.saying')
        .filter({ hasText: 'More photos were requested:' })
        .getByText('The sign is blurred. Go closer.')
        .waitFor();
    const { page, wrong } = await open(token, size);
    await comment(page);
    await page.getByRole('region', { name: 'Step 3 of 3: Surroundings' }).waitFor();
    await looksRight(page, `capture-more-${size.width}`);
    // A phone that does not give its position yet begins with an introduction.
    const first = await started().open(captureLink(token), { viewport: size });
    await first.page.getByRole('button', { name: 'Start' }).waitFor();
    await comment(first.page);
    await first.page.getByRole('button', { name: 'Start' }).press('Enter');
    await comment(first.page);
    await first.page.context().close();
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});
