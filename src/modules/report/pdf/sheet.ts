import PDFDocument from 'pdfkit';
import { directionOf as languageDirection } from '../../../messages/language.js';
import { declareUniversalAccess, escapeMetadata } from './conformance.js';
import type { PdfWording } from './pdf-wording.js';
import { isPrinted, printable } from './printable.js';
import { needsPieces, ScriptText } from './script-text.js';
import { colors, contentWidth, type FontName, fontFiles, page } from './theme.js';
import { Typefaces } from './typefaces.js';
import { carryIsolates, type Direction, directionOf } from './visual-line.js';
import { ellipsis, wrap } from './wrap.js';

type Doc = PDFKit.PDFDocument;
export type StructElement = ReturnType<Doc['struct']>;

export interface TextStyle {
  font?: FontName;
  /** In points. */
  size?: number;
  color?: string;
  /** Direction of the whole text; by default that of the document. */
  direction?: Direction;
  /** True for a position on the paper, which is not mirrored. */
  isFixed?: boolean;
  /** True if more text follows in the same tag: a space separates it from the last line. */
  leadsOn?: boolean;
}

export interface SheetInfo {
  title: string;
  subject: string;
  createdAt: Date;
  wording: PdfWording;
}

const lineFactor = 1.36;
/** Space between the frame of a quotation and its text. */
const quoteInset = 8;
/** Ascent plus descent of the DejaVu typefaces, as a fraction of the font size. */
const boxFactor = 1.164;

/**
 * Builds a PDF: a cursor that moves down the page and breaks pages automatically, text that is measured before it is
 * drawn, and a tag for everything drawn. All lengths are points from the upper left corner; in a document that is read from right to left, from the upper
 * right corner.
 */
export class Sheet {
  readonly doc: Doc;
  readonly wording: PdfWording;
  private readonly direction: Direction;
  y = page.top;
  private section: StructElement | null = null;
  private readonly root: StructElement;
  private readonly typefaces: Typefaces;
  private readonly scripts: ScriptText;
  /** The whole text of each line, for lines in several scripts. */
  private readonly texts = new Map<string, string>();
  private readonly drawn = new Map<string, boolean>();
  private readonly photos = new Map<Uint8Array, object>();

  constructor(info: SheetInfo) {
    const { language } = info.wording;
    this.wording = info.wording;
    this.direction = languageDirection(language);
    this.typefaces = new Typefaces(language === 'ja' ? 'japanese' : 'chinese');
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      lang: language,
      tagged: true,
      subset: 'PDF/A-3b',
      displayTitle: true,
      bufferPages: true,
      autoFirstPage: false,
      info: {
        Title: info.title,
        Subject: info.subject,
        Creator: 'Verification service',
        Producer: 'Verification service (PDFKit)',
        CreationDate: info.createdAt,
      },
    });
    escapeMetadata(this.doc);
    declareUniversalAccess(this.doc);
    for (const [name, file] of Object.entries(fontFiles)) this.doc.registerFont(name, file);
    this.scripts = new ScriptText(this.doc, this.typefaces, (char) => this.isDrawn(char));
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
    this.doc.addPage();
  }

  /** Loads the typefaces for text that the typeface of the report does not cover; none for Latin text. */
  loadTypefaces(texts: string[]): Promise<void> {
    return this.typefaces.load(texts, (char) => this.isDrawn(char));
  }

  get bottom(): number {
    return page.height - page.bottom;
  }

  /** Returns the left edge on the paper of what is `width` wide and starts at `x`. */
  left(x: number, width = 0): number {
    return this.direction === 'ltr' ? x : page.width - x - width;
  }

  /** Index of the current page, from 0. */
  get page(): number {
    return this.doc.bufferedPageRange().count - 1;
  }

  /** Points left on this page. */
  get room(): number {
    return this.bottom - this.y;
  }

  newPage(): void {
    this.doc.continueOnNewPage();
    this.y = page.top;
  }

  /** Starts a new page if less than `height` is left; returns whether it did. */
  ensure(height: number): boolean {
    if (height <= this.room || this.y === page.top) return false;
    this.newPage();
    return true;
  }

  /** Returns the text on one line, with a notice in place of text that no typeface covers. */
  clean(text: string): string {
    return printable(
      text,
      (point) => this.hasGlyph(point),
      (char) => this.typefaces.typefaceOf(char, text) !== null,
      ...(this.wording.language === 'en' ? [] : [() => this.wording.p('pdf.unprintable')]),
    );
  }

  /**
   * Returns lines no wider than `width`, except for a trailing space. Line breaks within a text start no line; each
   * text of a list does.
   */
  lines(text: string | string[], width: number, style: TextStyle = {}): string[] {
    return [text].flat().flatMap((one, index, texts) => {
      const measure = (part: string) => this.width(part, style, one);
      const lines = carryIsolates(wrap(this.clean(one), width, measure));
      const apart = index === texts.length - 1 ? lines : endingInSpace(lines);
      if (this.typefaces.size > 0) for (const line of apart) this.texts.set(line, one);
      return apart;
    });
  }

  /**
   * Returns the width without a trailing space.
   *
   * @param text the text that contains the line
   */
  width(line: string, style: TextStyle = {}, text = this.texts.get(line)): number {
    const { font = 'body', size = 9 } = style;
    const shown = line.trimEnd();
    if (this.isPlain(shown)) return this.use(style).widthOfString(shown);
    return this.scripts.width(shown, font, size, text);
  }

  lineHeight(style: TextStyle = {}): number {
    return (style.size ?? 9) * lineFactor;
  }

  /** Draws the given lines without a page break. */
  drawLines(lines: string[], x: number, y: number, style: TextStyle = {}): void {
    const height = this.lineHeight(style);
    const lead = (height - (style.size ?? 9) * boxFactor) / 2;
    const { font = 'body', size = 9, direction = this.direction, isFixed = false } = style;
    this.use(style).fillColor(style.color ?? colors.ink);
    for (const [index, line] of (style.leadsOn ? endingInSpace(lines) : lines).entries()) {
      const top = y + index * height + lead;
      if (line === '') continue;
      const left = isFixed || this.direction === 'ltr' ? x : this.left(x, this.width(line, style));
      if (this.isPlain(line)) this.use(style).text(line, left, top, { lineBreak: false });
      else {
        const text = this.texts.get(line) ?? line;
        this.scripts.draw(line.trimEnd(), { x: left, top }, { font, size, direction, text });
      }
    }
  }

  /** Draws one line at a position, truncated to a width. */
  label(text: string, x: number, y: number, width: number, style: TextStyle = {}): void {
    const line = ellipsis(this.clean(text), width, (part) => this.width(part, style, text));
    if (this.typefaces.size > 0) this.texts.set(line, text);
    this.drawLines([line], x, y, style);
  }

  /** Starts a section with its heading in the outline; `follows` points must fit below the heading. */
  heading(text: string, follows = 60): void {
    this.ensure(42 + follows);
    if (this.y > page.top) this.y += 16;
    this.section = this.doc.struct('Sect');
    this.root.add(this.section);
    this.doc.outline.addItem(text);
    this.tag('H2', () => {
      this.drawLines([text], page.left, this.y, { font: 'bold', size: 12.5, color: colors.accent });
    });
    this.y += 18;
    this.artifact(() => {
      this.doc
        .moveTo(page.left, this.y)
        .lineTo(page.left + contentWidth, this.y)
        .lineWidth(0.8)
        .stroke(colors.accent);
    });
    this.y += 8;
  }

  /** Ends the section: what is drawn next belongs to no section. */
  endSection(): void {
    this.section = null;
  }

  /** Draws a paragraph that can span pages, with at least two lines on each side of a break. */
  paragraph(
    text: string,
    style: TextStyle & { x?: number; width?: number; tag?: string; parent?: StructElement } = {},
  ): void {
    const x = style.x ?? page.left;
    const lines = this.lines(text, style.width ?? contentWidth - (x - page.left), style);
    const { tag = 'P', parent } = style;
    this.tag(tag, () => this.flow(lines, x, style), parent && { parent });
  }

  /**
   * Draws text written by others in a frame, under a caption that names the author. It is kept together unless it is
   * taller than a page; then each page has the frame and the caption.
   *
   * @param text one paragraph, or several
   */
  quote(
    caption: string,
    text: string | string[],
    outerWidth = contentWidth,
    style: TextStyle = {},
  ): void {
    const width = outerWidth - 2 * quoteInset - 4;
    const direction = directionOf([text].flat().join(' '));
    const rest = this.lines(text, width, style);
    const captionStyle = { font: 'bold' as const, size: 7.5, color: colors.muted };
    const around = this.lineHeight(captionStyle) + 11;
    for (let first = true; rest.length > 0; first = false) {
      if (!first) this.newPage();
      this.ensure(Math.min(around + rest.length * this.lineHeight(style), this.bottom - page.top));
      const fits = Math.max(1, Math.floor((this.room - around) / this.lineHeight(style)));
      const lines = rest.splice(0, fits);
      const height = around + lines.length * this.lineHeight(style);
      const { y } = this;
      this.artifact(() => {
        const frame = this.left(page.left, outerWidth);
        this.doc.rect(frame, y, outerWidth, height).lineWidth(0.6).stroke(colors.muted);
        this.doc.rect(this.left(page.left, 4), y, 4, height).fill(colors.muted);
      });
      this.tag('BlockQuote', () => {
        const x = page.left + quoteInset + 4;
        this.drawLines([first ? caption : this.wording.p('pdf.continued', { caption })], x, y + 4, {
          ...captionStyle,
          leadsOn: true,
        });
        const top = y + around - 5;
        for (const [index, line] of lines.entries()) {
          const indent = direction === this.direction ? 0 : width - this.width(line, style);
          this.drawLines([line], x + indent, top + index * this.lineHeight(style), {
            ...style,
            direction,
          });
        }
      });
      this.y += height;
    }
    this.y += 6;
  }

  /** Draws lines from the cursor and moves it, over as many pages as necessary. */
  flow(lines: string[], x: number, style: TextStyle = {}): void {
    const height = this.lineHeight(style);
    let rest = lines;
    while (rest.length > 0) {
      let fits = Math.floor(this.room / height);
      if (fits < rest.length && rest.length - fits < 2) fits = rest.length - 2;
      if (fits < Math.min(2, rest.length)) {
        if (this.y > page.top) {
          this.newPage();
          continue;
        }
        fits = rest.length;
      }
      this.drawLines(rest.slice(0, fits), x, this.y, style);
      this.y += Math.min(fits, rest.length) * height;
      rest = rest.slice(fits);
    }
  }

  /** Draws something under a structure tag, in the current section or the given element. */
  tag(
    type: string,
    draw: () => void,
    { alt, parent }: { alt?: string; parent?: StructElement } = {},
  ) {
    // The header cells of all tables are above their columns.
    const scope = type === 'TH' ? { scope: 'Column' } : {};
    const options = { ...scope, ...(alt === undefined ? {} : { alt }) };
    const element = this.doc.struct(type as 'P', options, [draw]);
    (parent ?? this.section ?? this.root).add(element);
  }

  /** Adds an element that contains others: a table, a row. */
  container(type: string, parent?: StructElement): StructElement {
    const element = this.doc.struct(type as 'P');
    (parent ?? this.section ?? this.root).add(element);
    return element;
  }

  /** Adds a link area, and returns the element that contains what is drawn there. */
  link(
    url: string,
    { x, y, width, height }: { x: number; y: number; width: number; height: number },
    alt: string,
  ): StructElement {
    const structParent = this.container('Link', this.container('P'));
    // pdfkit writes a String object as a PDF string and a primitive string as a name.
    this.doc.link(this.left(x, width), y, width, height, url, {
      structParent,
      Contents: new String(alt),
    } as object);
    return structParent;
  }

  /** Draws a photo as a figure. Each photo is embedded once, even if it is drawn several times. */
  photo(
    { jpeg }: { jpeg: Uint8Array },
    { x, y, ...box }: { x: number; y: number; width: number; height: number },
    alt: string,
  ): void {
    const opened = this.photos.get(jpeg) ?? this.open(jpeg);
    this.photos.set(jpeg, opened);
    this.tag('Figure', () => this.doc.image(opened as never, this.left(x, box.width), y, box), {
      alt,
    });
  }

  private open(jpeg: Uint8Array): object {
    return (this.doc as unknown as { openImage(src: Buffer): object }).openImage(Buffer.from(jpeg));
  }

  /** Draws what screen readers skip: rules, boxes, page numbers. */
  artifact(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  /** Calls `draw` for each page, after everything else is drawn. */
  eachPage(draw: (number: number, total: number) => void): void {
    const { count } = this.doc.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      this.doc.switchToPage(index);
      this.artifact(() => draw(index + 1, count));
    }
  }

  /** Calls `draw` for each page, for content that screen readers read. */
  eachPageTagged(draw: () => void): void {
    const { count } = this.doc.bufferedPageRange();
    this.section = null;
    for (let index = 0; index < count; index++) {
      this.doc.switchToPage(index);
      this.tag('P', draw);
    }
  }

  private use(style: TextStyle): Doc {
    return this.doc.font(style.font ?? 'body').fontSize(style.size ?? 9);
  }

  /** Returns whether a line is drawn left to right in the typeface of the report only. */
  private isPlain(line: string): boolean {
    return this.typefaces.size === 0 || !needsPieces(line, (char) => this.isDrawn(char));
  }

  private isDrawn(char: string): boolean {
    const known = this.drawn.get(char) ?? isPrinted(char, (point) => this.hasGlyph(point));
    this.drawn.set(char, known);
    return known;
  }

  /**
   * Reads pdfkit's font, which has no public API for its character map; characters without a glyph would print as
   * boxes.
   */
  private hasGlyph(point: number): boolean {
    return (['body', 'bold'] as const).every((name) => {
      const { _font: embedded } = this.doc.font(name) as unknown as {
        _font: { font: CharacterMap };
      };
      return embedded.font.hasGlyphForCodePoint(point);
    });
  }
}

/** Adds a space to the last line. */
const endingInSpace = (lines: string[]): string[] =>
  lines.map((line, index) => (index === lines.length - 1 && line !== '' ? `${line} ` : line));

interface CharacterMap {
  hasGlyphForCodePoint(codePoint: number): boolean;
}
