import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { CheckResult, EvidenceItem } from '../../evidence/evidence.js';
import type { StepStatus } from '../../job/job.js';

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

/** A result as a sign, a word and a colour: the colour never says it alone. */
export interface Mark {
  sign: string;
  word: string;
  color: string;
}

export const checkMarks: Record<CheckResult, Mark> = {
  pass: { sign: '✓', word: 'pass', color: colors.pass },
  warn: { sign: '!', word: 'warning', color: colors.warn },
  fail: { sign: '✗', word: 'FAIL', color: colors.fail },
  not_run: { sign: '–', word: 'not run', color: colors.none },
};

export const stepMarks: Record<StepStatus, Mark> = {
  passed: { sign: '✓', word: 'passed', color: colors.pass },
  failed: { sign: '✗', word: 'FAILED', color: colors.fail },
  pending: { sign: '–', word: 'not shown', color: colors.none },
  skipped: { sign: '–', word: 'skipped', color: colors.none },
};

export const itemMark = (passed: boolean): Mark =>
  passed
    ? { sign: '✓', word: 'passed its checks', color: colors.pass }
    : { sign: '✗', word: 'FAILED its checks', color: colors.fail };

/** Who sent or wrote something. */
export const sourceText: Record<EvidenceItem['source'], string> = {
  provider: 'a verifier with a task token',
  self_service: 'the requester or an invited person',
  integrator: 'the party that ordered the job',
  simulated: 'the simulated verifier of the sandbox',
};
