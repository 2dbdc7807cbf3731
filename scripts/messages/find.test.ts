import { describe, expect, it } from 'vitest';
import { catalogues } from '../../src/messages/catalogues.js';
import { findProblems } from './find.js';

const used = ["t('mail.a')"];
const problems = (en: string, fr: string, sources = used) =>
  findProblems({ en: { 'mail.a': en }, fr: { 'mail.a': fr } }, sources).map(
    ({ level, language, problem }) => `${level} ${language} ${problem}`,
  );

describe('findProblems', () => {
  it.each([
    ['Hello {name}', 'Bonjour {name}', []],
    ['Hello {name}', 'Bonjour', ['error fr arguments none; in English name (text)']],
    ['Hello {name}', 'Bonjour {nom}', ['error fr arguments nom (text); in English name (text)']],
    ['{n, number} of them', '{n} de plus', ['error fr arguments n (text); in English n (number)']],
    ['Two words', 'Two words', ['error fr not translated']],
    ['Version', 'Version', []],
    [
      '{n, plural, one {# photo} other {# photos}}',
      '{n, plural, one {# photo} other {# photos}}',
      ['error fr plural n without many', 'error fr not translated'],
    ],
    [
      'A text of twenty letters',
      'Un texte qui compte beaucoup plus de lettres',
      ['warning fr 1.8 times as long as in English'],
    ],
    ['Hello {name}', 'Bonjour {name', ['error fr not a message: EXPECT_ARGUMENT_CLOSING_BRACE']],
    ['Pay', 'Rémunération', []],
    ['Café bar', 'Cafe\u0301 bar', ['error fr not in Unicode NFC']],
  ])('finds in %j and %j: %j', (en, fr, expected) => {
    expect(problems(en, fr)).toEqual(expected);
  });

  it('reports a message that no code uses', () => {
    expect(problems('Hello', 'Bonjour', ["t('mail.ab')"])).toEqual(['error en not used']);
  });

  it('reports a message that a language lacks', () => {
    expect(findProblems({ en: { 'mail.a': 'Hello' }, fr: {} }, used)).toEqual([
      { level: 'error', language: 'fr', key: 'mail.a', problem: 'missing' },
    ]);
  });

  it.each(Object.entries(catalogues))('finds no error in the messages of %s', (_, catalogue) => {
    const keys = Object.keys(catalogue.en).map((key) => `'${key}'`);
    const errors = findProblems(catalogue, keys).filter(({ level }) => level === 'error');
    expect(errors).toEqual([]);
  });
});
