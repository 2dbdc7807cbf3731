import type { ReadReport } from '../../modules/report/get-report.js';

/** A version with the addresses of the link that opened it. */
export interface ShownReport {
  report: ReadReport;
  operator: string | undefined;
  /** Addresses under the signature of the link. */
  links: { page: string; pdf: string; json: string };
  /** When the link ends. */
  ends: Date;
}
