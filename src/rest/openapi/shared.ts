import { isDeepStrictEqual } from 'node:util';
import { type ErrorCode, errorCatalogue } from '../../errors.js';
import { objectiveLength } from '../../modules/job/text-lengths.js';
import { commonHeaders, etagHeader, exampleId, headerRef, linkHeader } from './parts.js';

type Json = Record<string, unknown>;

const headersOfStatus: Partial<Record<number, Json>> = {
  401: { 'WWW-Authenticate': headerRef('WWWAuthenticate') },
  415: { 'Accept-Encoding': headerRef('AcceptEncoding') },
  416: { 'Content-Range': headerRef('ContentRange') },
  429: {
    'Retry-After': headerRef('RetryAfter'),
    RateLimit: headerRef('RateLimit'),
    'RateLimit-Policy': headerRef('RateLimitPolicy'),
  },
  503: { 'Retry-After': headerRef('RetryAfter') },
};

function problemExample(code: ErrorCode, path: string): Json {
  const [status, title, hint] = errorCatalogue[code];
  return {
    type: `/errors/${code}`,
    title,
    status,
    detail: `${title}.`,
    instance: path.replace(/\{\w+\}/g, exampleId),
    code,
    hint,
    request_id: '3e1f0c8a-5f55-4f0e-9d0e-3f6c0c3d3a11',
  };
}

const validationExample = {
  detail: [
    {
      type: 'string_too_short',
      loc: ['body', 'objective'],
      msg: `String should have at least ${objectiveLength.min} characters`,
      input: 'ab',
      ctx: { min_length: objectiveLength.min },
    },
  ],
};

/** Statuses of responses that are not counted for the rate limit. */
const beforeLimit = [406, 414];
/** A response with more codes than this belongs to few operations and is defined in each. */
const sharedCodesMax = 3;

/**
 * Creates the responses and examples of a document. Each is defined once under `components` and referenced, so that the
 * document stays small and its diff readable.
 */
export function createShared() {
  const responses: Record<string, Json> = {};
  const examples: Record<string, Json> = {};
  const parameters: Record<string, Json> = {};
  const namesOfExamples = new Map<string, string>();

  function exampleRef(wanted: string, value: unknown): Json {
    const text = JSON.stringify(value);
    const name = namesOfExamples.get(text) ?? wanted;
    namesOfExamples.set(text, name);
    examples[name] ??= { value };
    return { $ref: `#/components/examples/${name}` };
  }

  function problemRef(code: ErrorCode, path: string): Json {
    const name = `problem_${code}`;
    examples[name] ??= { value: problemExample(code, path) };
    return { $ref: `#/components/examples/${name}` };
  }

  function responseRef(name: string, response: Json): Json {
    responses[name] ??= response;
    return { $ref: `#/components/responses/${name}` };
  }

  function problemResponse(path: string, codes: readonly ErrorCode[], limited: boolean): Json {
    const [status] = errorCatalogue[codes[0] as ErrorCode];
    const withLimit = limited && !beforeLimit.includes(status);
    const response = {
      description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code][1]}.`).join(' '),
      headers: {
        ...commonHeaders(withLimit),
        ...headersOfStatus[status],
        ...(codes.includes('idempotency_in_progress') && {
          'Retry-After': headerRef('RetryAfterEqual'),
        }),
      },
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(codes.map((code) => [code, problemRef(code, path)])),
        },
      },
    };
    if (codes.length > sharedCodesMax) return response;
    const suffix = limited || beforeLimit.includes(status) ? '' : '.unlimited';
    return responseRef(codes.join('.') + suffix, response);
  }

  return {
    responses,
    examples,
    parameters,

    /** Returns a parameter. If several operations share it, it is defined once. */
    parameter(definition: Json): Json {
      const name = `${definition['in']}_${definition['name']}`;
      parameters[name] ??= definition;
      return isDeepStrictEqual(parameters[name], definition)
        ? { $ref: `#/components/parameters/${name}` }
        : definition;
    },

    /** Returns the examples of a media type: the recorded response of an operation, if any. */
    recorded: (operationId: string, answer: unknown): Json =>
      answer === undefined ? {} : { examples: { recorded: exampleRef(operationId, answer) } },

    /** Returns the error responses of a path by status, from their codes. */
    problems(path: string, codes: readonly ErrorCode[], limited: boolean): Json {
      const byStatus = new Map<number, ErrorCode[]>();
      for (const code of new Set(codes)) {
        const [status] = errorCatalogue[code];
        byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
      }
      return Object.fromEntries(
        [...byStatus]
          .sort(([a], [b]) => a - b)
          .map(([status, list]) => [status, problemResponse(path, list, limited)]),
      );
    },

    validationFailure: (limited: boolean): Json =>
      responseRef(limited ? 'validation_failed' : 'validation_failed.unlimited', {
        description: 'The request violates declared constraints; every violation is listed.',
        headers: commonHeaders(limited),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/HTTPValidationError' },
            examples: { string_too_short: exampleRef('validation_failed', validationExample) },
          },
        },
      }),

    notModified: (paged: boolean): Json =>
      responseRef(paged ? 'not_modified.paged' : 'not_modified', {
        description: 'The content has not changed.',
        headers: { ...commonHeaders(true), ...etagHeader, ...(paged && linkHeader) },
      }),
  };
}

export type Shared = ReturnType<typeof createShared>;
