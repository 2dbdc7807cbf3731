import { isolated, isolateEnd, isolateStart } from './visual-line.js';

/** Returns whether the typeface of the report has a glyph for a code point. */
export type HasGlyph = (codePoint: number) => boolean;

/** Names of the scripts; a character of any other script is `another`. */
const scripts: [string, RegExp][] = [
  ['Japanese', /[\p{scx=Hiragana}\p{scx=Katakana}]/u],
  ['Chinese', /[\p{scx=Han}\p{scx=Bopomofo}]/u],
  ['Korean', /\p{scx=Hangul}/u],
  ['Arabic', /\p{scx=Arabic}/u],
  ['Hebrew', /\p{scx=Hebrew}/u],
  ['Devanagari', /\p{scx=Devanagari}/u],
  ['Bengali', /\p{scx=Bengali}/u],
  ['Gurmukhi', /\p{scx=Gurmukhi}/u],
  ['Gujarati', /\p{scx=Gujarati}/u],
  ['Oriya', /\p{scx=Oriya}/u],
  ['Tamil', /\p{scx=Tamil}/u],
  ['Telugu', /\p{scx=Telugu}/u],
  ['Kannada', /\p{scx=Kannada}/u],
  ['Malayalam', /\p{scx=Malayalam}/u],
  ['Sinhala', /\p{scx=Sinhala}/u],
  ['Thai', /\p{scx=Thai}/u],
  ['Lao', /\p{scx=Lao}/u],
  ['Burmese', /\p{scx=Myanmar}/u],
  ['Khmer', /\p{scx=Khmer}/u],
  ['Tibetan', /\p{scx=Tibetan}/u],
  ['Mongolian', /\p{scx=Mongolian}/u],
  ['Georgian', /\p{scx=Georgian}/u],
  ['Armenian', /\p{scx=Armenian}/u],
  ['Ethiopic', /\p{scx=Ethiopic}/u],
  ['Syriac', /\p{scx=Syriac}/u],
];
const printed = /[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Armenian}\p{scx=Georgian}]/u;
const common = /[\p{Script=Common}\p{Script=Inherited}]/u;
const ownScript = /[\p{scx=Common}\p{scx=Inherited}]/u;
/** Characters that belong to a foreign text if they appear between two parts of it; they are printed elsewhere. */
const joins = /^[\s\p{P}\p{Nd}]+$/u;
/** Invisible characters: controls, direction marks, joiners and variation selectors. */
const invisible = /[\p{Cc}\p{Cf}\p{Variation_Selector}]|\u034F/gu;
/** Joiners that change how a word is written, in the scripts of RFC 5892, A.1 and A.2. */
const joiner =
  /[\u200C\u200D](?<=[\p{sc=Arabic}\p{sc=Devanagari}]\p{M}*.)(?=[\p{sc=Arabic}\p{sc=Devanagari}])/gu;

const lineBreak = /[\n\r\u2028\u2029\u0085\v\f]/;

/** Marks stacked on a letter beyond the number that languages use; they would cover the lines above and below. */
const stacked = /(?<=\p{M}{4})\p{M}+/gu;

/**
 * Returns the text on one line with an unambiguous appearance: line breaks become
 *
 * , runs of spaces one space, and direction marks and other invisible characters, which could make one text look like
 * another, are removed. At most four marks are kept on a letter, because more would overlap adjacent text.
 */
function oneLine(text: string, kept: string[] = []): string {
  const folded = text
    .normalize('NFC')
    .replace(/[\s\u0085]+/g, (space) => (lineBreak.test(space) ? ' ¶ ' : space))
    .replace(/[\t\p{Zs}]/gu, ' ');
  const joiners = new Set(Array.from(folded.matchAll(joiner), ({ index }) => index));
  return folded
    .replace(invisible, (sign, at: number) => (kept.includes(sign) || joiners.has(at) ? sign : ''))
    .replace(stacked, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Quotes text written by others on one line, in quotation marks that the text cannot close itself. */
export const quoted = (text: string): string =>
  `“${isolated(oneLine(text).replace(/[“„‟]/g, '‘').replace(/[”"]/g, '’'))}”`;

/** Returns whether the typeface of the report prints a character. */
export const isPrinted = (char: string, hasGlyph: HasGlyph): boolean =>
  foreignName(char, hasGlyph) === null;

/**
 * Returns the text as the PDF can print it, on one line. Text that no typeface covers is replaced by a notice, never
 * printed as boxes; the embedded JSON contains it unchanged.
 *
 * @param hasGlyph for the typeface of the report, which covers Latin, Greek, Cyrillic and common symbols
 * @param hasTypeface returns whether another typeface covers a character
 * @param unprinted the notice; by default it names the script in English
 */
export function printable(
  text: string,
  hasGlyph: HasGlyph,
  hasTypeface: (char: string) => boolean = () => false,
  unprinted: Unprinted = noticeOf('the embedded JSON'),
): string {
  return mergeForeign(runsOf(oneLine(text, [isolateStart, isolateEnd]), hasGlyph, hasTypeface))
    .map(({ foreign, text: part }) => (foreign === null ? part : unprinted(foreign)))
    .join('');
}

/** Returns the notice in place of text. @param foreign name of its script, or `symbol` */
type Unprinted = (foreign: string) => string;

interface Run {
  /** Name of the script or `symbol`; null for text that is printed. */
  foreign: string | null;
  text: string;
}

/** Returns the notices in English. @param elsewhere where the text is */
export const noticeOf =
  (elsewhere: string): Unprinted =>
  (foreign) =>
    foreign === 'symbol'
      ? `[symbol – see ${elsewhere}]`
      : `[text in ${foreign} script – see ${elsewhere}]`;

function runsOf(text: string, hasGlyph: HasGlyph, hasTypeface: (char: string) => boolean): Run[] {
  const runs: Run[] = [];
  for (const char of text) {
    const name = foreignName(char, hasGlyph);
    const foreign = name === null || hasTypeface(char) ? null : name;
    const last = runs.at(-1);
    if (last && last.foreign === foreign) last.text += char;
    else runs.push({ foreign, text: char });
  }
  return runs;
}

function foreignName(char: string, hasGlyph: HasGlyph): string | null {
  if (char === ' ' || /\p{Cf}/u.test(char)) return null;
  const isOwn = printed.test(char) || (common.test(char) && ownScript.test(char));
  if (isOwn) return hasGlyph(char.codePointAt(0) as number) ? null : 'symbol';
  return scripts.find(([, pattern]) => pattern.test(char))?.[0] ?? 'another';
}

/** Merges the runs of one foreign text into one notice, including spaces, digits and mixed kana and ideographs. */
function mergeForeign(runs: Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    const between = last?.foreign === null && joins.test(last.text) ? merged.at(-2) : undefined;
    if (last && sameText(last, run)) {
      join(last, run);
    } else if (between && sameText(between, run)) {
      merged.pop();
      join(between, run);
    } else {
      merged.push({ ...run });
    }
  }
  return merged;
}

const eastAsian = ['Chinese', 'Japanese'];

const sameText = (a: Run, b: Run) =>
  a.foreign !== null &&
  b.foreign !== null &&
  (a.foreign === b.foreign || (eastAsian.includes(a.foreign) && eastAsian.includes(b.foreign)));

function join(into: Run, run: Run): void {
  into.text += run.text;
  if (run.foreign === 'Japanese') into.foreign = 'Japanese';
}
