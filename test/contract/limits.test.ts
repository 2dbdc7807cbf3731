import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../src/', import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith('embedded'),
);
/** What a sentence says of a limit: a number in digits and its unit. */
const limit =
  /\b[1-9][\d_]* (m|metres|h|hours?|min|minutes?|days?|seconds?|[KM]i?B|bytes|characters)\b/g;

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
