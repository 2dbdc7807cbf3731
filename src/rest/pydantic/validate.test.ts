import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { expected, type Pair, replay } from '../../../test/fixtures/validation/replay.js';
import { finite, freeObject, list, text, timestamp, whole } from '../../lib/schema.js';
import {
  readJsonBody,
  validateForm,
  validateJsonBody,
  validateQuery,
  validateRequest,
} from './validate.js';

function pairs(name: string): Pair[] {
  const file = new URL(`../../../test/fixtures/validation/${name}.jsonl`, import.meta.url);
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const json = (schema: z.ZodObject, text: string) =>
  validateJsonBody(schema, { bytes: Buffer.from(text), contentType: 'application/json' });

const issuesOf = (schema: z.ZodObject, text: string) => {
  const validation = json(schema, text);
  return validation.outcome === 'invalid' ? validation.issues : validation.outcome;
};

describe('validateRequest, compared with recorded responses of FastAPI', () => {
  const recorded = pairs('fastapi-pairs');
  const operations = new Set(recorded.map(([operation]) => operation));
  test.each([...operations])('agrees for every recorded input of %s', (operation) => {
    for (const pair of recorded.filter(([of]) => of === operation)) {
      expect(replay(pair), JSON.stringify(pair.slice(0, 3))).toEqual(expected(pair));
    }
  });

  test.each(pairs('documented-pairs'))('agrees for the documented example %s %s %s', (...pair) => {
    const { status, answer } = replay(pair);
    if (pair[3] === 422) expect({ status, answer }).toEqual(expected(pair));
    else expect(status).toBe(200);
  });
});

describe('validateRequest never echoes a secret', () => {
  const schema = z.object({
    accessToken: text(16, 128).meta({ secret: true }),
    pin: text(4, 4).meta({ secret: true }).nullish(),
    offerKey: text(2, 40),
  });

  test('as the input of an issue about the secret, while null stays null', () => {
    expect(issuesOf(schema, '{"access_token":"hush","pin":12345,"offer_key":"ab"}')).toMatchObject([
      { type: 'string_too_short', input: '[redacted]', ctx: { min_length: 16 } },
      { type: 'string_type', loc: ['body', 'pin'], input: '[redacted]' },
    ]);
    expect(issuesOf(schema, '{"access_token":null,"offer_key":"ab"}')).toMatchObject([
      { type: 'string_type', input: null },
    ]);
    expect(validateQuery(schema, new URLSearchParams('access_token=hush'))).toMatchObject({
      issues: [{ input: '[redacted]' }, { type: 'missing', input: null }],
    });
  });

  test('inside the object of another issue, including misspelled names', () => {
    const body = '{"accessToken":"hush","pin":"1234","deep":[{"Password":"hush"}],"note":"loud"}';
    const echoed = {
      accessToken: '[redacted]',
      pin: '[redacted]',
      deep: [{ Password: '[redacted]' }],
      note: 'loud',
    };
    expect(issuesOf(schema, body)).toMatchObject([
      { type: 'missing', loc: ['body', 'access_token'], input: echoed },
      { type: 'missing', loc: ['body', 'offer_key'], input: echoed },
    ]);
  });

  test('as the name and password of a URL', () => {
    const url = (before: string) => `https://${before}example.com/hook?mail=a@b.example`;
    const body = { offer_key: url('ann:hush@'), deep: [`see ${url('hush@')}`] };
    const echoed = url('[redacted]@');
    expect(issuesOf(schema, JSON.stringify(body))).toMatchObject([
      { type: 'missing', input: { offer_key: echoed, deep: [`see ${echoed}`] } },
      { type: 'string_too_long', input: echoed },
    ]);
    const plain = { offer_key: url(''), access_token: 'x'.repeat(16) };
    expect(issuesOf(schema, JSON.stringify(plain))).toMatchObject([
      { type: 'string_too_long', input: url('') },
    ]);
  });

  test('and copies an object only once for several issues', () => {
    const issues = issuesOf(schema, '{"note":["loud"]}') as { input: unknown }[];
    expect(issues.map(({ input }) => input)).toEqual([{ note: ['loud'] }, { note: ['loud'] }]);
    expect(issues[1]?.input).toBe(issues[0]?.input);
  });

  test.each(['"hush"', '["hush"]', '12345'])('as a body that is not an object: %s', (body) => {
    expect(issuesOf(schema, body)).toMatchObject([
      { type: 'model_attributes_type', loc: ['body'], input: '[redacted]' },
    ]);
    const asText = validateJsonBody(schema, {
      bytes: Buffer.from(body),
      contentType: 'text/plain',
    });
    expect(asText).toMatchObject({ issues: [{ input: '[redacted]' }] });
  });

  test('as malformed JSON', () => {
    expect(JSON.stringify(issuesOf(schema, '{"access_token":"hush'))).not.toContain('hush');
  });
});

describe('validateRequest, where it is stricter than FastAPI', () => {
  const schema = z.object({
    ratio: finite().nullish(),
    count: whole().nullish(),
    name: text(0, 99).nullish(),
    at: timestamp().nullish(),
    payload: freeObject().nullish(),
  });

  test.each([
    ['{"ratio":1e999}', 'finite_number', ['body', 'ratio']],
    ['{"ratio":"nan"}', 'finite_number', ['body', 'ratio']],
    [`{"count":1${'0'.repeat(309)}}`, 'finite_number', ['body', 'count']],
    ['{"payload":{"a":[0,NaN]}}', 'finite_number', ['body', 'payload', 'a', 1]],
    ['{"name":"\\ud800"}', 'string_unicode', ['body', 'name']],
    ['{"payload":{"a":"\\udc00"}}', 'string_unicode', ['body', 'payload', 'a']],
    [
      '{"payload":{"a":{"\\udc00":1}}}',
      'string_unicode',
      ['body', 'payload', 'a', '\udc00', '[key]'],
    ],
    ['{"at":"9999-12-31T23:59:59-01:00"}', 'datetime_parsing', ['body', 'at']],
    ['{"at":"0001-01-01T00:00:00+01:00"}', 'datetime_parsing', ['body', 'at']],
    ['{"count":"0-1"}', 'int_parsing', ['body', 'count']],
  ])('reports %s as %s', (body, type, loc) => {
    expect(issuesOf(schema, body)).toMatchObject([{ type, loc }]);
  });

  test('reports a body that is nested too deeply as unreadable, without a stack overflow', () => {
    expect(json(schema, '{"a":'.repeat(100_000))).toEqual({ outcome: 'unreadable' });
  });

  test.each([
    ['ratio', `${' '.repeat(200_000)}x`],
    ['ratio', `${'1'.repeat(200_000)}x`],
    ['count', `${'0'.repeat(200_000)}x`],
    ['count', `${'1_'.repeat(100_000)}x`],
    ['at', `${'0'.repeat(200_000)}x`],
  ])('rejects a long malformed numeral in %s quickly', (name, value) => {
    const started = performance.now();
    expect(issuesOf(schema, JSON.stringify({ [name]: value }))).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(500);
  });

  test('accepts as many characters in an integer as pydantic 2.13', () => {
    const bounded = z.object({ count: whole() });
    const outcomes: Record<string, string[]> = {
      int_parsing_size: [
        '9'.repeat(4301),
        `-${'9'.repeat(4300)}`,
        `${'1'.repeat(5000)}x`,
        `${'9'.repeat(4301)}_`,
        `${'9'.repeat(4301)}.5`,
      ],
      int_parsing: [
        'x'.repeat(5000),
        `1x${'1'.repeat(5000)}`,
        `${'1_'.repeat(4300)}1`,
        `+${'9'.repeat(4301)}`,
        `0${'9'.repeat(4301)}`,
        ` ${'9'.repeat(4301)}`,
      ],
      // Valid in pydantic, but too large for a JavaScript number.
      finite_number: [
        '9'.repeat(4300),
        `+${'9'.repeat(4300)}`,
        `${'9'.repeat(4300)}.0`,
        `${'1_'.repeat(4299)}1`,
      ],
      valid: [
        '0'.repeat(5000),
        `${'0_'.repeat(2500)}1`,
        `-${'0'.repeat(5000)}1`,
        `1.${'0'.repeat(5000)}`,
        `${' '.repeat(5000)}+1`,
      ],
    };
    for (const [outcome, texts] of Object.entries(outcomes)) {
      for (const text of texts) {
        const found = issuesOf(bounded, JSON.stringify({ count: text }));
        expect(typeof found === 'string' ? found : found[0]?.type, text.slice(0, 9)).toBe(outcome);
      }
    }
  });

  test('reports at most 100 issues', () => {
    const lists = z.object({ names: list(text(0, 9), { max: 9_999 }) });
    expect(issuesOf(lists, `{"names":[${'1,'.repeat(5000)}1]}`)).toHaveLength(100);
  });
});

describe('rules of a schema', () => {
  const schema = z
    .object({
      url: text(0, 99).refine((url) => url.startsWith('https:'), {
        error: 'only https is fetched',
      }),
      min: whole(),
      max: whole(),
    })
    .refine(({ min, max }) => min <= max, { error: 'min is above max' });

  test('are reported for a field as value errors among the other issues, in field order', () => {
    expect(issuesOf(schema, '{"url":"http:","min":"x","max":1}')).toEqual([
      {
        type: 'value_error',
        loc: ['body', 'url'],
        msg: 'Value error, only https is fetched',
        input: 'http:',
        ctx: { error: {} },
      },
      expect.objectContaining({ type: 'int_parsing', loc: ['body', 'min'] }),
    ]);
  });

  test('run for the object once its fields are valid, and echo the object', () => {
    expect(issuesOf(schema, '{"url":"https:","min":2,"max":"1"}')).toEqual([
      {
        type: 'value_error',
        loc: ['body'],
        msg: 'Value error, min is above max',
        input: { url: 'https:', min: 2, max: '1' },
        ctx: { error: {} },
      },
    ]);
  });
});

describe('typed values', () => {
  test('are camelCase, with defaults, without unknown or absent fields', () => {
    const schema = z.object({
      serviceKey: text(0, 99).nullish(),
      photos: list(text(0, 9), { max: 9_999 }).default([]),
      capturedAt: timestamp(),
      inner: z.object({ stepName: text(0, 99) }),
    });
    const body =
      '{"captured_at":"2024-01-02T03:04:05","inner":{"step_name":"a"},"capturedAt":5,"x":1}';
    const first = json(schema, body);
    expect(first).toEqual({
      outcome: 'valid',
      value: {
        photos: [],
        capturedAt: new Date('2024-01-02T03:04:05Z'),
        inner: { stepName: 'a' },
      },
    });
    const second = json(schema, body);
    expect(second.outcome === 'valid' && first.outcome === 'valid').toBe(true);
    if (second.outcome === 'valid' && first.outcome === 'valid') {
      expect(second.value.photos).not.toBe(first.value.photos);
    }
  });

  test('inherit nothing from the prototype of the body or of a schema', () => {
    const schema = z.object({ constructor: text(0, 99).nullish(), payload: freeObject() });
    const validation = json(schema, '{"__proto__":{"payload":{}},"payload":{"__proto__":{"a":1}}}');
    expect(validation.outcome).toBe('valid');
    if (validation.outcome !== 'valid') return;
    expect(Object.hasOwn(validation.value, 'constructor')).toBe(false);
    expect(Object.getPrototypeOf(validation.value.payload)).toBe(Object.prototype);
    expect(JSON.stringify(validation.value.payload)).toBe('{"__proto__":{"a":1}}');
  });
});

test('a free object is nested at most 50 levels deep', () => {
  const schema = z.object({ payload: freeObject() });
  const nested = (levels: number): unknown =>
    levels === 1 ? {} : levels % 2 ? { a: nested(levels - 1) } : [nested(levels - 1)];
  const body = (levels: number) => JSON.stringify({ payload: { a: nested(levels - 1) } });
  expect(json(schema, body(50))).toMatchObject({ outcome: 'valid' });
  expect(json(schema, body(51))).toMatchObject({
    outcome: 'invalid',
    issues: [
      {
        type: 'value_error',
        loc: ['body', 'payload'],
        msg: 'Value error, Input should be nested at most 50 levels deep',
      },
    ],
  });
  expect(schema.safeParse(JSON.parse(body(50))).success).toBe(true);
  expect(schema.safeParse(JSON.parse(body(51))).success).toBe(false);
});

describe('parameters', () => {
  const schema = z.object({ limit: whole({ ge: 1, le: 200 }).default(20), jobId: text(0, 99) });

  test('use the last value of a repeated query parameter', () => {
    const values = new URLSearchParams('limit=x&job_id=a&limit=5');
    expect(validateQuery(schema, values)).toEqual({
      outcome: 'valid',
      value: { limit: 5, jobId: 'a' },
    });
  });

  test('treat an empty form field as omitted, but not an empty path parameter', () => {
    expect(validateForm(schema, { limit: '', job_id: '' })).toMatchObject({
      issues: [{ type: 'missing', loc: ['body', 'job_id'], input: null }],
    });
    const path = { schema, values: { limit: '', job_id: '' } };
    expect(validateRequest({ path })).toMatchObject({
      issues: [{ type: 'int_parsing', loc: ['path', 'limit'], input: '' }],
    });
  });

  test('are not reported with malformed JSON, and nothing is with an unreadable body', () => {
    const query = { schema, values: new URLSearchParams() };
    const request = (bytes: Uint8Array) => {
      const read = () => readJsonBody({ bytes, contentType: 'application/json' });
      return validateRequest({ query, body: { schema, read } });
    };
    expect(request(Buffer.from('{bad'))).toMatchObject({
      outcome: 'invalid',
      issues: [{ type: 'json_invalid', loc: ['body', 1] }],
    });
    expect(request(Buffer.from([0x7b, 0xff]))).toEqual({ outcome: 'unreadable' });
    const together = request(Buffer.from('{}'));
    expect(together.outcome === 'invalid' && together.issues.map(({ loc }) => loc)).toEqual([
      ['query', 'job_id'],
      ['body', 'job_id'],
    ]);
  });
});
