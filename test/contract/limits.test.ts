import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../src/', import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
);
/** What a sentence says of a limit: a number, in digits or as a word, and its unit. */
const limit =
  /\b([1-9][\d_]*|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|sixty|hundred|thousand) (m|metres|h|hours?|min|minutes?|days?|seconds?|[KM]i?B|bytes|characters)\b/g;

/** The code without its comments, and without the styles of pages. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

it('interpolates every limit that a text names from the constant beside its rule', () => {
  const written = sources.flatMap((path) =>
    [...withoutComments(readFileSync(new URL(path, root), 'utf8')).matchAll(limit)].map(
      ([found]) => `${path}: ${found}`,
    ),
  );
  expect(written).toEqual([]);
});
