import type { ReportEnglish } from './en.js';

/** The messages that the script of the report's page shows; they have no plurals. */
export const scriptKeys = [
  'report.photo_of',
  'report.previous_photo',
  'report.next_photo',
  'report.close',
  'report.proof.working',
  'report.proof.unchanged',
  'report.proof.logged',
  'report.proof.not_logged',
  'report.proof.bad_checkpoint',
  'report.proof.not_in_log',
  'report.proof.photos_unchanged',
  'report.proof.photos_done',
  'report.proof.changed',
  'report.proof.no_keys',
  'report.proof.not_canonical',
  'report.proof.other_content',
  'report.proof.unknown_key',
  'report.proof.bad_signature',
  'report.proof.other_header',
  'report.proof.other_version',
  'report.proof.broken_chain',
  'report.proof.file_unread',
  'report.proof.unread',
  'report.proof.file_changed',
] as const satisfies readonly (keyof ReportEnglish)[];

/** Returns a message of the script with its arguments. */
export type ScriptText = (
  key: (typeof scriptKeys)[number],
  values?: Readonly<Record<string, string>>,
) => string;

/** Returns the function that fills messages of the script. */
export const scriptText =
  (texts: Readonly<Record<string, string>>): ScriptText =>
  (key, values = {}) =>
    (texts[key] ?? '').replace(/\{(\w+)\}/g, (argument, name) => values[name] ?? argument);
