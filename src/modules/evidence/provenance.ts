/** What the content credentials (C2PA) of a file say, as far as they hold. */
export type Provenance =
  | { outcome: 'none' }
  /** There are some, in a form that is not read here. */
  | { outcome: 'not_read' }
  /** There are some that cannot be judged; `reason` is a clause in our own words. */
  | { outcome: 'unreadable'; reason: string }
  /** They do not match the file, or their signature does not match them. */
  | { outcome: 'broken' }
  | SignedProvenance;

export interface SignedProvenance {
  outcome: 'signed';
  /** How the picture came to be, by what was signed. */
  origin: 'captured' | 'edited' | 'generated' | 'unstated';
  /** Name in the certificate of the signer. */
  signer: string;
  /** Make and model of the camera; null where none is named. */
  device: string | null;
  /** Whether the signer is in C2PA_TRUST_FILE; null without such a file. */
  listed: boolean | null;
}

export const noProvenance: Provenance = { outcome: 'none' };
export const notRead: Provenance = { outcome: 'not_read' };
export const unreadable = (reason: string): Provenance => ({ outcome: 'unreadable', reason });

/** Longest name that is taken from a file into a report. */
const nameCharactersMax = 60;

/**
 * A name that stands in a file as it may stand in a report: one line of printable characters, without quotes
 * and marks of direction.
 *
 * @returns null for what is no text, or nothing is left of
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
