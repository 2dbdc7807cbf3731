import { describe, expect, it } from 'vitest';
import { findInCode, findInMarkdown, wordsIn } from './find.js';

const found = (source: string, path = 'a.ts') =>
  findInCode(path, source).map((finding) => `${finding.line} ${finding.kind}: ${finding.found}`);

describe('check-language', () => {
  it('splits identifiers and file names into words', () => {
    expect(wordsIn('jobBodyOfJSONFile')).toBe('job body of json file');
    expect(wordsIn('rate-limit_of2Keys')).toBe('rate limit of2 keys');
  });

  it.each([
    ['function', 'function refuseAll() {}', '1 name: refuse (refuseAll)'],
    ['property', 'export const a = {\n  refusals: 1,\n};', '2 name: refusals (refusals)'],
    ['type', 'type RestFace = 1;', '1 name: face (RestFace)'],
    ['parameter', 'const a = (b: 1, { c: told }: { c: 1 }) => b + told;', '1 name: told (told)'],
    ['private field', 'class A {\n  #asked = 1;\n}', '2 name: asked (#asked)'],
  ])('reports the declared name of a %s', (_case, source, expected) => {
    expect(found(source)).toEqual([expected]);
  });

  it('ignores names that are only used', () => {
    expect(found("import { refuse } from 'library';\nrefuse(library.told);")).toEqual([]);
  });

  it('ignores exempt names', () => {
    expect(found('const cannotTell = 1;', 'scripts/judge-photos.ts')).toEqual([]);
  });

  it('reports the name of the file', () => {
    expect(found('', 'src/lib/give-back.ts')).toEqual(['1 name: give back (give-back)']);
  });

  it('reports phrases in comments, also across lines', () => {
    const source = '/** A store of\n * its own. */\nconst a = 1; // is judged\n// by\n// itself\n';
    expect(found(source)).toEqual([
      '1 comment: of its own',
      '3 comment: judged',
      '4 comment: by itself',
    ]);
  });

  it('reports the first word of a doc comment, not of other comments', () => {
    expect(found('/** Whether it is due. */\nlet a: 1;\n// Whether it is due.')).toEqual([
      '1 comment: Whether',
    ]);
  });

  it('finds comments in JSX, but not in JSX text', () => {
    const source = 'const a = <p>// anew {/* anew */}</p>;\n';
    expect(found(source, 'a.tsx')).toEqual(['1 comment: anew']);
  });

  it('reports test names, not other strings', () => {
    const source = [
      "describe('the refusal', () => {});",
      `it.skipIf(a)(\`of $\{b} is judged\`, c);`,
      "test.each([1])('is told', d);",
      "print('is judged');",
    ].join('\n');
    expect(found(source)).toEqual([
      '1 test name: refusal',
      '2 test name: judged',
      '3 test name: told',
    ]);
  });

  it('exempts quoted text and code', () => {
    expect(found('// The status `refused` of "A job that nobody took".')).toEqual([]);
    expect(findInMarkdown('The state `refused`.\n\n```sh\nnobody\n```\n')).toEqual([]);
  });

  it('reports Markdown by line', () => {
    expect(findInMarkdown('# Title\n\nIt has a key of\nits own.\n')).toMatchObject([
      { line: 3, kind: 'text', found: 'of its own' },
    ]);
  });

  it.each([
    'The pages can be told apart by colour.',
    'This stands for the rest.',
    'A file holds up to 100 entries.',
    'The keys come in pairs, in the order of the REST paths.',
    'The description is a noun phrase.',
  ])('accepts "%s"', (text) => {
    expect(findInMarkdown(text)).toEqual([]);
  });
});
