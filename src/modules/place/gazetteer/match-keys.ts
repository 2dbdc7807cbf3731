import type { GazetteerArrays } from './layout.js';

/** Keys that start with a text: the index of the first one, and of the first one after them. */
export interface KeyRange {
  from: number;
  to: number;
  /** Length of the text as the keys have it. */
  length: number;
  /** True if the text differs from the start of the keys by one typo. */
  hasTypo: boolean;
}

type Keys = Pick<GazetteerArrays, 'texts' | 'keys'>;

/** Length from which a text can have a typo; a shorter one is similar to too many names. */
export const typoLengthMin = 4;
/** Blocks of 128 characters: a typo is a letter of the same script. */
const block = 128;
/** Largest number of letters that are tried in the place of one. */
const lettersMax = 64;

/** Returns the character of a key at a depth; the end of a text is 0. */
const characterAt = ({ texts, keys }: Keys, key: number, depth: number): number =>
  texts[(keys[key] ?? 0) + depth] ?? 0;

/** Returns the first of the keys whose character at `depth` is at least `character`; the keys share what is before. */
function firstFrom(keys: Keys, range: KeyRange, depth: number, character: number): number {
  let { from, to } = range;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (characterAt(keys, middle, depth) < character) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns the keys of a range that continue with a character at `depth`. */
function step(keys: Keys, range: KeyRange, depth: number, character: number): KeyRange {
  const from = firstFrom(keys, range, depth, character);
  const to = firstFrom(keys, { ...range, from }, depth, character + 1);
  return { ...range, from, to, length: depth + 1 };
}

const isEmpty = ({ from, to }: KeyRange) => from >= to;

function walk(keys: Keys, start: KeyRange, depth: number, text: string): KeyRange {
  let range = start;
  for (let index = 0; index < text.length && !isEmpty(range); index++) {
    range = step(keys, range, depth + index, text.charCodeAt(index));
  }
  return range;
}

/** Returns the characters with which the keys of a range continue, of the script of `like`. */
function nextCharacters(keys: Keys, range: KeyRange, depth: number, like: number): number[] {
  const first = like - (like % block);
  const found: number[] = [];
  let from = firstFrom(keys, range, depth, Math.max(first, 1));
  while (from < range.to && found.length < lettersMax) {
    const character = characterAt(keys, from, depth);
    if (character >= first + block) break;
    found.push(character);
    from = firstFrom(keys, { ...range, from }, depth, character + 1);
  }
  return found;
}

/** Returns the texts with one letter removed, or swapped with the next, after the first `at` letters. */
function shortened(text: string, at: number): string[] {
  const [one = '', two = ''] = text.slice(at, at + 2);
  const rest = text.slice(at + 1);
  return two === '' || one === two ? [rest] : [rest, two + one + text.slice(at + 2)];
}

/** Returns the keys that start with a text, exactly first, then with one letter missing, added, changed or swapped. */
export function matchKeys(keys: Keys, text: string): KeyRange[] {
  let prefix: KeyRange = { from: 0, to: keys.keys.length, length: 0, hasTypo: false };
  const ranges: KeyRange[] = [];
  const canHaveTypo = text.length >= typoLengthMin;
  for (let at = 0; at < text.length && !isEmpty(prefix); at++) {
    if (canHaveTypo) {
      const start = { ...prefix, hasTypo: true };
      const character = text.charCodeAt(at);
      ranges.push(...shortened(text, at).map((other) => walk(keys, start, at, other)));
      for (const other of nextCharacters(keys, start, at, character)) {
        if (other === character) continue;
        const changed = step(keys, start, at, other);
        ranges.push(walk(keys, changed, at + 1, text.slice(at + 1)));
        ranges.push(walk(keys, changed, at + 1, text.slice(at)));
      }
    }
    prefix = step(keys, prefix, at, text.charCodeAt(at));
  }
  return [prefix, ...ranges].filter((range) => !isEmpty(range));
}
