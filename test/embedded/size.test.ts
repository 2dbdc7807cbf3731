// The embedded store is worth having only while one person can read it through.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../src/embedded/', import.meta.url);
const noCode = /^\s*($|\/\/|\*|\/\*)/;

it('has under 2,200 lines of code, comments and blank lines not counted', () => {
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(new URL(name, folder), 'utf8').split('\n'),
  );
  expect(lines.filter((line) => !noCode.test(line)).length).toBeLessThan(2_200);
});
