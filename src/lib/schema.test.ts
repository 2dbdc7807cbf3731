import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  choice,
  codePointLength,
  describeField,
  finite,
  flag,
  freeObject,
  hasLoneSurrogate,
  list,
  localDate,
  pattern,
  text,
  timestamp,
  whole,
} from './schema.js';

const fails = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message);

describe('text', () => {
  test('counts code points, so that an emoji is one character', () => {
    expect(codePointLength('a😀b')).toBe(3);
    expect(codePointLength('\ud83d\ud83d\ude00')).toBe(2);
    expect(fails(text(3, 4), '😀😀')).toEqual(['String should have at least 3 characters']);
    expect(fails(text(3, 4), '😀😀😀😀')).toBeUndefined();
    expect(fails(text(0, 1), '😀😀')).toEqual(['String should have at most 1 character']);
  });

  test('rejects a lone surrogate but accepts a pair', () => {
    expect(hasLoneSurrogate('\ud83d\ude00')).toBe(false);
    expect(hasLoneSurrogate('a\udc00')).toBe(true);
    expect(fails(text(0, 9), 'a\ud800')).toEqual(['String should be valid Unicode text']);
  });

  test('rejects text that does not match its pattern', () => {
    expect(fails(pattern('^(sms|email)$'), 'email')).toBeUndefined();
    expect(fails(pattern('^(sms|email)$'), 'email\n')).toEqual([
      "String should match pattern '^(sms|email)$'",
    ]);
  });
});

test('number schemas reject values that are not finite, not whole or out of range', () => {
  expect(fails(finite(), Number.POSITIVE_INFINITY)).toHaveLength(1);
  expect(fails(finite(), Number.NaN)).toHaveLength(1);
  expect(fails(finite({ ge: -90, le: 90 }), 90)).toBeUndefined();
  expect(fails(finite({ ge: -90, le: 90 }), 90.1)).toEqual([
    'Input should be less than or equal to 90',
  ]);
  expect(fails(whole(), 1.5)).toEqual(['Input should be a valid integer']);
  expect(fails(whole({ ge: 1 }), 0)).toEqual(['Input should be greater than or equal to 1']);
  expect(fails(whole(), 2 ** 60)).toBeUndefined();
});

test('a list limits its number of items', () => {
  expect(fails(list(text(0, 9), { max: 1 }), ['a', 'b'])).toEqual([
    'List should have at most 1 item, not 2',
  ]);
  expect(fails(list(text(0, 9), { min: 1, max: 6 }), [])).toEqual([
    'List should have at least 1 item, not 0',
  ]);
});

test.each([
  ['2026-03-01', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-3-1', false],
  ['2026-03-01T00:00:00Z', false],
  ['', false],
])('localDate returns for %s: %s', (text, is) => {
  expect(localDate().safeParse(text).success).toBe(is);
});

test('a free object rejects values without a JSON form at any depth', () => {
  expect(fails(freeObject(), { a: [null, true, 'x', 1.5, { '😀': 'é' }] })).toBeUndefined();
  for (const number of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(fails(freeObject(), { a: [{ b: number }] })).toEqual([
      'Input should be a finite number',
    ]);
  }
  for (const value of [{ a: ['\udc00'] }, { a: { '\ud800': 1 } }]) {
    expect(fails(freeObject(), value)).toEqual(['String should be valid Unicode text']);
  }
});

test('describeField sees through optional, nullable, default, description and refinement', () => {
  const field = describeField(
    whole({ ge: 1, le: 168 })
      .describe('inner')
      .nullish()
      .default(24)
      .meta({ description: 'Hours' }),
  );
  expect(field).toMatchObject({
    kind: 'integer',
    nullable: true,
    optional: true,
    defaultValue: 24,
    description: 'Hours',
    bounds: { minimum: 1, maximum: 168, integer: true },
    hasRules: false,
  });
  const secret = describeField(text(16, 128).refine(Boolean).meta({ secret: true }).optional());
  expect(secret).toMatchObject({ secret: true, hasRules: true, bounds: { minLength: 16 } });
});

test('describeField returns the kind of every building block and rejects other zod types', () => {
  const kind = (schema: z.ZodType) => describeField(schema).kind;
  expect(kind(text(0, 9))).toBe('text');
  expect(kind(pattern('a'))).toBe('text');
  expect(kind(finite())).toBe('number');
  expect(kind(whole())).toBe('integer');
  expect(kind(flag())).toBe('boolean');
  expect(kind(timestamp())).toBe('timestamp');
  expect(kind(list(flag(), { max: 9 }))).toBe('list');
  expect(kind(freeObject())).toBe('json');
  expect(describeField(choice(z.enum(['a', 'b'])))).toMatchObject({
    kind: 'choice',
    values: ['a', 'b'],
  });
  const shape = describeField(z.object({ a: flag() }).refine(() => true)).shape;
  expect(Object.keys(shape ?? {})).toEqual(['a']);
  expect(() => kind(z.bigint())).toThrow(TypeError);
});

test('the inferred type is that of the typed values', () => {
  const schema = z.object({
    objective: text(3, 500),
    autoOpen: flag().default(true),
    photos: list(text(0, 9), { max: 2 }).nullish(),
    capturedAt: timestamp(),
    verdict: choice(z.enum(['accepted', 'disputed'])).nullish(),
    metadata: freeObject().default({}),
  });
  expectTypeOf<z.infer<typeof schema>>().toEqualTypeOf<{
    objective: string;
    autoOpen: boolean;
    photos?: string[] | null | undefined;
    capturedAt: Date;
    verdict?: 'accepted' | 'disputed' | null | undefined;
    metadata: Record<string, unknown>;
  }>();
});
