import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { english } from '../../src/modules/report/reader-wording.js';
import { signedReportLink } from '../../src/modules/report/report-link.js';
import { type ReportAnswer, shownItems } from '../../src/pages/report/answer.js';
import { Photos } from '../../src/pages/report/evidence.js';
import { Plan } from '../../src/pages/report/plan.js';
import { register } from '../customer/support/accounts.js';
import { disputeAndAccept, settle } from '../delivery/support/scene.js';
import { openPdf } from '../report/support/open-pdf.js';
import { describeInBrowser } from './support/browser-app.js';
import {
  expectAccessible,
  expectFitting,
  expectLargeTargets,
  layoutShift,
  shoot,
  weigh,
} from './support/looks.js';
import { bestPaint } from './support/paint.js';
import { type Reported, reportedRequest } from './support/report-scene.js';

const question = 'Is the exhibition hall open to visitors, and can its name be read?';

describeInBrowser('the report page', (started) => {
  let reported: Reported;
  beforeAll(async () => {
    reported = await reportedRequest(started().app);
  });

  const address = () => `/reports/${reported.id}#${reported.token}`;
  const openReport = async (options = {}) => {
    const opened = await started().open(address(), { secrets: [reported.token], ...options });
    await opened.page.getByRole('heading', { level: 1, name: question }).waitFor();
    return opened;
  };
  const isAboveTitle = (notice: Locator) =>
    notice.evaluate((node) => {
      const title = document.querySelector('h1')?.getBoundingClientRect();
      return node.getBoundingClientRect().bottom <= (title?.top ?? 0);
    });
  const verification = (page: Page) => page.getByRole('status', { name: 'Verification' });
  const link = () => {
    const { services } = started().app;
    return signedReportLink(services, {
      requestId: reported.id,
      version: 1,
      from: services.clock.now(),
    });
  };
  const views = async () => {
    const path = `/v1/jobs/${reported.jobId}/report`;
    return (await started().app.rest('GET', path)).body.view_count as number;
  };

  it('shows result, plan, photos, checks, limits, versions and proof', async () => {
    const { page, wrong } = await openReport();
    expect(await page.title()).toBe(`${question} – Verification service`);
    const result = page.getByRole('region', { name: 'Result' });
    expect(await result.innerText()).toMatch(/^Not answered\s+Place and time verified/);
    await page
      .getByRole('img', { name: /^Plan: 4 photos, the farthest .* from the address$/ })
      .waitFor();
    const photos = page.getByRole('region', { name: 'Photos' });
    await expect.poll(() => photos.getByRole('img').count()).toBe(4);
    expect(await photos.getByRole('figure').last().innerText()).toMatch(/Not accepted/);
    const boxes = await photos.locator('a.picture').evaluateAll((links) =>
      links.map((link) => {
        const { width, height } = link.getBoundingClientRect();
        const img = link.querySelector('img');
        return {
          ratio: Math.round((width / height) * 100) / 100,
          preview: new URL(img?.src ?? '').searchParams.get('preview'),
          late: img?.loading,
          whole: new URL((link as HTMLAnchorElement).href).searchParams.has('preview'),
        };
      }),
    );
    const box = { ratio: 1.33, preview: '640', late: 'lazy', whole: false };
    expect(boxes).toEqual([box, box, box, box]);
    expect(await photos.getByRole('img').first().getAttribute('alt')).toMatch(
      /^E2 Street view on arrival, .+, \d+ m from the address$/,
    );
    const last = photos.getByRole('img').last();
    await last.scrollIntoViewIfNeeded();
    await expect
      .poll(() => last.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(300);
    const checks = page.getByRole('table', { name: /^Checks of E/ });
    expect(await checks.allInnerTexts()).toEqual([
      expect.stringMatching(/^Checks of E1 .*Failed/s),
    ]);
    await page.getByText(/^Other photos: (All )?\d+ .*checks passed/).click();
    await expect.poll(() => checks.count()).toBe(4);
    const measured = (await checks.allInnerTexts()).join('\n');
    expect(measured).toMatch(/\b\d+ m\b/);
    expect(measured).not.toMatch(/\d\.\d m\b/);
    for (const name of ['Limitations', 'Versions', 'Proof']) {
      await page.getByRole('region', { name }).waitFor();
    }
    const shift = await layoutShift(page);
    await expectLargeTargets(page);
    await shoot(page, 'report');
    await expectAccessible(page);
    await expectFitting(page);
    expect(shift).toBeLessThan(0.02);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('shows a video or a PDF with its type and size, as a link to the file', async () => {
    const path = `/v1/jobs/${reported.jobId}/report`;
    const answer = (await started().app.rest('GET', path)).body as ReportAnswer;
    const [first] = shownItems(answer, english);
    if (!first) throw new Error('no evidence');
    const item = { ...first.item, media_type: 'application/pdf', size_bytes: 123_456 };
    const html = String(Photos({ items: [{ ...first, item }] }));
    const href = first.path.replaceAll('&', '&amp;');
    expect(html).toContain(
      `<a class="picture file" href="${href}">Open E2 Street view on arrival (PDF, 123 kB)</a>`,
    );
    expect(html).not.toContain('<img');
  });

  it('places labels beyond the plan next to one another, inside it, or omits them', async () => {
    const { page } = await openReport();
    const path = `/v1/jobs/${reported.jobId}/report`;
    const answer = (await started().app.rest('GET', path)).body as ReportAnswer;
    const [item] = answer.evidence_items;
    if (!item) throw new Error('no evidence');
    const far = Array.from({ length: 24 }, (_, index) => ({
      ...item,
      latitude: answer.latitude + (index % 2 === 0 ? 0.01 : -0.01),
      longitude: answer.longitude + (index - 12) / 1000,
    }));
    const html = String(Plan({ content: { ...answer, evidence_items: far } }));
    const boxes = await page.locator('.plan').evaluate((plan, drawn) => {
      plan.outerHTML = drawn;
      const names = [...document.querySelectorAll<SVGTextElement>('.plan text')];
      return names
        .filter((name) => /km|^50 m/.test(name.textContent ?? ''))
        .map((name) => name.getBBox())
        .map(({ x, y, width, height }) => ({ x, y, right: x + width, bottom: y + height }));
    }, html);
    expect(boxes.length).toBeGreaterThanOrEqual(2);
    for (const [index, box] of boxes.entries()) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(320);
      for (const other of boxes.slice(index + 1)) {
        const beside = box.right <= other.x || other.right <= box.x;
        expect(beside || box.bottom <= other.y || other.bottom <= box.y).toBe(true);
      }
    }
    expect(html).toContain('Where markers overlap, some numbers are omitted.');
    await page.context().close();
  });

  it('verifies the report and its photos in the browser', async () => {
    const { page, wrong } = await openReport();
    await page.getByRole('link', { name: 'Verify authenticity' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Proof');
    expect(new URL(page.url()).hash).toBe(`#${reported.token}`);
    // The status exists before it has content, so that its messages are announced.
    expect(await verification(page).textContent({ timeout: 1000 })).toBe('');
    await page.getByRole('button', { name: 'Verify this report' }).click();
    await verification(page)
      .getByText(/^Unchanged since .+\. Signed with key [\w-]{43}\.$/)
      .waitFor();
    await verification(page)
      .getByText(/^In the transparency log of .+: index \d+ in a tree of \d+\.$/)
      .waitFor();
    await page.getByRole('button', { name: /^Verify the photos too \(4 files, .+\)$/ }).click();
    await verification(page).getByText('4 of 4 photos are unchanged.').waitFor();
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('also verifies without WebCrypto, by loading the missing code', async () => {
    const { address: base } = started();
    const plain = base.replace('127.0.0.1', 'plain.test');
    const { page, sent } = await started().open(plain + address(), { expected: /insecure|COOP/i });
    await page.getByRole('button', { name: 'Verify this report' }).click();
    await verification(page)
      .getByText(/^Unchanged since/)
      .waitFor();
    expect(await page.evaluate(() => globalThis.crypto.subtle === undefined)).toBe(true);
    expect(sent.some((url) => /sha2|ed25519|noble|\/assets\/.*\.js/.test(url))).toBe(true);
    await page.context().close();
  });

  it('detects a changed byte in a photo', async () => {
    const { page } = await openReport();
    let changed = 0;
    await page.route(/\/media\/(?!.*preview)/, async (route) => {
      const answer = await route.fetch();
      const body = await answer.body();
      if (changed++ === 1) body[body.length - 2] = (body[body.length - 2] ?? 0) ^ 1;
      await route.fulfill({ response: answer, body });
    });
    await page.getByRole('button', { name: /^Verify the photos too/ }).click();
    await verification(page).getByText('Changed after signing: do not rely on it.').waitFor();
    await verification(page).getByText('3 of 4 photos are unchanged.').waitFor();
    await verification(page).getByText('E2: the file is not the one that was signed.').waitFor();
    await page.context().close();
  });

  it('does not report an unreadable photo as changed', async () => {
    const { page } = await openReport({ expected: /ERR_FAILED/ });
    let files = 0;
    await page.route(/\/media\/(?!.*preview)/, (route) =>
      files++ === 1 ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: /^Verify the photos too/ }).click();
    await verification(page).getByText('3 of 4 photos are unchanged.').waitFor();
    await verification(page).getByText('E2: the file cannot be read.').waitFor();
    expect(await verification(page).innerText()).not.toContain('Changed after signing');
    await page.context().close();
  });

  it('detects a changed letter in the report', async () => {
    const { page } = await started().open('/healthz');
    await page.route(/\/reports\//, async (route) => {
      const answer = await route.fetch();
      const html = await answer.text();
      await route.fulfill({
        response: answer,
        body: html.replace('"E1 ', '').replace(/"summary":"T/, '"summary":"t'),
      });
    });
    await page.goto(started().address + address());
    await page.getByRole('button', { name: 'Verify this report' }).click();
    await verification(page).getByText('Changed after signing: do not rely on it.').waitFor();
    await verification(page)
      .getByText(/^The content has the fingerprint/)
      .waitFor();
    await page.context().close();
  });

  it('shows the photos in a dialog by keyboard, and returns the focus', async () => {
    const { page, wrong } = await openReport();
    const photo = page.getByRole('link', { name: 'Open E2 Street view on arrival in full size' });
    await photo.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'E2 Street view on arrival' });
    const picture = dialog.getByRole('img', { name: /^E2 Street view on arrival, / });
    await expect
      .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(640);
    const caption = page.locator('#lightbox-caption');
    expect(await caption.innerText()).toMatch(
      /^E2 Street view on arrival\s+Accepted\s+Taken \w.+ \d\d:\d\d, \d+ m from the address\s+Note: /,
    );
    await shoot(page, 'report-dialog');
    await expectAccessible(page);
    await expectLargeTargets(page);
    for (const [key, name, position] of [
      ['ArrowRight', 'E3 Name above the shop', 'Photo 2 of 4'],
      ['ArrowLeft', 'E2 Street view on arrival', 'Photo 1 of 4'],
      ['ArrowLeft', 'E1 Street view on arrival', 'Photo 4 of 4'],
      ['ArrowRight', 'E2 Street view on arrival', 'Photo 1 of 4'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole('dialog', { name }).getByText(position, { exact: true }).waitFor();
      await caption.getByRole('heading', { name }).waitFor();
    }
    await dialog.getByRole('button', { name: 'Next photo' }).click();
    const third = page.getByRole('dialog', { name: 'E3 Name above the shop' });
    await third.getByRole('img', { name: /^E3 Name above the shop, / }).waitFor();
    await third.getByRole('button', { name: 'Previous photo' }).click();
    await dialog.waitFor();
    // The browser keeps the focus in the dialog.
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(() => {
        const { activeElement, body } = document;
        return activeElement !== body && activeElement?.closest('dialog') === null;
      });
      expect(outside).toBe(false);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await photo.evaluate((node) => node === document.activeElement)).toBe(true);
    await photo.click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await photo.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('turns to the next photo on a swipe, and shows the preview of a file that cannot be read', async () => {
    const viewport = { width: 390, height: 844 };
    const options = { viewport, hasTouch: true, expected: /ERR_FAILED/ };
    const { page } = await openReport(options);
    await page.route(/\/media\/(?!.*preview)/, (route) => route.abort());
    await page.getByRole('link', { name: 'Open E2 Street view on arrival in full size' }).tap();
    await page.getByRole('dialog', { name: 'E2 Street view on arrival' }).waitFor();
    const session = await page.context().newCDPSession(page);
    const swipe = async (from: number, to: number) => {
      const at = (x: number) => [{ x, y: 400 }];
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: x ? at(x) : [] });
      await touch('touchStart', from);
      await touch('touchMove', (from + to) / 2);
      await touch('touchMove', to);
      await touch('touchEnd');
    };
    await swipe(300, 100);
    const next = page.getByRole('dialog', { name: 'E3 Name above the shop' });
    const picture = next.getByRole('img', { name: /^E3 / });
    await expect
      .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(300);
    await swipe(200, 180);
    await next.waitFor();
    await swipe(100, 300);
    await page.getByRole('dialog', { name: 'E2 Street view on arrival' }).waitFor();
    await page.context().close();
  });

  it('downloads both files', async () => {
    const { page } = await openReport();
    for (const [name, start] of [
      ['Download PDF', '%PDF-'],
      ['Download JSON', '{'],
    ] as const) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ]);
      const chunks = [];
      for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
      expect(Buffer.concat(chunks).subarray(0, start.length).toString()).toBe(start);
    }
    await page.context().close();
  });

  it('works without script: the code is entered, and no button needs script', async () => {
    const { page } = await started().open(`/reports/${reported.id}`, { javaScriptEnabled: false });
    await page.getByRole('textbox', { name: 'Access code' }).fill(reported.token);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { level: 1, name: question }).waitFor();
    expect(await page.getByRole('button', { name: 'Verify this report' }).count()).toBe(0);
    const photo = page.getByRole('link', { name: 'Open E2 Street view on arrival in full size' });
    const file = await fetch(started().address + (await photo.getAttribute('href')));
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    expect(page.url()).not.toContain(reported.token);
    await page.context().close();
  });

  it('reports that a wrong code is invalid', async () => {
    const { page } = await started().open(`/reports/${reported.id}#${'x'.repeat(43)}`, {
      expected: /404/,
    });
    await page.getByRole('heading', { level: 1, name: 'This link isn’t valid' }).waitFor();
    await expectAccessible(page);
    await page.context().close();
  });

  it('is printed with fingerprint and address, and without controls', async () => {
    const { page } = await openReport();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const text = await page.evaluate(() => document.body.innerText);
    expect(text).not.toContain(reported.token);
    expect(await page.locator('button:visible, form:visible, nav:visible').count()).toBe(0);
    const look = await page.evaluate(() => {
      const seen = [...document.querySelectorAll<HTMLElement>('main *')].filter(
        (node) => node.offsetParent !== null && node.textContent?.trim(),
      );
      const styles = (selector: string) => [
        ...new Set(
          [...document.querySelectorAll(selector)].map(
            (node) => getComputedStyle(node).breakInside,
          ),
        ),
      ];
      return {
        ground: getComputedStyle(document.body).backgroundColor,
        inks: [...new Set(seen.map((node) => getComputedStyle(node).color))],
        whole: styles('figure, .tables table, .tables tr, .plan'),
        // Backgrounds are not printed; a point is not a background.
        points: [
          ...new Set(
            [...document.querySelectorAll('.points > li')].map(
              (node) => getComputedStyle(node).listStyleType,
            ),
          ),
        ],
      };
    });
    expect(look).toEqual({
      ground: 'rgb(255, 255, 255)',
      inks: ['rgb(0, 0, 0)'],
      whole: ['avoid'],
      points: ['disc'],
    });
    const path = process.env['SCREENSHOTS'] && `${process.env['SCREENSHOTS']}/report.pdf`;
    const data = new Uint8Array(await page.pdf({ preferCSSPageSize: true, ...(path && { path }) }));
    const printed = await openPdf(data);
    const { items } = await (await printed.getPage(printed.numPages)).getTextContent();
    // By position, because content split between pages is drawn last.
    const placed = items.flatMap((item) => ('str' in item ? [item] : []));
    const byPlace = placed.sort(({ transform: [, , , , x, y] }, { transform: other }) =>
      y === other[5] ? x - other[4] : other[5] - y,
    );
    const end = byPlace.map(({ str }) => str).join('');
    const answer = JSON.parse((await page.locator('#report-answer').textContent()) ?? '{}');
    expect(end).toContain(answer.integrity.content_sha256);
    expect(end.endsWith(`${started().address}/reports/${reported.id}`)).toBe(true);
    await page.context().close();
  });

  it('is at most 60 kB, 20 kB of them script, without the photos', async () => {
    const { page } = await started().open('/healthz');
    await page.route(/\/media\//, (route) => route.abort());
    const weight = await weigh(page, started().address + address());
    expect(weight.all).toBeLessThan(60_000);
    expect(weight.script).toBeLessThan(20_000);
    expect(weight.requests - 4).toBeLessThanOrEqual(9); // less the photos
    const shown = () => page.getByRole('region', { name: 'Result' }).waitFor();
    expect(await bestPaint(page, started().address + address(), shown)).toBeLessThanOrEqual(1800);
    await page.context().close();
  });

  it('opens itself by its signed link, and counts a view at the first action of the reader', async () => {
    const before = await views();
    const { page, wrong } = await started().open(link());
    await page.getByRole('region', { name: 'Result' }).waitFor();
    await page.getByRole('region', { name: 'Photos' }).waitFor();
    await page.getByRole('link', { name: 'Download PDF' }).waitFor();
    // A scanner renders, waits and scrolls.
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      scrollTo(0, document.body.scrollHeight);
      scrollTo(0, 0);
    });
    expect(await views()).toBe(before + 1); // this look itself
    await expectLargeTargets(page);
    await shoot(page, 'report-by-link');
    await expectAccessible(page);
    await expectFitting(page);
    await page.setViewportSize({ width: 320, height: 640 });
    const large = await page.evaluate(() => {
      const { documentElement: root } = document;
      root.style.fontSize = '200%';
      const skip = document.querySelector('.skip')?.getBoundingClientRect();
      const seen = { sideways: root.scrollWidth - root.clientWidth, skip: skip?.bottom };
      root.style.fontSize = '';
      return seen;
    });
    expect(large).toEqual({ sideways: 0, skip: 0 });
    const [posted] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.mouse.wheel(0, 200),
    ]);
    expect([posted.url(), posted.status()]).toEqual([link(), 303]);
    await page.mouse.wheel(0, 200);
    await page.getByRole('button', { name: 'Verify this report' }).click();
    await verification(page)
      .getByText(/^Unchanged since/)
      .waitFor();
    expect(await views()).toBe(before + 3);
    const request = page.getByRole('link', { name: 'Open it' });
    expect(await request.getAttribute('href')).toBe(`/site-checks/${reported.id}`);
    expect(wrong).toEqual([]);
    const damaged = await fetch(`${link()}x`, { headers: { accept: 'text/html' } });
    expect(damaged.status).toBe(404);
    expect(await damaged.text()).toContain('This link isn’t valid');
    await page.context().close();
  });

  it('accepts feedback, and shows each version', async () => {
    const { page, wrong } = await openReport({ expected: /422/ });
    const form = page.getByRole('form', { name: 'Feedback' });
    expect(await form.getByRole('status').textContent({ timeout: 1000 })).toBe('');
    await form.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByRole('alert').getByText('Choose a verdict or a rating').waitFor();
    await form
      .getByRole('radiogroup', { name: 'Your verdict' })
      .getByRole('radio', { name: 'Accept' })
      .check();
    await form
      .getByRole('radiogroup', { name: 'Rating' })
      .getByRole('radio', { name: '5' })
      .check();
    await form.getByRole('textbox', { name: 'Comment' }).fill('Thank you.');
    await form.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByText('Thank you. Your feedback is stored.').waitFor();
    expect(await form.getByRole('radio', { checked: true }).count()).toBe(0);
    expect(await form.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('');
    const job = await started().app.services.jobs.get(reported.jobId, {});
    expect(job.feedback.at(-1)).toMatchObject({
      verdict: 'accepted',
      rating: 5,
      comment: 'Thank you.',
      reportVersion: 1,
    });
    await disputeAndAccept(started().app, reported);
    await page.reload();
    await page.getByRole('button', { name: 'Show version 1' }).click();
    const replaced = page.getByText(/^Version \d has replaced this version\.$/);
    await replaced.waitFor();
    expect(await isAboveTitle(replaced)).toBe(true);
    await shoot(page, 'report-old');
    await page.getByRole('button', { name: 'Verify this report' }).click();
    await verification(page)
      .getByText(/^Unchanged since/)
      .waitFor();

    const path = `/v1/jobs/${reported.jobId}/reality-report/withdraw`;
    const answer = await started().app.rest('POST', path, { body: { reason: 'The wrong house.' } });
    expect(answer.status).toBe(200);
    await settle(started().app);
    const { reports } = await started().app.services.jobs.get(reported.jobId, {});
    const version = reports.find(({ withdrawnAt }) => withdrawnAt)?.versionNumber;
    await page.reload();
    await page.getByRole('button', { name: `Show version ${version}` }).click();
    const withdrawn = page.getByText('This version was withdrawn. Do not rely on it.');
    await withdrawn.waitFor();
    expect(await isAboveTitle(withdrawn)).toBe(true);
    await page.getByText('Reason: The wrong house.').waitFor();
    await expectAccessible(page);
    await expectFitting(page);
    await shoot(page, 'report-withdrawn');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('opens for its signed-in customer without a code, and for no other', async () => {
    const { app } = started();
    const own = await reportedRequest(app);
    const [account, other] = [await register(app), await register(app)];
    const claimed = await app.fetch('/v1/customer/requests/claim', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: `session=${account.session}`,
        origin: started().address,
      },
      body: JSON.stringify({ access_token: own.token }),
    });
    expect(claimed.status).toBe(200);
    const open = async ({ session }: { session: string }) => {
      const { page, wrong } = await started().open('/healthz');
      const cookie = { name: 'session', value: session, url: started().address };
      await page.context().addCookies([cookie]);
      await page.goto(`${started().address}/reports/${own.id}`);
      return { page, wrong };
    };
    const { page, wrong } = await open(account);
    await page.getByRole('heading', { level: 1, name: question }).waitFor();
    const form = page.getByRole('form', { name: 'Feedback' });
    await form.getByRole('textbox', { name: 'Comment' }).fill('By session.');
    await form.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByText('Thank you. Your feedback is stored.').waitFor();
    const job = await app.services.jobs.get(own.jobId, {});
    expect(job.feedback.at(-1)).toMatchObject({ comment: 'By session.' });
    expect(wrong).toEqual([]);
    await page.context().close();
    const stranger = await open(other);
    await stranger.page.getByRole('heading', { level: 1, name: 'Enter the access code' }).waitFor();
    expect(await stranger.page.content()).not.toContain('exhibition hall');
    await stranger.page.context().close();
  });
});
