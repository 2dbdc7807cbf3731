import { embedOutlines, type FontSubset } from './outline-subset.js';
import type { Font, Typeface, Typefaces } from './typefaces.js';
import {
  type Direction,
  hasRightToLeft,
  isIsolate,
  isJoined,
  type Lettering,
  type Piece,
  visualPieces,
} from './visual-line.js';

type Doc = PDFKit.PDFDocument;

/** Members of pdfkit's current font that its types do not declare. */
interface EmbeddedFont {
  id: string;
  font: Font;
  subset: FontSubset;
  unicode: number[][];
  ref(): PDFKit.PDFKitReference;
  encode(text: string): [string[], GlyphPosition[]];
}

interface GlyphPosition {
  xAdvance: number;
  xOffset: number;
  yOffset: number;
  advanceWidth: number;
}

/** Baseline of the DejaVu typefaces below the top of their box, as a fraction of the font size. */
const ascent = 0.928;
/** Joiners, which shape adjacent letters and need no glyph. */
const unseen = /\p{Cf}/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Zero width space: the text of a glyph that represents no character. */
const silent = [0x200b];

/**
 * Returns a letter with its marks in one typeface that covers them all, otherwise each character in its own typeface.
 * @param typefaceOf returns null for the typeface of the report
 */
export function letteringsOf(
  grapheme: string,
  typefaceOf: (char: string) => Typeface | null,
): Lettering[] {
  const chars = [...grapheme];
  const letterings = chars.map((char) => ({ text: char, typeface: typefaceOf(char) }));
  const others = letterings.flatMap(({ typeface }) => typeface ?? []);
  if (others.length === 0) return [{ text: grapheme, typeface: null }];
  const whole = others.find(({ body }) =>
    chars.every((c) => unseen.test(c) || body.hasGlyphForCodePoint(c.codePointAt(0) as number)),
  );
  return whole ? [{ text: grapheme, typeface: whole }] : letterings;
}

/** Measures and draws lines with text in scripts that the typeface of the report does not cover. */
export class ScriptText {
  private readonly opened = new Set<string>();
  private readonly widths = new Map<string, number>();

  /** @param isDrawn returns whether the typeface of the report covers a character */
  constructor(
    private readonly doc: Doc,
    private readonly typefaces: Typefaces,
    private readonly isDrawn: (char: string) => boolean,
  ) {}

  /** Returns the width in points. @param text the whole text that contains the line */
  width(line: string, font: string, size: number, text = line): number {
    return this.pieces(line, 'ltr', text).reduce(
      (sum, piece) => sum + this.pieceWidth(piece, font, size),
      0,
    );
  }

  /** Draws a line; `top` is the top of the box of the typeface of the report. */
  draw(
    line: string,
    at: { x: number; top: number },
    {
      font,
      size,
      direction,
      text,
    }: { font: string; size: number; direction: Direction; text: string },
  ): void {
    let { x } = at;
    for (const piece of this.pieces(line, direction, text)) {
      if (!piece.typeface && piece.drawn === piece.text) {
        this.doc.font(font).fontSize(size).text(piece.text, x, at.top, { lineBreak: false });
      } else {
        this.drawPiece(piece, x, at.top + ascent * size, font, size);
      }
      x += this.pieceWidth(piece, font, size);
    }
  }

  private pieces(line: string, direction: Direction, text: string): Piece[] {
    const typefaceOf = (char: string) =>
      this.isDrawn(char) ? null : this.typefaces.typefaceOf(char, text);
    return visualPieces(line, direction, (grapheme) => letteringsOf(grapheme, typefaceOf));
  }

  private pieceWidth(piece: Piece, font: string, size: number): number {
    const name = `${piece.typeface?.id} ${font}`;
    return this.parts(piece).reduce((sum, part) => {
      const key = `${name}\n${part}`;
      const known = this.widths.get(key) ?? this.measure(piece.typeface, font, part);
      this.widths.set(key, known);
      return sum + (known * size) / 1000;
    }, 0);
  }

  /**
   * Splits a piece into the units that are shaped together: a word, a text in the typeface of the report, or one
   * character.
   */
  private parts({ drawn, typeface }: Piece): string[] {
    if (!typeface || isJoined(drawn)) return [drawn];
    return Array.from(graphemes.segment(drawn), ({ segment }) => segment);
  }

  private measure(typeface: Typeface | null, font: string, part: string): number {
    if (!typeface) return this.doc.font(font).fontSize(1000).widthOfString(part);
    return this.open(typeface, font)
      .encode(part)[1]
      .reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  }

  /** Opens a typeface in the weight of a font of the report, which it returns itself without a typeface. */
  private open(typeface: Typeface | null, font: string): EmbeddedFont {
    const { doc } = this;
    const weighted = typeface?.[font === 'bold' ? 'bold' : 'body'];
    const name = weighted ? `${typeface?.id} ${weighted.postscriptName}` : font;
    const isNew = weighted !== undefined && !this.opened.has(name);
    if (isNew) doc.registerFont(name, weighted as never);
    const { _font: embedded } = doc.font(name) as unknown as { _font: EmbeddedFont };
    if (isNew) {
      this.opened.add(name);
      if (weighted.variationCoords) embedOutlines(embedded.subset);
    }
    return embedded;
  }

  /**
   * Draws a piece as separate text, so that it is copied as it was typed: the glyphs of joined scripts do not identify
   * their letters. Readers expect right-to-left text in visual order and reverse it themselves, so each letter is
   * recorded at its position from left to right.
   */
  private drawPiece(piece: Piece, x: number, baseline: number, font: string, size: number): void {
    const { doc } = this;
    const embedded = this.open(piece.typeface, font);
    const resources = doc.page as unknown as { fonts: Record<string, PDFKit.PDFKitReference> };
    resources.fonts[embedded.id] ??= embedded.ref();
    const ink = this.glyphs(embedded, piece, x, doc.page.height - baseline, size);
    const letters = piece.isRtl ? [...piece.text].reverse() : [piece.text];
    const isStated = piece.isRtl || piece.drawn !== piece.text || isJoined(piece.text);
    const slot = this.pieceWidth(piece, font, size) / letters.length;
    const place = (index: number) =>
      this.space(embedded, x + index * slot, slot, doc.page.height - baseline, size);
    const lines = isStated
      ? letters.map((letter, index) => {
          const isLast = index === letters.length - 1;
          const inside = !isLast || letters.length > 1 ? [place(index)] : [];
          // The glyphs accompany the last letter, between two spaces that mark the position of that letter.
          const shown = isLast ? [...inside, ...ink, ...inside] : inside;
          return [`/Span <</ActualText ${utf16(letter)}>> BDC`, ...shown, 'EMC'].join('\n');
        })
      : ink;
    doc.addContent(
      ['q', `1 0 0 -1 0 ${number(doc.page.height)} cm`, 'BT', ...lines, 'ET', 'Q'].join('\n'),
    );
  }

  private glyphs(
    embedded: EmbeddedFont,
    piece: Piece,
    x: number,
    y: number,
    size: number,
  ): string[] {
    const shown = [`/${embedded.id} ${number(size)} Tf 100 Tz 0 Tr`];
    let pen = x;
    let expected = Number.NaN;
    let run = '';
    const flush = () => {
      if (run !== '') shown.push(`<${run}> Tj`);
      run = '';
    };
    for (const part of this.parts(piece)) {
      const [codes, positions] = embedded.encode(part);
      for (const [index, code] of codes.entries()) {
        const unicode = embedded.unicode[Number.parseInt(code, 16)];
        if (unicode?.length === 0) embedded.unicode[Number.parseInt(code, 16)] = silent;
        const { xAdvance, xOffset, yOffset, advanceWidth } = positions[index] as GlyphPosition;
        const at = pen + (xOffset * size) / 1000;
        if (yOffset !== 0 || !(Math.abs(at - expected) < 0.001)) {
          flush();
          shown.push(`1 0 0 1 ${number(at)} ${number(y + (yOffset * size) / 1000)} Tm`);
        }
        run += code;
        expected = yOffset === 0 ? at + (advanceWidth * size) / 1000 : Number.NaN;
        pen += (xAdvance * size) / 1000;
      }
    }
    flush();
    return shown;
  }

  /** Returns an invisible space of the given width. */
  private space(embedded: EmbeddedFont, x: number, width: number, y: number, size: number): string {
    const [[code], [position]] = embedded.encode(' ');
    const natural = ((position?.advanceWidth ?? 1) * size) / 1000;
    return `/${embedded.id} ${number(size)} Tf ${number((100 * width) / natural)} Tz 3 Tr 1 0 0 1 ${number(x)} ${number(y)} Tm <${code}> Tj`;
  }
}

/** Returns whether a line must be drawn piece by piece. @param isDrawn returns whether a character is covered */
export const needsPieces = (line: string, isDrawn: (char: string) => boolean): boolean =>
  hasRightToLeft(line) || [...line].some((char) => isIsolate(char) || !isDrawn(char));

const number = (value: number): string => String(Math.round(value * 1000) / 1000);

const utf16 = (text: string): string =>
  `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
