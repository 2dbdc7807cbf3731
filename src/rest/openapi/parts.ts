import { errorCatalogue } from '../../errors.js';
import { hour, second } from '../../lib/units.js';
import { keptMilliseconds, postMilliseconds, ratePolicies } from '../../limits.js';
import { validationLimits } from '../pydantic/issue.js';

type Json = Record<string, unknown>;

const { reads } = ratePolicies;
export const exampleId = '019c1000-0000-7000-8000-000000000003';

const text = (description: string, example: string): Json => ({
  description,
  schema: { type: 'string' },
  example,
});
const always = (header: Json): Json => ({ required: true, ...header });
export const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** Header fields of responses, by the names that operations use for them. */
export const headers: Record<string, Json> = {
  RequestId: always(
    text('Id of the request in the log of the service; include it in support requests.', exampleId),
  ),
  ETag: always(
    text('Entity tag of the content; send it as If-None-Match.', 'W/"3a7bd3e2360a3d29"'),
  ),
  ETagOfPage: text(
    'Entity tag of a page; send it as If-None-Match. Absent on an event stream.',
    'W/"3a7bd3e2360a3d29"',
  ),
  Location: always(text('Path of the created resource.', `/v1/jobs/${exampleId}`)),
  FileLocation: always(
    text(
      'URL of the file. It expires; use the original link again.',
      'https://bucket.s3.eu-central-1.amazonaws.com/verification/evidence/6650f0c2?X-Amz-Signature=…',
    ),
  ),
  Link: text(
    'URL of the next page, rel="next"; absent on the last page.',
    '<https://verification.example/v1/jobs?cursor=WyIyMDI2Il0>; rel="next"',
  ),
  IdempotentReplayed: {
    description: 'Present when the response repeats an earlier one.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  RateLimit: text(
    'Remaining quota (r) and seconds until it is renewed (t).',
    `"${reads.name}";r=${reads.quota - 1};t=${reads.windowSeconds}`,
  ),
  RateLimitPolicy: text(
    'Quota (q) and length of its window in seconds (w).',
    `"${reads.name}";q=${reads.quota};w=${reads.windowSeconds}`,
  ),
  RetryAfter: always({
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  }),
  RetryAfterEqual: {
    description: 'Seconds to wait before retrying, when an equal request is in progress.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  AcceptEncoding: text(
    'Present when the body had a Content-Encoding: the only coding that is accepted.',
    'identity',
  ),
  WWWAuthenticate: always(text('Scheme of the required credential.', 'ApiKey')),
  ContentDisposition: always(text('Suggested file name.', 'inline; filename="photo.jpg"')),
  ContentRange: always(text('Range of the response within the file.', 'bytes 0-1023/4096')),
};

/** Returns the headers of every response of a documented path; `limited` paths report the state of the limit. */
export const commonHeaders = (limited: boolean): Json => ({
  'Request-Id': headerRef('RequestId'),
  ...(limited && {
    RateLimit: headerRef('RateLimit'),
    'RateLimit-Policy': headerRef('RateLimitPolicy'),
  }),
});
export const etagHeader = { ETag: headerRef('ETag') };
/** Header of a path that can also return an event stream. */
export const pageEtagHeader = { ETag: headerRef('ETagOfPage') };
export const locationHeader = { Location: headerRef('Location') };
export const linkHeader = { Link: headerRef('Link') };
export const replayedHeader = { 'Idempotent-Replayed': headerRef('IdempotentReplayed') };
/** Headers of a file, and of a part of one. */
export const fileHeaders = {
  ...etagHeader,
  'Content-Disposition': headerRef('ContentDisposition'),
};
export const partHeaders = { ...fileHeaders, 'Content-Range': headerRef('ContentRange') };

/** Responses of a path that returns a PDF. */
export const pdfAnswers = {
  200: {
    description: 'The PDF.',
    headers: fileHeaders,
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
  },
  304: { description: 'The content has not changed.', headers: etagHeader },
};

export const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `Identifies the request; ignored without an API key or a session. A request repeated within ${keptMilliseconds / hour} hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content.`,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const webhookHeader = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/**
 * Tag of the requests that the service sends. Generators write one file per tag, so operations and webhooks must not
 * share one.
 */
export const receiverTag = {
  name: 'Webhook receiver',
  description: 'Requests that the service sends to webhook endpoints.',
};

/**
 * Returns the request that a webhook endpoint receives.
 *
 * @param example example of its body, in the form that the content refers to
 */
export const eventWebhook = (example: Json): Json => ({
  post: {
    operationId: 'receive_event',
    // Otherwise openapi-generator creates a client for it, which does not compile in TypeScript and Python.
    'x-internal': true,
    summary: 'Receive an event',
    description:
      'Posts an event to each webhook endpoint that takes its type, signed by Standard Webhooks 1.0. The events of one job, else of one request, else of one document, come in the order of `seq`, each at least once.',
    tags: [receiverTag.name],
    security: [],
    parameters: [
      webhookHeader('webhook-id', 'Id of the event, the same in every attempt.'),
      webhookHeader('webhook-timestamp', 'Unix time of the attempt, in seconds.'),
      webhookHeader(
        'webhook-signature',
        '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` under the secret of the endpoint; one for each valid secret, separated by a space.',
      ),
    ],
    requestBody: {
      required: true,
      description: 'The event; a test has the type `webhook.test` and the `seq` 0.',
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/EventOut' }, ...example },
      },
    },
    responses: {
      default: {
        description: `Any 2xx within ${postMilliseconds / second} seconds takes the event. After any other answer it is posted again later; 410 disables the endpoint.`,
      },
    },
  },
});

/** Schema of any JSON value. openapi-generator does not support a list of these types. */
export const anyJson: Json = {
  anyOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
    { type: 'string' },
    { type: 'number', format: 'double' },
    { type: 'boolean' },
    { type: 'null' },
  ],
};

/** Schemas that no type of the GraphQL schema provides. */
export const fixedSchemas = {
  HTTPValidationError: {
    title: 'HTTPValidationError',
    type: 'object',
    description: `What is wrong with the request, at most ${validationLimits.issues} errors. An \`input\` longer than ${validationLimits.input} characters of JSON is omitted, and so is one with which the inputs of the response would exceed ${validationLimits.inputs} characters together.`,
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
      input: {
        ...anyJson,
        description:
          'The rejected value, with secrets redacted. Omitted where it is too long; see HTTPValidationError.',
      },
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
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description: 'Session of a customer, set by register and login; over http it is named session.',
  },
  taskToken: { type: 'http', scheme: 'bearer', description: 'A task or capture token.' },
  offerToken: { type: 'http', scheme: 'bearer', description: 'The token of an offer.' },
};
