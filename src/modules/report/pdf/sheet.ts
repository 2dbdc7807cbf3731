import PDFDocument from 'pdfkit';
import { printable } from './printable.js';
import { colors, contentWidth, type FontName, fontFiles, page } from './theme.js';
import { ellipsis, wrap } from './wrap.js';

type Doc = PDFKit.PDFDocument;
type StructElement = ReturnType<Doc['struct']>;

export interface TextStyle {
  font?: FontName;
  /** Points. */
  size?: number;
  color?: string;
}

export interface SheetInfo {
  title: string;
  subject: string;
  createdAt: Date;
}

const lineFactor = 1.36;
/** Between the frame of a quotation and its text. */
const quoteInset = 8;
/** Ascent and descent of the DejaVu typefaces, in parts of their size. */
const boxFactor = 1.164;

/**
 * One PDF in the making: a cursor that moves down the page and breaks pages itself, text that is
 * measured before it is drawn, and a tag for everything that is drawn. All lengths are points from
 * the upper left corner.
 */
export class Sheet {
  readonly doc: Doc;
  y = page.top;
  private section: StructElement | null = null;
  private readonly root: StructElement;

  constructor(info: SheetInfo) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      lang: 'en',
      tagged: true,
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
    for (const [name, file] of Object.entries(fontFiles)) this.doc.registerFont(name, file);
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
    this.doc.addPage();
  }

  get bottom(): number {
    return page.height - page.bottom;
  }

  /** Points left on this page. */
  get room(): number {
    return this.bottom - this.y;
  }

  newPage(): void {
    this.doc.continueOnNewPage();
    this.y = page.top;
  }

  /** Starts a new page unless so much room is left; answers whether it did. */
  ensure(height: number): boolean {
    if (height <= this.room || this.y === page.top) return false;
    this.newPage();
    return true;
  }

  /** Text in one line, with what the typeface lacks named in its place. */
  clean(text: string): string {
    this.doc.font('bold');
    const bold = this.coverage();
    this.doc.font('body');
    const body = this.coverage();
    return printable(text, (point) => body(point) && bold(point));
  }

  /** Lines no wider than `width`; breaks inside a text begin none, only each text of a list does. */
  lines(text: string | string[], width: number, style: TextStyle = {}): string[] {
    const measure = (part: string) => this.use(style).widthOfString(part);
    return [text].flat().flatMap((one) => wrap(this.clean(one), width, measure));
  }

  width(text: string, style: TextStyle = {}): number {
    return this.use(style).widthOfString(text);
  }

  lineHeight(style: TextStyle = {}): number {
    return (style.size ?? 9) * lineFactor;
  }

  /** Draws lines as they are, without a page break. */
  drawLines(lines: string[], x: number, y: number, style: TextStyle = {}): void {
    const height = this.lineHeight(style);
    const lead = (height - (style.size ?? 9) * boxFactor) / 2;
    this.use(style).fillColor(style.color ?? colors.ink);
    for (const [index, line] of lines.entries()) {
      if (line !== '') this.doc.text(line, x, y + index * height + lead, { lineBreak: false });
    }
  }

  /** One line cut to a width, at a place. */
  label(text: string, x: number, y: number, width: number, style: TextStyle = {}): void {
    const line = ellipsis(this.clean(text), width, (part) => this.use(style).widthOfString(part));
    this.drawLines([line], x, y, style);
  }

  /** A section with its heading in the outline; `follows` points must fit below the heading. */
  heading(text: string, follows = 60): void {
    this.ensure(34 + follows);
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

  /** A paragraph that may go over pages, two lines at least on each side of a break. */
  paragraph(
    text: string,
    style: TextStyle & { x?: number; width?: number; tag?: string } = {},
  ): void {
    const x = style.x ?? page.left;
    const lines = this.lines(text, style.width ?? contentWidth - (x - page.left), style);
    this.tag(style.tag ?? 'P', () => this.flow(lines, x, style));
  }

  /**
   * What somebody else wrote, in a frame under a caption that says who did. It is kept whole unless it
   * is higher than a page; then each page has the frame and the caption.
   */
  quote(caption: string, text: string): void {
    const rest = this.lines(text, contentWidth - 2 * quoteInset - 4);
    const captionStyle = { font: 'bold' as const, size: 7.5, color: colors.muted };
    const around = this.lineHeight(captionStyle) + 11;
    for (let first = true; rest.length > 0; first = false) {
      if (!first) this.newPage();
      this.ensure(Math.min(around + rest.length * this.lineHeight(), this.bottom - page.top));
      const fits = Math.max(1, Math.floor((this.room - around) / this.lineHeight()));
      const lines = rest.splice(0, fits);
      const height = around + lines.length * this.lineHeight();
      const { y } = this;
      this.artifact(() => {
        this.doc.rect(page.left, y, contentWidth, height).lineWidth(0.6).stroke(colors.muted);
        this.doc.rect(page.left, y, 4, height).fill(colors.muted);
      });
      this.tag('BlockQuote', () => {
        const x = page.left + quoteInset + 4;
        this.drawLines([first ? caption : `${caption} (continued)`], x, y + 4, captionStyle);
        this.drawLines(lines, x, y + around - 5, {});
      });
      this.y += height;
    }
    this.y += 6;
  }

  /** Draws lines from the cursor on and moves it, over as many pages as they need. */
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

  /** Draws something under a structure tag, in the present section or the given element. */
  tag(
    type: string,
    draw: () => void,
    { alt, parent }: { alt?: string; parent?: StructElement } = {},
  ) {
    const element = this.doc.struct(type as 'P', alt === undefined ? {} : { alt }, [draw]);
    (parent ?? this.section ?? this.root).add(element);
  }

  /** An element for others to be drawn in: a table, a row. */
  container(type: string, parent?: StructElement): StructElement {
    const element = this.doc.struct(type as 'P');
    (parent ?? this.section ?? this.root).add(element);
    return element;
  }

  /** Draws what a reader aloud passes over: rules, boxes, page numbers. */
  artifact(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  /** Runs once for each page when everything else is drawn. */
  eachPage(draw: (number: number, total: number) => void): void {
    const { count } = this.doc.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      this.doc.switchToPage(index);
      this.artifact(() => draw(index + 1, count));
    }
  }

  /** The same for what is read aloud on each page. */
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

  /** pdfkit does not show the character map of its font; without it there are boxes. */
  private coverage(): (codePoint: number) => boolean {
    const { font } = (this.doc as unknown as { _font: { font: CharacterMap } })._font;
    return (point) => font.hasGlyphForCodePoint(point);
  }
}

/** pdfkit puts the members of `info` into the XML of the metadata as they are. */
function escapeMetadata(doc: Doc): void {
  const internals = doc as unknown as { info: Record<string, unknown>; _addInfo: () => void };
  const addInfo = internals._addInfo;
  internals._addInfo = () => {
    const { info } = internals;
    const escaped = (value: unknown) =>
      typeof value === 'string'
        ? value.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)
        : value;
    internals.info = Object.fromEntries(
      Object.entries(info).map(([name, value]) => [name, escaped(value)]),
    );
    addInfo.call(doc);
    internals.info = info;
  };
}

interface CharacterMap {
  hasGlyphForCodePoint(codePoint: number): boolean;
}
