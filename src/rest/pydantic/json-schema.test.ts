import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  choice,
  finite,
  flag,
  freeObject,
  list,
  pattern,
  text,
  timestamp,
  whole,
} from '../../lib/schema.js';
import { jsonSchemaOf } from './json-schema.js';
import { camelCase, snakeCase } from './names.js';

test('jsonSchemaOf returns wire names and every constraint, default, description and example', () => {
  const schema = z.object({
    mediaSha256: text(64, 64).describe('Digest of the file'),
    serviceKey: text(2, 120)
      .nullish()
      .meta({ description: 'Which service', examples: ['roof'] }),
    channel: pattern('^(sms|email)$').nullish(),
    latitude: finite({ ge: -90, le: 90 }),
    limit: whole({ ge: 1 }).default(20),
    seq: whole({ ge: 0, le: 999_999_999_999_999 }).optional(),
    autoOpen: flag().default(true),
    capturedAt: timestamp(),
    verdict: choice(z.enum(['accepted', 'disputed'])).nullable(),
    photos: list(text(0, 5), { min: 1, max: 2 }).default([]),
    payload: freeObject().optional(),
    inner: z.object({ stepName: text(0, 9).optional() }).optional(),
  });
  expect(jsonSchemaOf(schema.describe('Everything'))).toEqual({
    type: 'object',
    description: 'Everything',
    properties: {
      media_sha256: {
        type: 'string',
        minLength: 64,
        maxLength: 64,
        description: 'Digest of the file',
      },
      service_key: {
        anyOf: [{ type: 'string', minLength: 2, maxLength: 120 }, { type: 'null' }],
        description: 'Which service',
        examples: ['roof'],
      },
      channel: { anyOf: [{ type: 'string', pattern: '^(sms|email)$' }, { type: 'null' }] },
      latitude: { type: 'number', format: 'double', minimum: -90, maximum: 90 },
      limit: { type: 'integer', minimum: 1, default: 20 },
      seq: { type: 'integer', format: 'int64', minimum: 0, maximum: 999_999_999_999_999 },
      auto_open: { type: 'boolean', default: true },
      captured_at: { type: 'string', format: 'date-time' },
      verdict: { anyOf: [{ type: 'string', enum: ['accepted', 'disputed'] }, { type: 'null' }] },
      photos: {
        type: 'array',
        items: { type: 'string', maxLength: 5 },
        minItems: 1,
        maxItems: 2,
        default: [],
      },
      payload: { type: 'object', additionalProperties: true },
      inner: { type: 'object', properties: { step_name: { type: 'string', maxLength: 9 } } },
    },
    required: ['media_sha256', 'latitude', 'captured_at', 'verdict'],
  });
});

test('snakeCase and camelCase are inverse', () => {
  for (const [camel, snake] of [
    ['mediaSha256', 'media_sha256'],
    ['objective', 'objective'],
    ['intakeSubmissionId', 'intake_submission_id'],
  ] as const) {
    expect(snakeCase(camel)).toBe(snake);
    expect(camelCase(snake)).toBe(camel);
  }
});
