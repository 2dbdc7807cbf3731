import { createTranslator, type Translate } from '../../../messages/create-translator.js';
import type { Language } from '../../../messages/language.js';
import { pdfCatalogue } from '../../../messages/pdf/catalogue.js';
import type { PdfEnglish } from '../../../messages/pdf/en.js';
import { contentCatalogue } from '../../../messages/report-content/catalogue.js';
import type { ServiceTexts } from '../../catalogue/service-texts.js';
import { type Wording, wordingIn } from '../reader-wording.js';
import type { PlanLabels } from './plan-geometry.js';

export type PdfKey = keyof PdfEnglish;

/** Messages and formats of a PDF in one language. */
export interface PdfWording extends Wording {
  /** Returns a message of the PDF itself. */
  p: Translate<PdfEnglish>;
}

export const pdfWordingIn = (language: Language, service?: ServiceTexts): PdfWording => ({
  ...wordingIn(language, service),
  p: createTranslator(pdfCatalogue, language),
});

/** Returns the words on a plan. */
export const planLabels = ({ p, own, metres }: PdfWording): PlanLabels => ({
  items: (count) => p('pdf.plan_items', { count }),
  kilometres: (distance) => metres(distance * 1000),
  orMore: (distance) => p('pdf.plan_more', { distance }),
  beyond: (numbers, distance) => `${own(numbers)} ${distance}`,
});

/** Returns texts with every character that the words of a language can contain. */
export function textsOfWording({ language, placeTime, metres }: PdfWording): string[] {
  const months = Array.from({ length: 12 }, (_, month) =>
    placeTime(new Date(Date.UTC(2026, month, 1)).toISOString(), {
      latitude: 35.7,
      longitude: 139.7,
    }),
  );
  return [
    ...Object.values(pdfCatalogue[language]),
    ...Object.values(contentCatalogue[language]),
    ...months,
    metres(1),
    metres(1500),
  ];
}
