import type { PlacedPhoto } from '../../evidence/shrink-photo.js';
import type { IntegrityBlock, LogReceipt } from '../integrity.js';
import type { ContentEvidenceItem, ReportContent } from '../report-schema.js';

/** What a report PDF is made of; with the photos it determines every byte. */
export interface ReportPdfModel {
  content: ReportContent;
  /** Canonical JSON of `content`, embedded as it stands. */
  contentJson: string;
  integrity: IntegrityBlock;
  /** Embedded as `receipt.json`; null where the version was not in the transparency log in time. */
  log: LogReceipt | null;
  /** Names of the files as uploaded, by evidence id; they are no part of the signed content. */
  fileNames: Record<string, string | null>;
  /** Where the public keys are, as printed for the reader. */
  keySetUrl: string;
  /** Stands on every page; null for a live report. */
  watermark: string | null;
}

/** One evidence item as the pages name and show it. */
export interface NumberedItem {
  /** From 1, in the order of receipt. */
  number: number;
  item: ContentEvidenceItem;
  stepLabel: string;
  fileName: string | null;
  photo: PlacedPhoto | null;
}
