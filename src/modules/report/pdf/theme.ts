import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { CheckResult, EvidenceItem } from '../../evidence/evidence.js';
import type { StepStatus } from '../../job/job.js';
import type { ContentKey } from '../reader-wording.js';
import type { PdfKey } from './pdf-wording.js';

/** A4 in points. */
export const page = { width: 595.28, height: 841.89, left: 48, right: 48, top: 64, bottom: 60 };
export const contentWidth = page.width - page.left - page.right;

export const colors = {
  ink: '#1b2733',
  muted: '#56636f',
  accent: '#173a5e',
  rule: '#cfd6dd',
  tint: '#f3f6f9',
  pass: '#1b6b3a',
  warn: '#8a5800',
  fail: '#a11d1d',
  none: '#56636f',
};

export type FontName = 'body' | 'bold' | 'mono';

const fontFolder = join(
  dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')),
  'ttf',
);

export const fontFiles: Record<FontName, string> = {
  body: join(fontFolder, 'DejaVuSansCondensed.ttf'),
  bold: join(fontFolder, 'DejaVuSansCondensed-Bold.ttf'),
  mono: join(fontFolder, 'DejaVuSansMono.ttf'),
};

/** A result as a symbol, a word and a colour; the colour is never the only indication. */
export interface Mark {
  sign: string;
  word: PdfKey;
  color: string;
}

export const checkMarks = {
  pass: { sign: '✓', word: 'pdf.result.pass', color: colors.pass },
  warn: { sign: '!', word: 'pdf.result.warn', color: colors.warn },
  fail: { sign: '✗', word: 'pdf.result.fail', color: colors.fail },
  not_run: { sign: '–', word: 'pdf.result.not_run', color: colors.none },
} as const satisfies Record<CheckResult, Mark>;

export const stepMarks = {
  passed: { sign: '✓', word: 'pdf.step.passed', color: colors.pass },
  failed: { sign: '✗', word: 'pdf.step.failed', color: colors.fail },
  pending: { sign: '–', word: 'pdf.step.pending', color: colors.none },
  skipped: { sign: '–', word: 'pdf.step.skipped', color: colors.none },
} as const satisfies Record<StepStatus, Mark>;

const itemMarks = {
  passed: { sign: '✓', word: 'pdf.item_passed', color: colors.pass },
  failed: { sign: '✗', word: 'pdf.item_failed', color: colors.fail },
} as const satisfies Record<string, Mark>;

export const itemMark = (passed: boolean) => (passed ? itemMarks.passed : itemMarks.failed);

/** Names of the sender or author. */
export const sourceKeys = {
  provider: 'content.source.provider',
  self_service: 'content.source.self_service',
  integrator: 'content.source.integrator',
  simulated: 'content.source.simulated',
} as const satisfies Record<EvidenceItem['source'], ContentKey>;
