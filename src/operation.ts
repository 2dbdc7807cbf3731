import { z } from 'zod';
import { type Access, rejectTestKey } from './access.js';
import type { Call, RequestContext } from './context.js';
import type { ErrorCode } from './errors.js';
import type { RatePolicy } from './modules/rate-limit/rate-limiter.js';
import type { Services } from './services.js';
import type { Viewer } from './viewer.js';

/** The thing that an operation is about, named by an argument and by a part of the path. */
export interface Target<Argument extends string = string> {
  argument: Argument;
  /** Name in a path, such as `job_id`. */
  parameter: string;
  description: string;
  /** Refusal where it does not exist; null where nothing can be missing. */
  missing: ErrorCode | null;
  /** Node type in GraphQL; its global id is accepted in place of the plain one. */
  node?: string;
}

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

/** How agents see a path over MCP. */
export interface ToolSpec {
  /** In snake_case, unique among the tools. */
  name: string;
  /** What a client may assume, where it is not what the method says: a GET only reads, a POST adds. */
  annotations?: { destructiveHint?: boolean; idempotentHint?: boolean };
}

/** The documented path of an operation. */
export interface RestSpec {
  method: 'GET' | 'POST';
  /** In OpenAPI's form, `/v1/jobs/{job_id}`; path parameters are any non-empty string. */
  path: string;
  tag: RestTag;
  /** One imperative line. */
  summary: string;
  status: 200 | 201;
  /** Name in the interface description; from the operation's own where left out. */
  operationId?: string;
  /** Field of the result that is returned in place of the whole. */
  pick?: string;
  /** Query, or body of a POST, where it differs from the arguments. */
  query?: z.ZodObject;
  /** Arguments from query and path, where they differ from the query. */
  toArgs?: (query: Parsed, path: Record<string, string>) => object;
  /** Name of the answer in the interface document, where its type has another one elsewhere. */
  answer?: string;
  /** Member of the query that the Link of a page sets for the next one, where it is not `cursor`. */
  cursor?: string;
  /** What `Accept: text/event-stream` answers on this path; left out where it answers JSON alone. */
  eventStream?: string;
  /** Path of the thing that a 201 made, from the answer. */
  location?: (answer: Parsed) => string;
  /** Left out for a path that agents do not call. */
  tool?: ToolSpec;
}

type RestOptions = Omit<RestSpec, 'method' | 'path' | 'status'>;

/** What an operation that counts costs: it reads all that it counts. */
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

/** Returns true if the caller's selection reaches a field below the result; never on REST. */
export type Selects = (...path: string[]) => boolean;

/** The selection of a caller that selects nothing, as on REST. */
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
  /** Root field of the graph. */
  name: string;
  kind: 'query' | 'mutation' | 'subscription';
  /** What it does, for readers of both faces. */
  description: string;
  access: Access<V>;
  target?: T;
  /** Arguments of the root field; members of the query or body on REST. */
  args?: A;
  /** The argument `input`; its members are members of the body on REST. */
  input?: I;
  /** Arguments as REST could send them; needed where some have to be given. */
  example?: Record<string, unknown>;
  /** Refusals of the operation itself, besides those of its access and its target. */
  errors: readonly ErrorCode[];
  /** Left out for an operation that only the graph has. */
  rest?: RestSpec;
  /** What the root field costs on the graph, besides what it selects. */
  cost?: number;
  /**
   * The calls that one call stands for, by its arguments, which are not validated yet; they are counted
   * in its place.
   */
  callsFor?(args: Readonly<Record<string, unknown>>): readonly OperationCall[];
  /**
   * A limit of its own, besides the viewer's reads and writes; counted by the customer where a session
   * is needed, else by address.
   */
  limit?: RatePolicy;
  /** True if it erases what it is about: its own answer holds nothing to erase. */
  erases?: boolean;
  /**
   * True if a call repeats an earlier one, by its arguments, which are not validated yet. It is answered although
   * the limit is used up.
   */
  repeats?(services: Services, args: Readonly<Record<string, unknown>>): Promise<boolean>;
  run(ctx: Call<V>, args: ArgsOf<T, A, I>, selects: Selects): R | Promise<R>;
}

/** Everything that is true of an operation; both faces are made from it. */
// biome-ignore lint/suspicious/noExplicitAny: the parameters of run are contravariant
export type Operation<R = any> = Omit<OperationSpec<any, any, any, any, R>, 'target' | 'input'> & {
  target?: Target;
  input?: z.ZodObject;
};

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
 * A documented path that shows a part of what a query of another noun returns.
 * @throws nothing of its own: it runs the query
 */
export interface Projection extends PartErrors {
  of: Operation;
  rest: RestSpec & { pick: string };
  description: string;
}

/** What a path may refuse that shows a part of what was found, besides the refusals of the query. */
export interface PartErrors {
  errors?: readonly ErrorCode[];
  /**
   * Judges what the query returned.
   * @throws ApiError one of `errors`
   */
  check?: (whole: Parsed) => void;
}

/** The schema of an operation's query or body on REST; undefined where it takes none. */
export function restInput(op: Operation, rest: RestSpec): z.ZodObject | undefined {
  if (rest.query) return rest.query;
  const args: z.ZodRawShape = op.args ?? {};
  const hasArgs = Object.keys(args).length > 0;
  if (!op.input) return hasArgs ? z.object(args) : undefined;
  return hasArgs ? op.input.safeExtend(args) : op.input;
}

/** The arguments of an operation from a REST request that has been validated. */
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
 * The call of an operation for the caller of the request.
 * @throws ApiError when they may not
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
  const { services, caller, requestId, address, method, ifNoneMatch, notes } = ctx;
  // Named one by one: Node 20 makes a shape of its own for each object that adds members to a spread.
  return {
    services,
    caller,
    requestId,
    address,
    method,
    ifNoneMatch,
    notes,
    viewer,
    renew: async () => admit(op, { ...ctx, caller: await ctx.caller.renew() }, args),
  };
}

const spanNames = { query: 'Query.', mutation: 'Mutation.' } as const;

/**
 * Runs an operation whose arguments are valid.
 * @param ctx the request; a call that is already admitted is not admitted again
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
