import { diffJson, type Json } from '../json-diff.js';
import type { Opened } from './open-file.js';

/** Reports differences between two files of one version; an intact file shows what the other one changed. */
export function compareCopies(opened: Opened[]): void {
  for (const file of opened) {
    if (file.verdict.errors.length === 0) continue;
    const intact = opened.find(
      (other) => other !== file && sameVersion(other, file) && isIntact(other),
    );
    if (!intact) continue;
    for (const { path, kind } of diffJson(
      intact.content as unknown as Json,
      file.content as unknown as Json,
    )) {
      file.verdict.errors.push(`${path}: ${kind} against ${intact.verdict.name}`);
    }
  }
}

export const isIntact = (file: Opened) => file.verdict.errors.length === 0;

export const sameVersion = (a: Opened, b: Opened) =>
  a.content.report_id === b.content.report_id &&
  a.content.version_number === b.content.version_number;

/** Returns the errors between the files of one call. */
export function checkChain(opened: Opened[]): string[] {
  const reportIds = [...new Set(opened.map((file) => file.content.report_id))];
  if (reportIds.length > 1)
    return [`the files belong to ${reportIds.length} reports: ${reportIds.join(', ')}`];
  const errors: string[] = [];
  const versions = new Map<number, Opened>();
  for (const file of opened) {
    const same = versions.get(file.content.version_number);
    if (same && same.integrity.content_sha256 !== file.integrity.content_sha256) {
      errors.push(
        `version ${file.content.version_number}: ${same.verdict.name} and ${file.verdict.name} differ`,
      );
    }
    versions.set(file.content.version_number, same ?? file);
  }
  const numbers = [...versions.keys()].sort((a, b) => a - b);
  for (const [index, number] of numbers.entries()) {
    const before = numbers[index - 1];
    if (before === undefined) continue;
    const missing = number - before - 1;
    if (missing > 0) {
      errors.push(
        missing === 1
          ? `version ${before + 1} is missing between ${before} and ${number}`
          : `versions ${before + 1} to ${number - 1} are missing`,
      );
    } else if (
      versions.get(number)?.integrity.previous_sha256 !==
      versions.get(before)?.integrity.content_sha256
    ) {
      errors.push(
        `version ${number} does not follow version ${before}: its previous_sha256 differs`,
      );
    }
  }
  return errors;
}
