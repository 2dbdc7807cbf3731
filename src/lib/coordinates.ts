/** A position as text with decimal points, in degrees. */
export interface CoordinateText {
  latitude: string;
  longitude: string;
}

type Axis = 'latitude' | 'longitude';

type Token =
  | { kind: 'number'; text: string }
  | { kind: 'unit'; text: string }
  | { kind: 'separator'; text: string }
  /** A hemisphere letter, or a label such as `lat:`, which has no sign. */
  | { kind: 'mark'; axis: Axis; sign: '+' | '-' | null };

/** Short for the labels `lat:` and `lon:`; the Greek letters are their symbols. */
const labels = { latitude: 'Φ', longitude: 'Λ' };

const marks: Record<string, Extract<Token, { kind: 'mark' }>> = {
  N: { kind: 'mark', axis: 'latitude', sign: '+' },
  S: { kind: 'mark', axis: 'latitude', sign: '-' },
  E: { kind: 'mark', axis: 'longitude', sign: '+' },
  W: { kind: 'mark', axis: 'longitude', sign: '-' },
  [labels.latitude]: { kind: 'mark', axis: 'latitude', sign: null },
  [labels.longitude]: { kind: 'mark', axis: 'longitude', sign: null },
};

/**
 * Replaces decimal commas if the text has no decimal point. In `52,5219,13,4132` each second comma is one; `52,13` can
 * be one number or two, and remains for the caller to interpret as one.
 */
function withPoints(text: string): string {
  if (/\d\.\d/.test(text)) return text;
  const four = /^([+-]?\d+),(\d+)\s*,\s*([+-]?\d+),(\d+)$/.exec(text);
  if (four) return `${four[1]}.${four[2]},${four[3]}.${four[4]}`;
  return text.replace(/(\d),(?=\d)/g, '$1.');
}

/** Normalizes signs, quotes, words, case and decimal commas. */
function normal(typed: string): string {
  const text = typed
    .replace(/[−–—]/g, '-')
    .replace(/[º˚]/g, '°')
    .replace(/''|[″”“„]/g, '"')
    .replace(/[′’‘´ʹ]/g, "'")
    .normalize('NFKC')
    .trim()
    .replace(/\b(?:latitude|lat)\b\.?\s*[:=]?/gi, labels.latitude)
    .replace(/\b(?:longitude|long|lon|lng)\b\.?\s*[:=]?/gi, labels.longitude)
    .replace(/\b(north|south|east|west)\b/gi, (word) => word[0] as string)
    .replace(/\s*\bdeg(?:rees?)?\b\.?/gi, '°')
    .replace(/(\d)\s*min(?:utes?)?\b\.?/gi, "$1'")
    .replace(/(\d)\s*sec(?:onds?)?\b\.?/gi, '$1"')
    .replace(
      /(\d)\s*d\s*(\d+(?:[.,]\d+)?)\s*m(?:in)?\b\s*/gi,
      (_, degrees, minutes) => `${degrees}°${minutes}'`,
    )
    .replace(/(\d+°\d+')(\d+(?:[.,]\d+)?)\s*s(?:ec)?\b/gi, '$1$2"')
    .toUpperCase();
  const plain = withPoints(text);
  // As on aeronautical charts: 52-31-18N 013-24-47E.
  return /[NSEW]/.test(plain) ? plain.replace(/(\d)-(?=\d)/g, '$1 ') : plain;
}

const token =
  /(?<number>[+-]?(?:\d+\.?\d*|\.\d+))|(?<mark>[NSEWΦΛ])|(?<unit>[°'"])|(?<separator>[,;])|[\s:()[\]{}]+/gy;

/** Returns the tokens of a normalized text; null if it contains anything else. */
function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  let length = 0;
  for (const { 0: whole, groups = {} } of text.matchAll(token)) {
    length += whole.length;
    const { number, mark, unit, separator } = groups;
    if (number) tokens.push({ kind: 'number', text: number });
    if (mark) tokens.push(marks[mark] as Token);
    if (unit) tokens.push({ kind: 'unit', text: unit });
    if (separator) tokens.push({ kind: 'separator', text: separator });
  }
  return length === text.length ? tokens : null;
}

const units = ['°', "'", '"'];

/** Returns the degrees of up to three numbers with their units; null if they are no angle. */
function angleOf(tokens: readonly Token[], sign: '+' | '-' | null): string | null {
  const numbers: string[] = [];
  for (const one of tokens) {
    if (one.kind === 'number') numbers.push(one.text);
    else if (one.kind !== 'unit' || one.text !== units[numbers.length - 1]) return null;
  }
  const [degrees = '', ...smaller] = numbers;
  const [, typedSign = '', whole = ''] = /^([+-]?)(.*)$/.exec(degrees) ?? [];
  if (whole === '' || smaller.length > 2) return null;
  // A minus sign can repeat S or W; it contradicts N and E.
  if (typedSign === '-' && sign === '+') return null;
  const isFraction = (text: string) => text.includes('.');
  if (smaller.some((text) => !/^\d/.test(text) || Number(text) >= 60)) return null;
  if (numbers.slice(0, -1).some(isFraction)) return null;
  const [minutes = 0, seconds = 0] = smaller.map(Number);
  const size =
    smaller.length === 0
      ? whole
      : String(Number((Number(whole) + minutes / 60 + seconds / 3600).toFixed(6)));
  return (sign ?? typedSign) === '-' ? `-${size}` : size;
}

/** Returns the index at which the second angle starts, without marks; null if there is no such index. */
function secondStart(tokens: readonly Token[]): number | null {
  const indexes = (kind: Token['kind'], text?: string) =>
    tokens.flatMap((one, index) =>
      one.kind === kind && (text === undefined || (one as { text: string }).text === text)
        ? [index]
        : [],
    );
  for (const separators of [indexes('separator', ';'), indexes('separator')]) {
    if (separators.length === 1) return separators[0] as number;
    if (separators.length > 1) return null;
  }
  const degrees = indexes('unit', '°');
  if (degrees.length > 0) return degrees.length === 2 ? (degrees[1] as number) - 1 : null;
  const numbers = indexes('number');
  // Two whole numbers can be a postal code: 110 00.
  const isPlain = tokens.every((one) => one.kind === 'number' && /^\d+$/.test(one.text));
  if (numbers.length === 2 && isPlain) return null;
  return numbers.length % 2 === 0 ? (numbers[numbers.length / 2] ?? null) : null;
}

interface Half {
  tokens: Token[];
  axis: Axis | null;
  sign: '+' | '-' | null;
}

/** Splits the tokens of a position into its two angles; null if they are not two. */
function halvesOf(all: readonly Token[]): [Half, Half] | null {
  const hasLetters = all.some((one) => one.kind === 'mark' && one.sign !== null);
  const tokens = all.filter((one) => one.kind !== 'mark' || !hasLetters || one.sign !== null);
  while (tokens.at(-1)?.kind === 'separator') tokens.pop();
  const found = tokens.flatMap((one, index) => (one.kind === 'mark' ? [{ ...one, index }] : []));
  const half = (from: number, to: number | undefined, mark?: (typeof found)[number]): Half => ({
    tokens: tokens.slice(from, to).filter((one) => one.kind !== 'mark' && one.kind !== 'separator'),
    axis: mark?.axis ?? null,
    sign: mark?.sign ?? null,
  });
  if (found.length === 0) {
    const start = secondStart(tokens);
    return start === null ? null : [half(0, start), half(start, undefined)];
  }
  const [first, second] = found;
  if (!first || !second || found.length > 2 || first.axis === second.axis) return null;
  if (first.index === 0)
    return [half(0, second.index, first), half(second.index, undefined, second)];
  if (second.index !== tokens.length - 1) return null;
  return [half(0, first.index, first), half(first.index, undefined, second)];
}

/**
 * Reads a number of degrees in a common notation: `52.5219`, `52,5219`, `33.9° S`, `33°51'35.9"S`.
 *
 * @returns the number with a decimal point, negative for south and west; null for any other text
 */
export function readDegrees(typed: string): string | null {
  const tokens = tokensOf(normal(typed));
  if (!tokens) return null;
  const found = tokens.flatMap((one, index) => (one.kind === 'mark' ? [{ ...one, index }] : []));
  if (found.length > 1 || found.some(({ index }) => index > 0 && index < tokens.length - 1)) {
    return null;
  }
  const sign = found[0]?.sign ?? null;
  return angleOf(
    tokens.filter((one) => one.kind !== 'mark'),
    sign,
  );
}

/**
 * Reads a position: two numbers with decimal points or commas, degrees with minutes and seconds, hemisphere letters
 * before or after, labels, ISO 6709. Letters and labels determine which number is the latitude; without them it is the
 * first one, unless only the second is within ±90. Does not check bounds otherwise.
 */
export function readCoordinates(typed: string): CoordinateText | null {
  const iso = /^([+-]\d{2}(?:\.\d+)?)([+-]\d{3}(?:\.\d+)?)(?:[+-]\d+(?:\.\d+)?)?\/?$/.exec(
    typed.trim(),
  );
  if (iso) return { latitude: withoutZeros(iso[1] ?? ''), longitude: withoutZeros(iso[2] ?? '') };
  const tokens = tokensOf(normal(typed));
  const halves = tokens && halvesOf(tokens);
  if (!halves) return null;
  const [first, second] = halves;
  const values = [angleOf(first.tokens, first.sign), angleOf(second.tokens, second.sign)];
  const [one, two] = values as [string | null, string | null];
  if (one === null || two === null) return null;
  const isSwapped =
    first.axis === null
      ? Math.abs(Number(one)) > 90 && Math.abs(Number(two)) <= 90
      : first.axis === 'longitude';
  return isSwapped ? { latitude: two, longitude: one } : { latitude: one, longitude: two };
}

const withoutZeros = (text: string) => text.replace(/^\+?(-?)0+(?=\d)/, '$1').replace(/^\+/, '');

/**
 * Returns true if a text was meant as coordinates, although `readCoordinates` rejects it: numbers only, of which one has
 * a fraction or a unit, or which are separated. Returns false for a postal code.
 */
export function isLikeCoordinates(typed: string): boolean {
  const tokens = tokensOf(normal(typed));
  if (!tokens?.some((one) => one.kind === 'number')) return false;
  return tokens.some(
    (one) =>
      one.kind === 'unit' ||
      (one.kind === 'separator' && one !== tokens.at(-1)) ||
      (one.kind === 'number' && /\./.test(one.text)),
  );
}
