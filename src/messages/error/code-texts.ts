import type { ErrorCode } from '../../errors.js';

/** Title and hint of every error, by its code. */
export type CodeTexts = Readonly<Record<ErrorCode, readonly [title: string, hint: string]>>;
