import { describe, expect, it } from 'vitest';
import { gsmPattern } from '../modules/notice/text-message.js';
import type { MessageKey } from './en.js';
import { formatAmount, formatTime, isolated } from './format.js';
import { directionOf, languages, locales } from './language.js';
import { languageFor, matchLanguage } from './match-language.js';
import { catalogue, type MailTranslate, translator } from './translate.js';

const keys = Object.keys(catalogue.en) as MessageKey[];

/** A number of each plural category of a language. */
function numbersOf(language: (typeof languages)[number]): Map<string, number> {
  const rules = new Intl.PluralRules(locales[language]);
  const candidates = [0, 1, 2, 3, 5, 11, 15, 100, 101, 1_000_000];
  return new Map(candidates.map((number) => [rules.select(number), number]));
}

/** Names of arguments in English as the types read them: see `arguments.ts`. */
const typedNames = (text: string): string[] => {
  const heads = [...text.matchAll(/(?<=\{)[^}]*?(?=\})/g)].map(
    ([head]) => head.split(', ')[0] ?? '',
  );
  return [...new Set(heads)].filter((name) => !/[ #{]/.test(name)).sort();
};

const argumentsOf = (key: MessageKey, number: number): Record<string, string | number> =>
  Object.fromEntries(
    typedNames(catalogue.en[key]).map((name) => {
      const isNumber = new RegExp(`\\{${name}, (plural|number)`).test(catalogue.en[key]);
      return [name, isNumber ? number : `<${name}>`];
    }),
  );

describe.each(languages)('the messages in %s', (language) => {
  const numbers = numbersOf(language);
  const t = translator(language) as (key: MessageKey, values: object) => string;

  it('are tried with every plural category of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    expect([...numbers.keys()].sort()).toEqual([...pluralCategories].sort());
  });

  it('are formatted with their arguments in every category', () => {
    for (const key of keys) {
      for (const number of numbers.values()) {
        const values = argumentsOf(key, number);
        const text = t(key, values);
        expect(text, key).not.toMatch(/[{}#]|undefined/);
        expect(text.trim(), key).toBe(text);
        for (const value of Object.values(values)) {
          if (typeof value === 'string') expect(text, key).toContain(value);
        }
      }
    }
  });

  it('fit into few text messages', () => {
    const isWide = language === 'ja' || language === 'ar';
    for (const key of keys.filter((one) => one.startsWith('sms.'))) {
      const time = '08/21/2026, 14:52';
      const text = t(key, {
        ...argumentsOf(key, 1),
        time,
        url: 'https://service.example/p/2345678',
      });
      expect(isWide || gsmPattern.test(text.replace(/[<>]/g, '').replace(/_/g, '')), text).toBe(
        true,
      );
      // Three parts: 153 letters each, or 67 of other scripts.
      expect(text.length).toBeLessThanOrEqual(isWide ? 3 * 67 : 2 * 153);
      expect(text).toContain('STOP');
    }
  });
});

it('a wrong key or argument does not compile', () => {
  const check = (t: MailTranslate) => {
    t('mail.ask');
    t('mail.link_until', { time: 'now' });
    // @ts-expect-error no such message
    t('mail.nothing');
    // @ts-expect-error the argument is missing
    t('mail.link_until');
    // @ts-expect-error the message has no such argument
    t('mail.link_until', { time: 'now', place: 'here' });
    // @ts-expect-error a number is needed
    t('mail.dispatch_offer.first', { hours: '4' });
    // @ts-expect-error the message has no arguments
    t('mail.ask', {});
  };
  expect(check).toBeTypeOf('function');
});

describe('matchLanguage', () => {
  it.each([
    [['pt-PT'], 'pt-BR'],
    [['pt'], 'pt-BR'],
    [['de-CH'], 'de'],
    [['ar-EG'], 'ar'],
    [['es-419'], 'es'],
    [['ja-JP'], 'ja'],
    [['en-US'], 'en'],
    [['nl', 'de'], 'de'],
    [['pt-PT', 'en'], 'pt-BR'],
    [['FR-fr'], 'fr'],
    [['zh'], null],
    [['German'], null],
    [['not a tag', 'fr'], 'fr'],
    [[''], null],
    [[], null],
  ])('finds for %j %j', (requested, found) => {
    expect(matchLanguage(requested)).toBe(found);
  });

  it('is followed by English', () => {
    expect([languageFor('xx'), languageFor(null), languageFor(undefined)]).toEqual(
      Array(3).fill('en'),
    );
  });
});

describe('formats', () => {
  const time = new Date('2026-08-21T13:52:00Z');

  it.each([
    ['en', '21 Aug 2026, 22:52', '21 Aug 2026, 22:52', 'EUR 1,234.50'],
    ['de', '21. August 2026 um 22:52', '21.08.2026, 22:52', '1.234,50 EUR'],
    ['fr', '21 août 2026 à 22:52', '21/08/2026 22:52', '1 234,50 EUR'],
    ['es', '21 de agosto de 2026 a las 22:52', '21/08/2026, 22:52', '1234,50 EUR'],
    ['pt-BR', '21 de agosto de 2026 às 22:52', '21/08/2026, 22:52', 'EUR 1.234,50'],
    ['ja', '2026年8月21日 22:52', '2026/08/21 22:52', 'EUR 1,234.50'],
    ['ar', '21 أغسطس 2026 في 22:52', '21/08/2026، 22:52', '1,234.50 EUR'],
  ] as const)('times and amounts in %s', (language, long, digits, amount) => {
    const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/\u200f/g, '');
    // Versions of Node differ in the word between day and time.
    const parts = plain(formatTime(language, time, 'Asia/Tokyo')).replace(/2026, /, '2026 a las ');
    expect(parts).toBe(language === 'en' ? long.replace('2026, ', '2026 a las ') : long);
    expect(plain(formatTime(language, time, 'Asia/Tokyo', 'digits'))).toBe(digits);
    expect(plain(formatAmount(language, 123_450, 'EUR'))).toBe(amount);
    expect(plain(formatAmount(language, 4800, 'JPY'))).toMatch(/^(JPY )?4[., {2}]?800( JPY)?$/);
  });

  it('isolate text whose direction is or can be another', () => {
    expect(isolated('en', 'Is it open?')).toBe('Is it open?');
    expect(isolated('en', 'متجر')).toBe('\u2068متجر\u2069');
    expect(isolated('ar', 'Is it open?')).toBe('\u2068Is it open?\u2069');
    expect(isolated('ar', '')).toBe('');
  });

  it('only Arabic is read from right to left', () => {
    expect(languages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar']);
  });
});
