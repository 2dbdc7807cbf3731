import createBidi from 'bidi-js';
import type { Typeface } from './typefaces.js';

export type Direction = 'ltr' | 'rtl';

/** A text in one face. */
export interface Lettering {
  text: string;
  /** Null: the typeface of the report. */
  typeface: Typeface | null;
}

/** A piece of a line as it is drawn: letters that belong together, in one face. */
export interface Piece extends Lettering {
  isRtl: boolean;
  /** What is drawn in place of the text: brackets look the other way in a text from right to left. */
  drawn: string;
}

export const isolateStart = '\u2068';
export const isolateEnd = '\u2069';
const isolates = [isolateStart, isolateEnd];

const rightToLeft = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}]/u;
const strong = /\p{L}/u;
/** Scripts whose letters change with their neighbours: their words are drawn whole. */
const joined = /(?!\p{Nd})[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}\p{sc=Thai}]/u;

// The module is CommonJS; its types say otherwise.
const bidi = (createBidi as unknown as typeof createBidi.default)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Whether some of a text runs from right to left. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** The direction of a text: that of its first letter. */
export function directionOf(text: string): Direction {
  const first = text.match(strong)?.[0];
  return first !== undefined && rightToLeft.test(first) ? 'rtl' : 'ltr';
}

/** A text whose direction does not change the order of what stands around it (UAX #9, isolates). */
export const isolated = (text: string): string =>
  hasRightToLeft(text) ? `${isolateStart}${text}${isolateEnd}` : text;

/** Lines of one text, in which an isolate that goes over lines is opened again on each. */
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
 * The pieces of a line from left to right (UAX #9).
 *
 * @param typefacesOf a letter with its marks, in parts where no one face has them all
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
    if (isolates.includes(segment)) continue;
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

/** From left to right everything does; from right to left only the letters of a word. */
const staysTogether = (before: string, text: string, isRtl: boolean) =>
  !isRtl || (rightToLeft.test(before) && rightToLeft.test(text));

/** Words apart in the scripts whose words are drawn whole. */
function splitWords(piece: LevelledPiece): LevelledPiece[] {
  if (piece.isRtl || !piece.typeface || !joined.test(piece.text)) return [piece];
  return [...wordSegmenter.segment(piece.text)].map(({ segment }) => ({
    ...piece,
    text: segment,
    drawn: segment,
  }));
}

/** Rule L2 of UAX #9. */
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

/** Whether the words of a script are drawn whole, so that their glyphs do not tell their letters. */
export const isJoined = (text: string): boolean => joined.test(text);
