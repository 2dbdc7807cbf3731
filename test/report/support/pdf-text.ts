import { openPdf } from './open-pdf.js';

/** Returns the text of all pages of a PDF in one line. */
export async function pdfText(pdf: Uint8Array): Promise<string> {
  const document = await openPdf(pdf);
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(...items.flatMap((item) => ('str' in item ? [item.str] : [])));
  }
  return texts.join(' ').replace(/\s+/g, ' ');
}
