import type { Context, Hono } from 'hono';
import { type ErrorCode, errorCatalogue } from '../../errors.js';
import type { Env } from '../../http/request.js';
import { invalidToken, isBearerToken } from '../../lib/credential.js';
import type { ValidationIssue } from '../../rest/pydantic/issue.js';
import type { PageAnswer, PageError } from './run-operation.js';

/** What a page sends to the interface. */
export interface PageCall {
  method?: 'GET' | 'POST';
  /** Path with its query, such as `/v1/public/services`. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Bearer token of the reader, as it was typed. */
  token?: string | undefined;
  headers?: Record<string, string>;
}

/** Headers of the reader that decide who asks, and from where. */
const passedOn = [
  'cookie',
  'origin',
  'sec-fetch-site',
  'x-forwarded-for',
  'x-forwarded-proto',
  'user-agent',
];

/**
 * Calls the interface as the reader: the app's own fetch handler, with the reader's cookie and address,
 * so that policy, limits and counters apply. Nothing leaves the process.
 */
export async function pageFetch(
  app: Hono<Env>,
  c: Context<Env>,
  { method = 'GET', path, body, token, headers = {} }: PageCall,
): Promise<Response> {
  const sent = new Headers({ accept: 'application/json', ...headers });
  for (const name of passedOn) {
    const value = c.req.header(name);
    if (value !== undefined) sent.set(name, value);
  }
  sent.set('request-id', c.get('requestId'));
  if (token) {
    sent.set('authorization', `Bearer ${isBearerToken(token) ? token : invalidToken}`);
  }
  if (body !== undefined) sent.set('content-type', 'application/json');
  const request = new Request(new URL(path, c.get('services').baseUrl), {
    method,
    headers: sent,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await app.fetch(request, c.env);
  const retryAfter = response.headers.get('retry-after');
  if (retryAfter !== null) c.set('retryAfter', retryAfter);
  return response;
}

/** An error response as an operation's error. */
export function errorOf(c: Context<Env>, response: Response, body: unknown): PageError {
  const { code, detail } = (body ?? {}) as {
    code?: ErrorCode;
    detail?: ValidationIssue[];
  };
  return {
    ok: false,
    status: response.status,
    code: code ?? null,
    issues: Array.isArray(detail) ? detail : [],
    body: (body ?? {}) as Record<string, unknown>,
    retryAfter: response.headers.get('retry-after'),
    requestId: c.get('requestId'),
    cookies: response.headers.getSetCookie(),
  };
}

/** The same, with the answer read as JSON. */
export async function pageRequest<T>(
  app: Hono<Env>,
  c: Context<Env>,
  call: PageCall,
): Promise<PageAnswer<T>> {
  const response = await pageFetch(app, c, call);
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const body = isJson && text ? JSON.parse(text) : null;
  if (!response.ok) return errorOf(c, response, body);
  const next = /[?&]cursor=([^&>]+)[^>]*>; *rel="?next/.exec(response.headers.get('link') ?? '');
  return {
    ok: true,
    status: response.status,
    result: body as T,
    cookies: response.headers.getSetCookie(),
    nextCursor: next?.[1] ?? null,
  };
}

/** Runs a GraphQL operation as the reader; a refusal has the status and code of its first error. */
export async function pageQuery<T>(
  app: Hono<Env>,
  c: Context<Env>,
  query: string,
  variables: Record<string, unknown>,
): Promise<PageAnswer<T>> {
  interface Result {
    data?: T | null;
    errors?: { extensions?: { code?: string } }[];
  }
  const answer = await pageRequest<Result>(app, c, {
    method: 'POST',
    path: '/graphql',
    body: { query, variables },
  });
  if (!answer.ok) return answer;
  const [error] = answer.result.errors ?? [];
  if (!error) return { ...answer, result: answer.result.data as T };
  const code = (error.extensions?.code?.toLowerCase() ?? 'internal_error') as ErrorCode;
  const status = errorCatalogue[code]?.[0] ?? 500;
  const requestId = c.get('requestId');
  return { ...answer, ok: false, status, code, issues: [], body: {}, retryAfter: null, requestId };
}
