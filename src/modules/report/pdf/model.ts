import type { PlacedPhoto } from '../../evidence/shrink-photo.js';
import type { CertificateClaim, IntegrityBlock, LogReceipt, TimestampBlock } from '../integrity.js';
import type { ContentEvidenceItem, ReportContent } from '../report-schema.js';
import { readableInstant } from '../wording.js';

/** What a PDF says of its own signature. */
export interface PdfSigningFacts {
  /** Room that is left for the signature. */
  signatureBytes: number;
  certificates: CertificateClaim;
  /** When an authority outside saw the signature of the version; null: none did. */
  timestamp: TimestampBlock | null;
  /** Whether an authority was asked and gave no timestamp. */
  isTimestampMissing: boolean;
}

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
  signing: PdfSigningFacts;
  /** Page of the report and the instant until which it opens; null where it has none. */
  reportPage: { url: string; until: string } | null;
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

/** What a reader aloud says of a photo. */
export const photoAlt = ({ number, item, stepLabel }: NumberedItem): string =>
  `Photo E${number}: ${stepLabel}, captured ${readableInstant(item.captured_at)}`;
