import { expect, test, vi } from 'vitest';
import { createReportPdfRenderer } from '../../src/modules/report/report-pdf.js';
import { noisePhoto, sampleItem, sampleJob, sampleModel } from '../report/support/sample.js';

// PDFs must not be rendered in this thread: here every document fails.
vi.mock('pdfkit', () => ({
  default: class {
    constructor() {
      throw new Error('drawn on the event loop');
    }
  },
}));

test('renders 18 phone photos of 4 MB to a PDF under 20 MB, off the event loop', async () => {
  const renderer = createReportPdfRenderer();
  const large = await noisePhoto(4000, 3000);
  expect(large.length).toBeGreaterThan(4_000_000);
  const evidence = Array.from({ length: 18 }, (_, index) => sampleItem(index + 1));
  const report = await sampleModel(sampleJob({ evidence }));
  const { bytes: pdf } = await renderer.render(report, async () => large);
  expect(pdf.length).toBeLessThan(20_000_000);
  expect(pdf.length).toBeGreaterThan(3_000_000);
  await renderer.close();
});
