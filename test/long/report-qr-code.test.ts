// The QR codes on the rendered pages, as a phone reads them.
import { spawnSync } from 'node:child_process';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Opened, readyReport } from '../delivery/support/scene.js';
import { isThere } from '../report/support/authorities.js';
import { openPdf } from '../report/support/open-pdf.js';
import { startTestApp, type TestApp } from '../support/app.js';

/** Returns the content of the code on a page, or null without one. @param page negative: counted from the end */
async function codeOn(pdf: Buffer, page: number): Promise<string | null> {
  const [, pages] = /\/Type \/Pages[^>]*\/Count (\d+)/.exec(pdf.toString('latin1')) ?? [];
  const number = String(page > 0 ? page : Number(pages) + 1 + page);
  // The right half of an A4 page, in grayscale.
  const half = ['-x', '620', '-y', '0', '-W', '620', '-H', '1754', '-gray'];
  const drawn = spawnSync(
    'pdftoppm',
    ['-r', '150', '-f', number, '-l', number, ...half, '-png', '-'],
    { input: pdf, maxBuffer: 50_000_000 },
  );
  expect(drawn.stderr.toString()).toBe('');
  const pixels = sharp(drawn.stdout).toColourspace('srgb').ensureAlpha().raw();
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
  const found = jsQR.default(new Uint8ClampedArray(data), info.width, info.height, {
    inversionAttempts: 'dontInvert',
  });
  return found?.data ?? null;
}

/** Returns the link targets on the first page. */
async function linksOf(pdf: Buffer): Promise<string[]> {
  const document = await openPdf(pdf);
  const annotations = await (await document.getPage(1)).getAnnotations();
  return annotations.flatMap(({ subtype, url }) => (subtype === 'Link' ? [url] : []));
}

describe.skipIf(!isThere('a page rendered by poppler (needs poppler)', '-v'))(
  'a page as poppler draws it (needs poppler)',
  () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startTestApp();
    });
    afterAll(() => app.stop());
    const pdfAt = async (path: string, headers = {}) => {
      const answer = await app.fetch(path, { headers });
      expect(answer.status).toBe(200);
      return Buffer.from(await answer.arrayBuffer());
    };

    test('has a code of the report page, which is also a link, and a code of the signature', async () => {
      const { id, token }: Opened = await readyReport(app);
      const path = `/v1/public/site-checks/${id}/report`;
      const bearer = { authorization: `Bearer ${token}` };
      const pdf = await pdfAt(`${path}.pdf`, bearer);
      const link = await codeOn(pdf, 1);
      expect(link).toMatch(
        new RegExp(
          `^http://service\\.test/reports/${id}\\?version=1&expires=\\d+&signature=.{43}$`,
        ),
      );
      expect(await linksOf(pdf)).toEqual([link]);
      const page = await app.fetch(link?.replace('http://service.test', '') ?? '');
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('Alexanderplatz 1, 10178 Berlin');
      const { body } = await app.rest('GET', path, { key: null, headers: bearer });
      expect(await codeOn(pdf, -1)).toBe(body.integrity.signature);
    });
  },
);
