import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../src/', import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
);
/** A limit in a sentence: a number, in digits or as a word, and its unit. */
const limit =
  /\b([1-9][\d_]*|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|sixty|hundred|thousand) (m|metres|h|hours?|min|minutes?|days?|seconds?|[KM]i?B|bytes|characters)\b/g;

/** Removes the comments from code. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

it('interpolates every limit in a text from the constant of its rule', () => {
  const written = sources.flatMap((path) =>
    [...withoutComments(readFileSync(new URL(path, root), 'utf8')).matchAll(limit)].map(
      ([found]) => `${path}: ${found}`,
    ),
  );
  expect(written).toEqual([]);
});
