import type { Language } from '../../../messages/language.js';
import type { ServiceTexts } from '../../catalogue/service-texts.js';
import type { PlacedPhoto } from '../../evidence/shrink-photo.js';
import type { CertificateClaim, IntegrityBlock, LogReceipt, TimestampBlock } from '../integrity.js';
import type { ContentEvidenceItem, ReportContent } from '../report-schema.js';
import type { PdfWording } from './pdf-wording.js';

/** Facts about the PDF's own signature. */
export interface PdfSigningFacts {
  /** Bytes reserved for the signature. */
  signatureBytes: number;
  certificates: CertificateClaim;
  /** Timestamp of the version's signature by an external authority; null if missing. */
  timestamp: TimestampBlock | null;
  /** True if an authority was asked but returned no timestamp. */
  isTimestampMissing: boolean;
}

/** Input of a report PDF; together with the photos it determines every byte. */
export interface ReportPdfModel {
  /** Language of the pages; the embedded content is in English. */
  language: Language;
  /** Texts of the catalogue for the service, from which labels in another language are taken. */
  service: ServiceTexts;
  content: ReportContent;
  /** Canonical JSON of `content`, embedded unchanged. */
  contentJson: string;
  integrity: IntegrityBlock;
  /** Embedded as `receipt.json`; null if the version was not in the transparency log in time. */
  log: LogReceipt | null;
  /** Names of the files as uploaded, by evidence id; not part of the signed content. */
  fileNames: Record<string, string | null>;
  signing: PdfSigningFacts;
  /** Page of the report and when its link expires; null if it has none. */
  reportPage: { url: string; until: string } | null;
  /** URL of the public keys, as printed for the reader. */
  keySetUrl: string;
  /** True for a test report, which says so on every page. */
  isTest: boolean;
}

/** An evidence item as the pages number and show it. */
export interface NumberedItem {
  /** From 1, in the order of receipt. */
  number: number;
  item: ContentEvidenceItem;
  stepLabel: string;
  fileName: string | null;
  photo: PlacedPhoto | null;
}

/** Returns the alternative text of a photo. */
export const photoAlt = (
  { p, own, instant }: PdfWording,
  { number, item, stepLabel }: NumberedItem,
): string =>
  p('pdf.photo', {
    item: own(`E${number}`),
    step: own(stepLabel),
    time: instant(item.captured_at),
  });
