import { expect, it } from 'vitest';
import { acceptedLanguage } from './accept-language.js';

it.each([
  ['ja, de;q=0.9', 'ja'],
  ['ko, ja;q=0.5, de;q=0.9', 'de'],
  ['de;q=0, fr;q=0.1', 'fr'],
  ['pt-PT', 'pt-BR'],
  ['*', null],
  ['ko', null],
  ['not a tag', null],
])('reads %j as %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

it('reads the first 500 characters of a header', () => {
  expect(acceptedLanguage(`${'ko, '.repeat(120)}de`)).toBe('de');
  expect(acceptedLanguage(`${'ko, '.repeat(130)}de`)).toBeNull();
});
