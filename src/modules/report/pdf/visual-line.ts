import createBidi from 'bidi-js';
import type { Typeface } from './typefaces.js';

export type Direction = 'ltr' | 'rtl';

/** A text in one typeface. */
export interface Lettering {
  text: string;
  /** Null: the typeface of the report. */
  typeface: Typeface | null;
}

/** A piece of a line as it is drawn: letters that belong together, in one typeface. */
export interface Piece extends Lettering {
  isRtl: boolean;
  /** The text to draw; right-to-left text has mirrored brackets. */
  drawn: string;
}

export const isolateStart = '\u2068';
export const isolateEnd = '\u2069';
const isolates = [isolateStart, isolateEnd];

/** True for a character that starts or ends an isolate, which is not drawn. */
export const isIsolate = (char: string): boolean => isolates.includes(char);

const rightToLeft = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}]/u;
const strong = /\p{L}/u;
/** Scripts whose letters change with their neighbours: their words are drawn as a whole. */
const joined = /(?!\p{Nd})[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}\p{sc=Thai}]/u;

// The module is CommonJS, although its types declare otherwise.
const bidi = (createBidi as unknown as typeof createBidi.default)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Returns whether some of the text runs from right to left. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** Returns the direction of a text: that of its first letter. */
export function directionOf(text: string): Direction {
  const first = text.match(strong)?.[0];
  return first !== undefined && rightToLeft.test(first) ? 'rtl' : 'ltr';
}

/** Isolates a text, so that its direction does not change the order of the surrounding text (UAX #9). */
export const isolated = (text: string): string =>
  hasRightToLeft(text) ? `${isolateStart}${text}${isolateEnd}` : text;

/** Returns the lines of one text; an isolate that spans lines is opened again on each. */
export function carryIsolates(lines: string[]): string[] {
  let open = false;
  return lines.map((line) => {
    const carried = open ? isolateStart + line : line;
    const [start, end] = isolates.map((sign) => carried.lastIndexOf(sign)) as [number, number];
    open = start > end;
    return carried;
  });
}

interface LevelledPiece extends Piece {
  level: number;
}

/**
 * Returns the pieces of a line from left to right (UAX #9).
 *
 * @param typefacesOf splits a letter with its marks into parts if no typeface covers them all
 */
export function visualPieces(
  line: string,
  direction: Direction,
  typefacesOf: (grapheme: string) => Lettering[],
): Piece[] {
  const hasOrder = direction === 'rtl' || hasRightToLeft(line);
  const levels = hasOrder ? bidi.getEmbeddingLevels(line, direction).levels : null;
  const pieces: LevelledPiece[] = [];
  for (const { segment, index } of graphemes.segment(line)) {
    if (isIsolate(segment)) continue;
    const level = levels?.[index] ?? 0;
    const isRtl = level % 2 === 1;
    for (const { text, typeface } of typefacesOf(segment)) {
      const last = pieces.at(-1);
      if (
        last &&
        last.level === level &&
        last.typeface === typeface &&
        staysTogether(last.text, text, isRtl)
      ) {
        last.text += text;
        last.drawn += text;
      } else {
        const mirrored = isRtl ? bidi.getMirroredCharacter(text) : null;
        pieces.push({ text, typeface, isRtl, level, drawn: mirrored ?? text });
      }
    }
  }
  return reorder(pieces.flatMap(splitWords));
}

/** Left-to-right text stays together; of right-to-left text, only the letters of a word do. */
const staysTogether = (before: string, text: string, isRtl: boolean) =>
  !isRtl || (rightToLeft.test(before) && rightToLeft.test(text));

/** Splits text into words in the scripts whose words are drawn as a whole. */
function splitWords(piece: LevelledPiece): LevelledPiece[] {
  if (piece.isRtl || !piece.typeface || !joined.test(piece.text)) return [piece];
  return [...wordSegmenter.segment(piece.text)].map(({ segment }) => ({
    ...piece,
    text: segment,
    drawn: segment,
  }));
}

/** Applies rule L2 of UAX #9. */
function reorder(pieces: LevelledPiece[]): LevelledPiece[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end++;
      if (end - start > 1) {
        ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      }
      start = Math.max(start, end - 1);
    }
  }
  return ordered;
}

/** Returns whether words of the script are drawn as a whole, so that their glyphs do not identify their letters. */
export const isJoined = (text: string): boolean => joined.test(text);
