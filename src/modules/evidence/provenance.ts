/** Verified content of a file's content credentials (C2PA). */
export type Provenance =
  | { outcome: 'none' }
  /** Content credentials in a form that is not supported. */
  | { outcome: 'not_read' }
  /** Content credentials that cannot be checked; `reason` is a clause written by this service. */
  | { outcome: 'unreadable'; reason: string }
  /** They do not match the file, or their signature does not match them. */
  | { outcome: 'broken' }
  | SignedProvenance;

export interface SignedProvenance {
  outcome: 'signed';
  /** Origin of the picture, by its signed assertions. */
  origin: 'captured' | 'edited' | 'generated' | 'unstated';
  /** Name in the signer's certificate. */
  signer: string;
  /** Make and model of the camera; null if not named. */
  device: string | null;
  /** True if the signer is in C2PA_TRUST_FILE; null without such a file. */
  listed: boolean | null;
}

export const noProvenance: Provenance = { outcome: 'none' };
export const notRead: Provenance = { outcome: 'not_read' };
export const unreadable = (reason: string): Provenance => ({ outcome: 'unreadable', reason });

/** Maximum length of a name that is copied from a file into a report. */
const nameCharactersMax = 60;

/**
 * Returns a name from a file in a form that is safe in a report: one line of printable characters, without quotes and
 * direction marks.
 *
 * @returns null if the value is not text, or no characters remain
 */
export function nameFromFile(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const printable = value
    .slice(0, 4 * nameCharactersMax)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|["“”„«»]/gu, ' ');
  const characters = [...printable.replace(/ +/g, ' ').trim()];
  const name = characters.slice(0, nameCharactersMax).join('').trim();
  return name === '' ? null : name;
}
