import { type ErrorCode, errorCatalogue } from '../errors.js';

type Json = Record<string, unknown>;

const text = (description: string): Json => ({ description, schema: { type: 'string' } });
const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** Header fields of answers, by the names that operations refer to them by. */
export const headers: Record<string, Json> = {
  RequestId: text('Names this request in our log.'),
  ETag: text('Tag of this content; send it as If-None-Match.'),
  Location: text('Path of what was made.'),
  Link: text('Address of the next page, rel="next"; absent on the last one.'),
  IdempotentReplayed: {
    description: 'Present where the answer repeats an earlier one.',
    schema: { type: 'string', const: 'true' },
  },
  RateLimit: text('What remains of the limit (r) and in how many seconds it starts anew (t).'),
  RateLimitPolicy: text('The limit: its quota (q) in a window of so many seconds (w).'),
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  WWWAuthenticate: text('The scheme of the credential that is asked for.'),
};

/** What every answer of a documented path carries; `limited` paths say where the limit stands. */
export const commonHeaders = (limited: boolean): Json => ({
  'Request-Id': headerRef('RequestId'),
  ...(limited && {
    RateLimit: headerRef('RateLimit'),
    'RateLimit-Policy': headerRef('RateLimitPolicy'),
  }),
});
export const etagHeader = { ETag: headerRef('ETag') };
export const locationHeader = { Location: headerRef('Location') };
export const linkHeader = { Link: headerRef('Link') };
export const replayedHeader = { 'Idempotent-Replayed': headerRef('IdempotentReplayed') };

const headersOfStatus: Partial<Record<number, Json>> = {
  401: { 'WWW-Authenticate': headerRef('WWWAuthenticate') },
  429: { 'Retry-After': headerRef('RetryAfter') },
  503: { 'Retry-After': headerRef('RetryAfter') },
};

function problemExample(code: ErrorCode): Json {
  const [status, title, hint] = errorCatalogue[code];
  return {
    type: `/errors/${code}`,
    title,
    status,
    detail: `${title}.`,
    instance: '/v1/jobs',
    code,
    hint,
    request_id: '3e1f0c8a-5f55-4f0e-9d0e-3f6c0c3d3a11',
  };
}

/** Refusals by status, from their codes. */
export function refusals(codes: readonly ErrorCode[], limited: boolean): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const [status] = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const response = (status: number, list: readonly ErrorCode[]) => ({
    description: list.map((code) => `\`${code}\`: ${errorCatalogue[code][1]}.`).join(' '),
    headers: { ...commonHeaders(limited && status !== 406), ...headersOfStatus[status] },
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(list.map((code) => [code, { value: problemExample(code) }])),
      },
    },
  });
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => [status, response(status, list)]),
  );
}

export const validationFailure = {
  description: 'The request breaks a declared constraint; all failures together.',
  headers: commonHeaders(false),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/HTTPValidationError' },
      example: {
        detail: [
          {
            type: 'string_too_short',
            loc: ['body', 'objective'],
            msg: 'String should have at least 3 characters',
            input: 'ab',
            ctx: { min_length: 3 },
          },
        ],
      },
    },
  },
};

export const notModified = {
  description: 'The client has it already.',
  headers: { ...commonHeaders(false), ...etagHeader },
};

export const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names this request: repeated within 24 hours with the same key, path and body, it gets the first answer as it was.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** Schemas that no type of the graph gives. */
export const fixedSchemas = {
  HTTPValidationError: {
    title: 'HTTPValidationError',
    type: 'object',
    properties: {
      detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } },
    },
  },
  ValidationError: {
    title: 'ValidationError',
    type: 'object',
    required: ['loc', 'msg', 'type'],
    properties: {
      loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
      msg: { type: 'string' },
      type: { type: 'string' },
      input: {},
      ctx: { type: 'object' },
    },
  },
  Problem: {
    type: 'object',
    description: 'Problem details (RFC 9457).',
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'hint', 'request_id'],
    properties: {
      type: { type: 'string', format: 'uri-reference' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      instance: { type: 'string', format: 'uri-reference' },
      code: { type: 'string', enum: Object.keys(errorCatalogue) },
      hint: { type: 'string' },
      request_id: { type: 'string' },
    },
  },
};

export const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  taskToken: { type: 'http', scheme: 'bearer', description: 'A task or capture token.' },
};
