import type { Context } from 'hono';
import { rejectTestKey } from '../../access.js';
import type { Call, RequestContext } from '../../context.js';
import type { ErrorCode } from '../../errors.js';
import { takesBody } from '../../http/methods.js';
import { problemBody } from '../../http/problem.js';
import { countedContext, withinLimits } from '../../http/rate-limit.js';
import { type Env, readContext } from '../../http/request.js';
import { invalidToken, isBearerToken } from '../../lib/credential.js';
import { requestedLanguage } from '../../messages/accept-language.js';
import { admit, type Operation, perform, restArgs, restInput, writesOf } from '../../operation.js';
import { publicError } from '../../public-error.js';
import { inputIssues } from '../../rest/pydantic/input-issues.js';
import type { ValidationIssue } from '../../rest/pydantic/issue.js';
import { camelCase } from '../../rest/pydantic/names.js';
import { type RequestParts, validateRequest } from '../../rest/pydantic/validate.js';
import type { WireValue } from '../../rest/pydantic/wire-json.js';
import { chosenLanguage } from './chosen-language.js';

/** Arguments and credentials that a page passes to an operation. */
export interface PageCall {
  /** Id of the operation's target. */
  target?: string | undefined;
  /** Parameters of the path besides the target's. */
  path?: Readonly<Record<string, string>>;
  /** Query or body in the form of REST: names in snake_case, values not yet validated. */
  input?: Readonly<Record<string, WireValue | undefined>>;
  /** Bearer token as entered by the reader; its form is not validated. */
  token?: string | undefined;
  /** API key of the reader, if any. */
  key?: string | undefined;
}

/** Result of an operation, with its Set-Cookie values. */
export interface PageResult<T> {
  ok: true;
  status: number;
  result: T;
  cookies: readonly string[];
  /** Cursor of the next page of a list; null on the last. */
  nextCursor: string | null;
}

/** Error of an operation. */
export interface PageError {
  ok: false;
  status: number;
  /** Null if the input is invalid. */
  code: ErrorCode | null;
  /** Issues of the input if the status is 422; otherwise empty. */
  issues: readonly ValidationIssue[];
  /** Body of the equivalent REST response: problem details, or the issues of a 422. */
  body: Readonly<Record<string, unknown>>;
  /** Value of Retry-After in seconds; null if the error has none. */
  retryAfter: string | null;
  requestId: string;
  cookies: readonly string[];
}

export type PageAnswer<T = unknown> = PageResult<T> | PageError;

/**
 * Returns a reader of request headers in which the credentials of the call, and the language that the reader chose,
 * replace those of the request.
 */
function headersOf(c: Context<Env>, { token, key }: PageCall) {
  const bearer = token && `Bearer ${isBearerToken(token) ? token : invalidToken}`;
  return (name: string): string | undefined => {
    if (name === 'authorization') return bearer;
    // A page always needs the full result.
    if (name === 'if-none-match') return undefined;
    const language = name === 'accept-language' && chosenLanguage(c);
    if (language) return language;
    return name === 'x-api-key' ? key : c.req.header(name);
  };
}

/** Error for invalid input. */
class InvalidInput extends Error {
  constructor(readonly issues: readonly ValidationIssue[]) {
    super('invalid input');
  }
}

/** Returns the arguments of an operation, after the same validation as its REST query or body. */
function argumentsOf(
  op: Operation,
  { target, token, path: others }: PageCall,
  input: Record<string, WireValue>,
) {
  if (!op.rest) throw new Error(`${op.name} has no path on REST`);
  const schema = restInput(op, op.rest);
  const parts: RequestParts = {};
  if (schema && !takesBody(op.rest.method)) {
    const present = Object.entries(input).filter(([, value]) => value !== null);
    const values = new URLSearchParams(present.map(([name, value]) => [name, String(value)]));
    if (token && 'accessToken' in schema.shape && !values.has('access_token')) {
      values.set('access_token', isBearerToken(token) ? token : invalidToken);
    }
    parts.query = { schema, values };
  } else if (schema) {
    parts.body = { schema, read: () => input };
  }
  const checked = validateRequest(parts);
  if (checked.outcome !== 'valid') {
    throw new InvalidInput(checked.outcome === 'invalid' ? checked.issues : []);
  }
  const { query, body } = checked.value as { query?: object; body?: object };
  const path = { ...others, ...(op.target && { [op.target.parameter]: target ?? '' }) };
  return restArgs(op, op.rest, { path, given: { ...query, ...body } });
}

function errorOf(c: Context<Env>, error: unknown): PageError {
  const requestId = c.get('requestId');
  const failed = { ok: false, requestId, retryAfter: null, cookies: [] } as const;
  const invalid = (issues: readonly ValidationIssue[]): PageError => {
    return { ...failed, status: 422, code: null, issues, body: { detail: issues } };
  };
  if (error instanceof InvalidInput) return invalid(error.issues);
  const shown = publicError(error, { services: c.get('services'), requestId });
  const { status, code, members, headers } = shown;
  if (code === 'bad_user_input') return invalid(inputIssues(members));
  const retryAfter = headers['retry-after'] ?? null;
  if (retryAfter !== null) c.set('retryAfter', retryAfter);
  const cookie = headers['set-cookie'];
  const language = chosenLanguage(c) ?? requestedLanguage(c.req.header('accept-language'));
  return {
    ...failed,
    status,
    code,
    issues: [],
    body: problemBody(shown, requestId, c.req.path, language),
    retryAfter,
    cookies: cookie === undefined ? [] : [cookie],
  };
}

/** Returns the context of the reader's request, with the credentials of the call instead of those in its headers. */
export const contextOfReader = (c: Context<Env>, call: PageCall): Promise<RequestContext> =>
  readContext(c, headersOf(c, call));

/** Runs a function that is not an operation and returns its error in the form of an operation's error. */
export async function attempt<R>(c: Context<Env>, act: () => Promise<R>): Promise<PageAnswer<R>> {
  try {
    return { ok: true, status: 200, result: await act(), cookies: [], nextCursor: null };
  } catch (error) {
    return errorOf(c, error);
  }
}

/** Runs an operation for an authorized caller with validated arguments. */
type Run<R> = (op: Operation<R>, call: Call, args: Record<string, unknown>) => Promise<R>;

/** Runs an operation and returns the REST representation of its result. */
export type Represent = Run<unknown>;

/**
 * Runs an operation for the reader of a page, with the reader's session and address, and with the rate limits and the
 * validation of REST.
 *
 * @param run `perform`, or a function that also converts the result to its REST representation
 */
export async function runOperation<R>(
  c: Context<Env>,
  op: Operation<R>,
  call: PageCall = {},
  run: Run<R> = perform,
): Promise<PageAnswer<Awaited<R>>> {
  const input = Object.fromEntries(
    Object.entries(call.input ?? {}).filter(
      (entry): entry is [string, WireValue] => entry[1] !== undefined,
    ),
  );
  try {
    const ctx = await countedContext(c, () => contextOfReader(c, call));
    const args: Record<string, unknown> = Object.fromEntries(
      Object.entries(input).map(([name, value]) => [camelCase(name), value]),
    );
    if (op.target) args[op.target.argument] = call.target;
    const counted = {
      name: op.name,
      access: op.access,
      writes: op.kind === 'mutation',
      units: () => writesOf(op, () => args),
      limit: op.limit,
      repeats: op.repeats,
      given: { args, bearer: ctx.caller.bearer },
    };
    const act = async (): Promise<PageAnswer<Awaited<R>>> => {
      try {
        rejectTestKey(op, ctx);
        const early = op.access.early ? await admit(op, ctx, {}) : null;
        const valid = argumentsOf(op, call, input);
        const result = await run(op, early ?? (await admit(op, ctx, valid)), valid);
        const { cookies, nextCursor } = ctx.notes;
        const status = op.rest?.status ?? 200;
        return { ok: true, status, result, cookies, nextCursor };
      } catch (error) {
        return errorOf(c, error);
      }
    };
    let code: ErrorCode | null = null;
    const { answer } = await withinLimits(
      c,
      ctx,
      [counted],
      async () => {
        const made = await act();
        code = made.ok ? null : made.code;
        return { answer: made, status: made.status, headers: new Headers() };
      },
      () => (code === null ? [] : [code]),
    );
    return answer;
  } catch (error) {
    return errorOf(c, error);
  }
}
