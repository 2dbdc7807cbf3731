import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Typefaces for scripts that DejaVu, the typeface of the report, does not cover. */
interface Family {
  package: string;
  /** Part of the file names after the name of the slice. */
  style: 'wght' | 'standard' | '400';
  /** The slices to use; all if omitted. */
  slices?: string[];
  /** True if the default weight of the file is thin; the regular weight is computed, as the bold one always is. */
  isThin?: boolean;
}

const families = {
  japanese: { package: '@fontsource-variable/noto-sans-jp', style: 'wght', isThin: true },
  chinese: { package: '@fontsource-variable/noto-sans-sc', style: 'wght', isThin: true },
  korean: { package: '@fontsource-variable/noto-sans-kr', style: 'wght', isThin: true },
  arabic: { package: '@fontsource-variable/noto-naskh-arabic', style: 'wght', slices: ['arabic'] },
  hebrew: {
    package: '@fontsource-variable/noto-sans-hebrew',
    style: 'wght',
    slices: ['hebrew'],
    isThin: true,
  },
  devanagari: {
    package: '@fontsource-variable/noto-sans-devanagari',
    style: 'wght',
    slices: ['devanagari'],
  },
  thai: { package: '@fontsource-variable/noto-sans-thai', style: 'wght', slices: ['thai'] },
  emoji: { package: '@fontsource-variable/noto-emoji', style: 'wght' },
  symbols: {
    package: '@fontsource-variable/noto-sans-symbols',
    style: 'wght',
    slices: ['symbols'],
  },
  moreSymbols: { package: '@fontsource/noto-sans-symbols-2', style: '400', slices: ['symbols'] },
} satisfies Record<string, Family>;
type FamilyName = keyof typeof families;

const eastAsian = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]/u;

const byScript: [RegExp, FamilyName][] = [
  [/\p{scx=Arabic}/u, 'arabic'],
  [/\p{scx=Hebrew}/u, 'hebrew'],
  [/\p{scx=Devanagari}/u, 'devanagari'],
  [/\p{scx=Thai}/u, 'thai'],
];

/** Language of a text, detected from its letters; it decides the shape of ideographs. */
export type Language = 'japanese' | 'korean' | 'chinese';

function languageOf(text: string, other: Language): Language {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return 'japanese';
  return /\p{sc=Hangul}/u.test(text) ? 'korean' : other;
}

const eastAsianOrder: Record<Language, FamilyName[]> = {
  japanese: ['japanese', 'chinese', 'korean'],
  korean: ['korean', 'japanese', 'chinese'],
  chinese: ['chinese', 'japanese', 'korean'],
};

/** Returns the families that could cover a character, best first. */
function familiesFor(char: string, language: Language): FamilyName[] {
  const own = byScript.find(([pattern]) => pattern.test(char));
  const eastern = eastAsian.test(char) || /[\u3000-\u303f\uff00-\uffef]/u.test(char);
  return [
    ...(own ? [own[1]] : []),
    ...(eastern ? eastAsianOrder[language] : (['emoji', 'symbols', 'moreSymbols'] as const)),
  ];
}

/** A typeface as read by fontkit, in one weight. */
export interface Font {
  postscriptName: string;
  variationAxes: Partial<Record<'wght', object>>;
  /** Set if the glyphs are computed from those of the file. */
  variationCoords: number[] | null;
  hasGlyphForCodePoint(point: number): boolean;
  getVariation(settings: { wght: number }): Font;
}

/** One file of a family, which covers some of its characters. */
export interface Typeface {
  /** Family and slice. */
  id: string;
  body: Font;
  /** The same as `body` if the file has a single weight. */
  bold: Font;
}

const require = createRequire(import.meta.url);

type Range = [number, number];
/** The characters of each slice of a family, as declared by its package. */
const slicesRead = new Map<FamilyName, [string, Range[]][]>();

function slicesOf(name: FamilyName): [string, Range[]][] {
  const known = slicesRead.get(name);
  if (known) return known;
  const family: Family = families[name];
  const declared = require(`${family.package}/unicode.json`) as Record<string, string>;
  const slices = Object.entries(declared)
    .map(([key, ranges]): [string, Range[]] => [key.replace(/[[\]]/g, ''), parseRanges(ranges)])
    .filter(([key]) => (family.slices ? family.slices.includes(key) : /^\d+$/.test(key)));
  slicesRead.set(name, slices);
  return slices;
}

/** Parses for example `U+600-6FF,U+750`. */
const parseRanges = (ranges: string): Range[] =>
  ranges.split(',').map((range) => {
    const [from = '', to = from] = range.slice(2).split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });

/** Returns the ids of the typefaces that declare a character, best first. */
function candidates(char: string, language: Language): string[] {
  const point = char.codePointAt(0) as number;
  const has = ([from, to]: Range) => from <= point && point <= to;
  return familiesFor(char, language).flatMap((name) =>
    slicesOf(name)
      .filter(([, ranges]) => ranges.some(has))
      .map(([slice]) => `${name}/${slice}`),
  );
}

async function load(id: string): Promise<Typeface> {
  const [name, slice] = id.split('/') as [FamilyName, string];
  const family: Family = families[name];
  const base = family.package.slice(family.package.indexOf('/') + 1);
  const folder = join(dirname(require.resolve(`${family.package}/package.json`)), 'files');
  const packed = await readFile(join(folder, `${base}-${slice}-${family.style}-normal.woff2`));
  const { default: decompress } = await import('woff2-encoder/decompress');
  // fontkit has no types; pdfkit loads the same module.
  const { create } = (await import('fontkit' as string)) as { create(data: Buffer): Font };
  const read = create(Buffer.from(await decompress(packed)));
  return {
    id,
    body: family.isThin ? inWeight(read, 400, 'Regular') : read,
    bold: read.variationAxes.wght ? inWeight(read, 700, 'Bold') : read,
  };
}

/** Returns a variable font in a weight, with the name of that weight. */
function inWeight(font: Font, wght: number, name: string): Font {
  const value = font.postscriptName.replace(/-?(Thin|Regular|Thin-Regular)$/, `-${name}`);
  return Object.defineProperty(font.getVariation({ wght }), 'postscriptName', { value });
}

/** The typefaces that the texts of one document need; none is loaded for Latin text. */
export class Typefaces {
  private readonly loaded = new Map<string, Typeface>();
  private readonly languages = new Map<string, Language>();
  /** By language and character. */
  private readonly found = new Map<string, Typeface | null>();

  /** @param other language of a text of ideographs alone */
  constructor(private readonly other: Language) {}

  /** Number of loaded typefaces. */
  get size(): number {
    return this.loaded.size;
  }

  /** @param isDrawn returns whether the typeface of the report covers a character */
  async load(texts: string[], isDrawn: (char: string) => boolean): Promise<void> {
    for (const text of texts) {
      for (const char of new Set(text.normalize('NFC'))) {
        if (isDrawn(char) || /[\p{Cc}\p{Cf}\s]/u.test(char)) continue;
        const language = this.language(text);
        const key = `${language} ${char}`;
        if (!this.found.has(key)) this.found.set(key, await this.find(char, language));
      }
    }
  }

  /**
   * Returns the typeface of a character; null if none covers it, and for text that was not passed to `load`.
   *
   * @param text the whole text that contains the character; a part of it could be detected as another language
   */
  typefaceOf(char: string, text: string): Typeface | null {
    for (const language of eastAsianOrder[this.language(text)]) {
      const typeface = this.found.get(`${language} ${char}`);
      if (typeface) return typeface;
    }
    return null;
  }

  private language(text: string): Language {
    const language = this.languages.get(text) ?? languageOf(text, this.other);
    this.languages.set(text, language);
    return language;
  }

  private async find(char: string, language: Language): Promise<Typeface | null> {
    const point = char.codePointAt(0) as number;
    for (const id of candidates(char, language)) {
      const typeface = this.loaded.get(id) ?? (await load(id));
      this.loaded.set(id, typeface);
      if (typeface.body.hasGlyphForCodePoint(point)) return typeface;
    }
    return null;
  }
}
