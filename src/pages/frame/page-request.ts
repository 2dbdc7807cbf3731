import type { Context, Hono } from 'hono';
import { type ErrorCode, errorCatalogue } from '../../errors.js';
import type { Env } from '../../http/request.js';
import { invalidToken, isBearerToken } from '../../lib/credential.js';

/** A page's request to the API. */
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

/** The API's response; the body is parsed JSON, or null if it is not JSON. */
export interface PageAnswer<T = unknown> {
  status: number;
  ok: boolean;
  headers: Headers;
  body: T;
}

/** Headers of the reader's request that identify the caller and its origin. */
const passedOn = [
  'cookie',
  'origin',
  'sec-fetch-site',
  'x-forwarded-for',
  'x-forwarded-proto',
  'user-agent',
];

/**
 * Calls the API as the reader: the app's own fetch handler, with the reader's cookie and IP address, so that access
 * rules, limits and counters apply. The request stays inside the process.
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

/** Calls the API and parses the response as JSON. */
export async function pageRequest<T>(
  app: Hono<Env>,
  c: Context<Env>,
  call: PageCall,
): Promise<PageAnswer<T>> {
  const response = await pageFetch(app, c, call);
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    ok: response.ok,
    headers: response.headers,
    body: (isJson && text ? JSON.parse(text) : null) as T,
  };
}

/** Runs a GraphQL operation as the reader; an error has the status and code of the first error. */
export async function pageQuery<T>(
  app: Hono<Env>,
  c: Context<Env>,
  query: string,
  variables: Record<string, unknown>,
): Promise<PageAnswer<{ data: T | null; code: string | null }>> {
  interface Result {
    data?: T | null;
    errors?: { extensions?: { code?: string } }[];
  }
  const answer = await pageRequest<Result | null>(app, c, {
    method: 'POST',
    path: '/graphql',
    body: { query, variables },
  });
  const [error] = answer.body?.errors ?? [];
  const code = error ? ((error.extensions?.code?.toLowerCase() ?? '') as ErrorCode) : null;
  const rejected = code === null ? answer.status : (errorCatalogue[code]?.[0] ?? 500);
  return {
    status: answer.ok ? rejected : answer.status,
    ok: answer.ok && code === null,
    headers: answer.headers,
    body: { data: answer.body?.data ?? null, code },
  };
}
