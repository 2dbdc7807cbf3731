/** Width of a text in the chosen font and size, in points. */
export type Measure = (text: string) => number;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Scripts without spaces: these break between any two signs, the others between words. */
const ideographic = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;
const spaceless = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** What begins no line (JIS X 4051: closing signs, small kana, the long sound), and what ends none. */
const beginsNone =
  /^[\p{Pe}\p{Pf}\p{Po}\u3005\u301C\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u30A1\u30A3\u30A5\u30A7\u30A9\u30C3\u30E3\u30E5\u30E7\u30FB\u30FC]/u;
const endsNone = /[\p{Ps}\p{Pi}]$/u;

/** Where a line may break: the parts of a text, each with the spaces behind it. */
function partsOf(paragraph: string): string[] {
  return paragraph.split(/(?<= )(?=[^ ])|(?<=\p{L}[-/])(?=\p{L})/u).flatMap((part) => {
    if (!ideographic.test(part) && !spaceless.test(part)) return [part];
    const pieces: string[] = [];
    for (const { segment } of wordSegmenter.segment(part)) {
      const characters = ideographic.test(segment)
        ? Array.from(graphemes.segment(segment), (grapheme) => grapheme.segment)
        : [segment];
      for (const sign of characters) {
        const last = pieces.at(-1);
        if (last !== undefined && (beginsNone.test(sign) || sign === ' ' || endsNone.test(last))) {
          pieces[pieces.length - 1] = last + sign;
        } else pieces.push(sign);
      }
    }
    return pieces;
  });
}

/**
 * Breaks text into lines no wider than `width` points: at its line breaks and spaces, after a
 * hyphen or slash between letters, where a script without spaces may be broken, and inside a word
 * only where the word alone is wider than a line. A line that ends at a space keeps one, beyond
 * the width, so that who reads the lines on has the words apart.
 */
export function wrap(text: string, width: number, measure: Measure): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const part of partsOf(paragraph)) {
      if (measure((line + part).trimEnd()) <= width) {
        line += part;
        continue;
      }
      if (line.trim() !== '') lines.push(line.replace(/ +$/, ' '));
      line = part;
      while (measure(line.trimEnd()) > width) {
        const head = fitting(line, width, measure);
        lines.push(head);
        line = line.slice(head.length);
      }
    }
    lines.push(line.trimEnd());
    return lines;
  });
}

/** Cuts a text to one line, with an ellipsis where something is left out. */
export function ellipsis(text: string, width: number, measure: Measure): string {
  const oneLine = text.replace(/\s+/g, ' ').trim();
  if (measure(oneLine) <= width) return oneLine;
  return `${fitting(oneLine, width - measure('…'), measure).trimEnd()}…`;
}

/** The longest head of whole characters that fits, at least one. */
function fitting(text: string, width: number, measure: Measure): string {
  let head = '';
  for (const { segment } of graphemes.segment(text)) {
    if (head !== '' && measure(head + segment) > width) return head;
    head += segment;
  }
  return head;
}
