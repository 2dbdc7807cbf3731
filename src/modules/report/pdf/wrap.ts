/** Width of a text in the chosen font and size, in points. */
export type Measure = (text: string) => number;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Breaks text into lines no wider than `width` points: at its line breaks and spaces, after a
 * hyphen or slash between letters, and inside a word only where the word alone is wider than a line.
 */
export function wrap(text: string, width: number, measure: Measure): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const part of paragraph.split(/(?<= )(?=[^ ])|(?<=\p{L}[-/])(?=\p{L})/u)) {
      if (measure((line + part).trimEnd()) <= width) {
        line += part;
        continue;
      }
      if (line.trim() !== '') lines.push(line.trimEnd());
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
