import { z } from 'zod';
import { type Access, rejectTestKey } from './access.js';
import type { Call, RequestContext } from './context.js';
import type { ErrorCode } from './errors.js';
import type { RatePolicy } from './limits.js';
import type { Services } from './services.js';
import type { Target } from './target.js';
import type { Viewer } from './viewer.js';

// biome-ignore lint/suspicious/noExplicitAny: each record knows the shape that its own schemas give
type Parsed = any;

export type RestTag =
  | 'Jobs'
  | 'Evidence'
  | 'Reports'
  | 'Site checks'
  | 'Customers'
  | 'Customer requests'
  | 'Invites'
  | 'Email'
  | 'Operators'
  | 'Dispatch'
  | 'Figures'
  | 'Tickets'
  | 'Experiments'
  | 'Events'
  | 'Webhooks'
  | 'Sandbox'
  | 'Transparency'
  | 'Service';

/** Presentation of a path as an MCP tool. */
export interface ToolSpec {
  /** In snake_case, unique among tools. */
  name: string;
  /** Hints for clients that differ from the method's: a GET only reads, a POST adds. */
  annotations?: { destructiveHint?: boolean; idempotentHint?: boolean };
}

/** The REST endpoint of an operation. */
export interface RestSpec {
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST';
  /** In OpenAPI's form, such as `/v1/jobs/{job_id}`. A path parameter is any non-empty string. */
  path: string;
  tag: RestTag;
  /** One line in the imperative. */
  summary: string;
  status: 200 | 201;
  /** operationId in OpenAPI; by default from the operation's name. */
  operationId?: string;
  /** Field of the result to return instead of the whole. */
  pick?: string;
  /** Query, or body of a POST or PATCH, if it differs from the arguments. */
  query?: z.ZodObject;
  /** Converts query and path to arguments, if they differ. */
  toArgs?: (query: Parsed, path: Record<string, string>) => object;
  /** Name of the response schema in OpenAPI, if its type has another name elsewhere. */
  answer?: string;
  /** Query parameter for the next page in the Link header, if not `cursor`. */
  cursor?: string;
  /** Describes the response to `Accept: text/event-stream`; omitted if the path returns only JSON. */
  eventStream?: string;
  /** Returns the path of the created object from the body of a 201. */
  location?: (answer: Parsed) => string;
  /** Omitted if the path is not an MCP tool. */
  tool?: ToolSpec;
}

type RestOptions = Omit<RestSpec, 'method' | 'path' | 'status'>;

/** Cost of an operation that counts, because it reads everything it counts. */
export const countCost = 50;

export const get = (path: string, options: RestOptions): RestSpec => ({
  method: 'GET',
  path,
  status: 200,
  ...options,
});

export const post = (path: string, options: RestOptions & { status?: 201 }): RestSpec => ({
  method: 'POST',
  path,
  status: 200,
  ...options,
});

/** An endpoint that ends or removes something and returns it; its input is in the query. */
export const del = (path: string, options: RestOptions): RestSpec => ({
  method: 'DELETE',
  path,
  status: 200,
  ...options,
});

export const patch = (path: string, options: RestOptions): RestSpec => ({
  method: 'PATCH',
  path,
  status: 200,
  ...options,
});

/** Returns true if the caller's selection reaches a field below the result; never on REST. */
export type Selects = (...path: string[]) => boolean;

/** The selection of a REST request, which selects nothing. */
export const selectsNothing: Selects = () => false;

type ArgsOf<
  T extends Target | undefined,
  A extends z.ZodRawShape,
  I extends z.ZodObject | undefined,
> = (T extends Target<infer Argument> ? Record<Argument, string> : unknown) &
  z.infer<z.ZodObject<A>> &
  (I extends z.ZodObject ? { input: z.infer<I> } : unknown);

/** An operation with its arguments. */
export interface OperationCall {
  op: Operation;
  args: Record<string, unknown>;
}

interface OperationSpec<
  V extends Viewer,
  T extends Target | undefined,
  A extends z.ZodRawShape,
  I extends z.ZodObject | undefined,
  R,
> {
  /** Root field in GraphQL. */
  name: string;
  kind: 'query' | 'mutation' | 'subscription';
  /** Description in OpenAPI and GraphQL. */
  description: string;
  access: Access<V>;
  target?: T;
  /** Arguments of the root field; members of the query or body on REST. */
  args?: A;
  /** The argument `input`; its members are members of the body on REST. */
  input?: I;
  /** Arguments as sent over REST; required if any argument is. */
  example?: Record<string, unknown>;
  /** Errors of the operation itself, besides those of its access and its target. */
  errors: readonly ErrorCode[];
  /** Omitted if only GraphQL has the operation. */
  rest?: RestSpec;
  /** Cost of the root field in GraphQL, besides its selection. */
  cost?: number;
  /**
   * Member of the input that lists the items of a batch: the cost in GraphQL counts each, rate limits count every
   * `itemsPerWrite`.
   */
  items?: string;
  /**
   * Returns the calls that one call stands for and that are counted instead of it. The arguments are not
   * validated yet.
   */
  callsFor?(args: Readonly<Record<string, unknown>>): readonly OperationCall[];
  /**
   * A separate limit, besides the caller's reads and writes. Counted per customer if a session is required,
   * otherwise per address.
   */
  limit?: RatePolicy;
  /** True if the operation erases its target, so that its own stored response needs no erasure. */
  erases?: boolean;
  /**
   * Returns true if a call repeats an earlier one, which is answered even after the limit is used up. The
   * arguments are not validated yet.
   */
  repeats?(services: Services, args: Readonly<Record<string, unknown>>): Promise<boolean>;
  run(ctx: Call<V>, args: ArgsOf<T, A, I>, selects: Selects): R | Promise<R>;
}

/** The operation definition. REST and GraphQL are generated from it. */
// biome-ignore lint/suspicious/noExplicitAny: the parameters of run are contravariant
export type Operation<R = any> = Omit<OperationSpec<any, any, any, any, R>, 'target' | 'input'> & {
  target?: Target;
  input?: z.ZodObject;
};

/** Number of items of a batch that count as one write. */
export const itemsPerWrite = 10;

/** Returns the number of writes that a call counts as; its arguments are not validated yet. */
export function writesOf({ items }: Pick<Operation, 'items'>, args: () => Parsed): number {
  if (items === undefined) return 1;
  const { input, ...others } = args();
  const listed = (input ?? others)[items];
  return Array.isArray(listed) ? Math.max(1, Math.ceil(listed.length / itemsPerWrite)) : 1;
}

export function operation<
  V extends Viewer,
  R,
  T extends Target | undefined = undefined,
  A extends z.ZodRawShape = Record<never, never>,
  I extends z.ZodObject | undefined = undefined,
>(spec: OperationSpec<V, T, A, I, R>): OperationSpec<V, T, A, I, R> {
  return spec;
}

/**
 * A REST endpoint that returns part of a query of another module.
 *
 * @throws only the errors of the query and of `judge`
 */
export interface Projection extends PartErrors {
  of: Operation;
  rest: RestSpec & { pick: string };
  description: string;
}

/** Errors of an endpoint that returns part of a result, besides those of the query. */
export interface PartErrors {
  errors?: readonly ErrorCode[];
  /**
   * Checks the result of the query.
   *
   * @throws ApiError one of `errors`
   */
  check?: (whole: Parsed) => void;
}

/** Returns the schema of an operation's query or body on REST; undefined if it has none. */
export function restInput(op: Operation, rest: RestSpec): z.ZodObject | undefined {
  if (rest.query) return rest.query;
  const args: z.ZodRawShape = op.args ?? {};
  const hasArgs = Object.keys(args).length > 0;
  if (!op.input) return hasArgs ? z.object(args) : undefined;
  return hasArgs ? op.input.safeExtend(args) : op.input;
}

/** Converts a validated REST request to the arguments of an operation. */
export function restArgs(
  op: Operation,
  rest: RestSpec,
  request: { path: Record<string, string>; given: Record<string, unknown> },
): Record<string, unknown> {
  const { path, given } = request;
  const target = op.target ? { [op.target.argument]: path[op.target.parameter] } : {};
  if (rest.toArgs) return { ...target, ...rest.toArgs(given, path) };
  if (!op.input) return { ...target, ...given };
  const args: Record<string, unknown> = {};
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (op.args && name in op.args) args[name] = value;
    else input[name] = value;
  }
  return { ...target, ...args, input };
}

/**
 * Authenticates the caller of an operation.
 *
 * @throws ApiError if the caller has no access
 */
export async function admit<V extends Viewer>(
  op: { access: Access<V>; kind?: Operation['kind'] },
  ctx: RequestContext,
  args: Record<string, unknown>,
): Promise<Call<V>> {
  rejectTestKey(op, ctx);
  const viewer = await op.access.admit(ctx, {
    args,
    bearer: ctx.caller.bearer,
    writes: op.kind === 'mutation',
  });
  const { services, caller, requestId, address, recordsReads, acceptLanguage, ifNoneMatch, notes } =
    ctx;
  // Listed one by one, because Node 20 creates a new hidden class for each object that extends a spread.
  return {
    services,
    caller,
    requestId,
    address,
    recordsReads,
    acceptLanguage,
    ifNoneMatch,
    notes,
    viewer,
    renew: async () => admit(op, { ...ctx, caller: await ctx.caller.renew() }, args),
  };
}

const spanNames = { query: 'Query.', mutation: 'Mutation.' } as const;

/**
 * Runs an operation with validated arguments.
 *
 * @param ctx the request, or a call whose caller is already authenticated
 */
export async function perform<R>(
  op: Operation<R>,
  ctx: RequestContext | Call,
  args: Record<string, unknown>,
  selects: Selects = selectsNothing,
): Promise<R> {
  const call = 'viewer' in ctx ? ctx : await admit(op, ctx, args);
  const { notes } = call;
  const { tracing } = call.services;
  const run = () => op.run(call, args, selects);
  const replayedBefore = notes.replayed;
  notes.replayed = false;
  const result = await (tracing && op.kind !== 'subscription'
    ? tracing.run(spanNames[op.kind] + op.name, {}, run)
    : run());
  if (op.limit && !notes.replayed) notes.made[op.name] = (notes.made[op.name] ?? 0) + 1;
  notes.replayed ||= replayedBefore;
  return result;
}
