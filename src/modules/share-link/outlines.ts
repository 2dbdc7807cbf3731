import { readFile } from 'node:fs/promises';
import { lazy } from '../../lib/lazy.js';
import { isPrinted, noticeOf, printable } from '../report/pdf/printable.js';
import { letteringsOf } from '../report/pdf/script-text.js';
import { fontFiles } from '../report/pdf/theme.js';
import { type Font, Typefaces } from '../report/pdf/typefaces.js';
import { type Direction, isJoined, type Piece, visualPieces } from '../report/pdf/visual-line.js';
import type { Wording } from '../report/reader-wording.js';

/** The part of fontkit's font that draws text. */
interface DrawnFont extends Font {
  unitsPerEm: number;
  layout(text: string): {
    glyphs: { path: { toSVG(): string } }[];
    positions: { xAdvance: number; xOffset: number; yOffset: number }[];
    advanceWidth: number;
  };
}

export type Weight = 'body' | 'bold';

async function open(file: string): Promise<DrawnFont> {
  // fontkit has no types; pdfkit loads the same module.
  const { create } = (await import('fontkit' as string)) as { create(data: Buffer): DrawnFont };
  return create(await readFile(file));
}

/** The typeface of reports, read once: fonts never change. */
const reportFonts = lazy(async () => ({
  body: await open(fontFiles.body),
  bold: await open(fontFiles.bold),
}));

interface Place {
  x: number;
  /** Of the baseline. */
  y: number;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const segmentOf = ({ segment }: Intl.SegmentData) => segment;

const rounded = (value: number) => Math.round(value * 100) / 100;

/**
 * Measures text and draws it as SVG paths: independent of the fonts of the machine, and without markup that a text
 * could contain. Covers the same scripts as the PDF of a report.
 */
export class Outlines {
  private readonly widths = new Map<string, number>();

  private constructor(
    private readonly fonts: Record<Weight, DrawnFont>,
    private readonly typefaces: Typefaces,
    private readonly wording: Wording,
  ) {}

  /** Loads the typefaces of the given texts, and of what can replace them. */
  static async for(texts: string[], wording: Wording): Promise<Outlines> {
    const typefaces = new Typefaces(wording.language === 'ja' ? 'japanese' : 'chinese');
    const outlines = new Outlines(await reportFonts(), typefaces, wording);
    await typefaces.load([...texts, outlines.unprinted], (char) => outlines.isDrawn(char));
    return outlines;
  }

  /** Returns the text on one line, with a notice in place of text that no typeface covers. */
  clean(text: string): string {
    const hasTypeface = (char: string) => this.typefaces.typefaceOf(char, text) !== null;
    const notice = this.wording.language === 'en' ? noticeOf('the report') : () => this.unprinted;
    return printable(text, (point) => this.hasGlyph(point), hasTypeface, notice);
  }

  private get unprinted(): string {
    return this.wording.t('content.unprinted');
  }

  /** Returns the width in pixels. @param text the whole text that contains the line */
  width(line: string, text: string, size: number, weight: Weight): number {
    return this.pieces(line, text, 'ltr').reduce((sum, { drawn, typeface }) => {
      const parts = isJoined(drawn) ? [drawn] : [...graphemes.segment(drawn)].map(segmentOf);
      const unit = (part: string) => this.unitWidth(part, typeface, weight);
      return sum + size * parts.reduce((width, part) => width + unit(part), 0);
    }, 0);
  }

  /** Returns the width in ems of a word or a letter; without kerning, which would need the whole line each time. */
  private unitWidth(part: string, typeface: Piece['typeface'], weight: Weight): number {
    const key = `${typeface?.id} ${weight} ${part}`;
    const font = this.fontOf(typeface, weight);
    const width = this.widths.get(key) ?? font.layout(part).advanceWidth / font.unitsPerEm;
    this.widths.set(key, width);
    return width;
  }

  /** Returns the SVG paths of a line. */
  draw(
    line: string,
    { x, y }: Place,
    style: { text: string; size: number; weight: Weight; direction: Direction },
  ): string {
    const { text, size, weight, direction } = style;
    const paths: string[] = [];
    let at = x;
    for (const { drawn, typeface } of this.pieces(line, text, direction)) {
      const font = this.fontOf(typeface, weight);
      const scale = size / font.unitsPerEm;
      const { glyphs, positions } = font.layout(drawn);
      for (const [index, { xAdvance, xOffset, yOffset }] of positions.entries()) {
        const d = glyphs[index]?.path.toSVG();
        const [left, base] = [rounded(at + xOffset * scale), rounded(y - yOffset * scale)];
        if (d) {
          paths.push(
            `<path transform="translate(${left} ${base}) scale(${scale} ${-scale})" d="${d}"/>`,
          );
        }
        at += xAdvance * scale;
      }
    }
    return paths.join('');
  }

  private pieces(line: string, text: string, direction: Direction): Piece[] {
    const typefaceOf = (char: string) =>
      this.isDrawn(char) ? null : this.typefaces.typefaceOf(char, text);
    return visualPieces(line, direction, (grapheme) => letteringsOf(grapheme, typefaceOf));
  }

  private fontOf(typeface: Piece['typeface'], weight: Weight): DrawnFont {
    return typeface ? (typeface[weight] as DrawnFont) : this.fonts[weight];
  }

  private isDrawn(char: string): boolean {
    return isPrinted(char, (point) => this.hasGlyph(point));
  }

  private hasGlyph(point: number): boolean {
    return Object.values(this.fonts).every((font) => font.hasGlyphForCodePoint(point));
  }
}
