import {
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  isValueNode,
} from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { RequestContext } from '../context.js';
import { ApiError, type ErrorCode, errorCatalogue } from '../errors.js';
import { publicError } from '../public-error.js';
import type { Documents } from './documents.js';
import { limitsPlugin } from './limits.js';
import { multipartSubscriptions } from './multipart.js';
import { requestPlugin } from './request.js';
import { unconditionalRoot } from './subscription-rule.js';

/** The innermost error; graphql wraps its own refusals in each other, and all others once. */
function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError
    ? causeOf(error.originalError)
    : error;
}

/** What the client receives for a bad variable, in the form of other bad input. */
interface BadVariable {
  message: string;
  issues: { path: string[]; message: string }[];
}

/**
 * What graphql says is wrong with a value, less the value itself: that may hold a token, or somebody's
 * address. What could have been meant stays.
 */
const withoutValue = (reason: string): string =>
  reason
    .replace(/^Value "[\s\S]*" does not exist/, 'The value does not exist')
    .replace(/, found [\s\S]*/, '.')
    .replace(/: [\s\S]*?( Did you mean the enum value [^?]*\?)?$/, '.$1');

/**
 * What graphql says of a bad variable, less the value that it would echo. Null for what it
 * says of anything else.
 */
function badVariable({ message, originalError }: GraphQLError): BadVariable | null {
  const [variable, name] = /^Variable "\$(\w+)"/.exec(message) ?? [];
  if (name === undefined) return null;
  // One that is missing has no value to echo.
  if (!originalError) {
    return { message, issues: [{ path: [shortened(name)], message: shortened(message) }] };
  }
  const reason = withoutValue(originalError.message);
  // The value stands before the place, and the reason may hold it too.
  const before = message.slice(0, -`; ${originalError.message}`.length);
  const [at = '', place = name] = / at "([\w.[\]]+)"$/.exec(before) ?? [];
  return {
    message: `${variable} got an invalid value${at}; ${reason}`,
    issues: [
      {
        path: shortened(place)
          .split(/[.[\]]+/)
          .filter(Boolean),
        message: shortened(reason),
      },
    ],
  };
}

/** What the client may know of an error; whatever is not of the catalogue is masked and logged. */
export function toGraphQLError(
  error: unknown,
  ctx: Pick<RequestContext, 'services' | 'requestId'>,
): GraphQLError {
  const known = error instanceof GraphQLError ? error : null;
  if (known?.extensions.requestId) return known;
  const cause = causeOf(error);
  const { requestId } = ctx;
  const place = known && {
    nodes: known.nodes,
    source: known.source,
    positions: known.positions,
    path: known.path,
  };
  if (known && cause instanceof GraphQLError) {
    // Refused by graphql itself: bad variables have no code yet.
    const { originalError: unreadable, ...extensions } = known.extensions;
    const given = extensions['code'] ?? 'BAD_USER_INPUT';
    const code = given === 'OPERATION_RESOLUTION_FAILURE' ? 'BAD_REQUEST' : given;
    // What is wrong with the document is no bad argument, though it may be about a variable too.
    const bad = code === 'BAD_USER_INPUT' ? badVariable(known) : null;
    const isOfValue = known.nodes?.some(isValueNode);
    const message = isOfValue ? withoutValue(known.message) : known.message;
    return new GraphQLError(shortened(bad?.message ?? message), {
      ...place,
      extensions: {
        ...extensions,
        ...(bad && { issues: bad.issues, hint: errorCatalogue.bad_user_input[2] }),
        // What yoga adds about a body that is no JSON has the body in it.
        ...(unreadable !== undefined && { http: { status: 400 } }),
        code,
        requestId,
      },
    });
  }
  const rejection = publicError(cause, ctx);
  return new GraphQLError(rejection.message, {
    ...place,
    originalError: rejection,
    extensions: {
      code: rejection.code.toUpperCase(),
      hint: rejection.hint,
      requestId,
      ...rejection.members,
    },
  });
}

/** Bounds of the errors of one answer, so that it is never a multiple of the request. */
export const errorLimits = {
  /** Characters of a message; graphql's own repeat names of the document. */
  message: 1_000,
  /** Characters of all errors as JSON; those beyond are omitted, but never the first. */
  errors: 64 * 1024,
};

/** A long text without its end. */
const shortened = (text: string) =>
  text.length > errorLimits.message ? `${text.slice(0, errorLimits.message)}…` : text;

/** The errors of an answer as the client receives them, within `errorLimits`. */
function answeredErrors(
  errors: readonly unknown[],
  ctx: Pick<RequestContext, 'services' | 'requestId'>,
): GraphQLError[] {
  const answered: GraphQLError[] = [];
  let left = errorLimits.errors;
  for (const error of errors) {
    const mapped = toGraphQLError(error, ctx);
    left -= JSON.stringify(mapped).length;
    if (left < 0 && answered.length > 0) break;
    answered.push(mapped);
  }
  return answered;
}

/** A refusal before GraphQL was reached (size, store), in GraphQL's own form of answer. */
export function graphqlErrorResponse(
  error: unknown,
  ctx: Pick<RequestContext, 'services' | 'requestId'>,
): Response {
  const rejection = publicError(error, ctx);
  const errors = [toGraphQLError(rejection, ctx)];
  return Response.json({ errors }, { status: rejection.status, headers: rejection.headers });
}

/**
 * The error of an operation that ended without data; 200 to clients of the older media type. Yoga would
 * answer 200 to a bad variable, and 500 to a subscription that is refused.
 */
function withStatus(error: GraphQLError): GraphQLError {
  const { message, nodes, source, positions, path, originalError, extensions } = error;
  // Yoga has chosen one itself, as for a mutation by GET.
  if (extensions['http']) return error;
  const status = originalError instanceof ApiError ? originalError.status : 400;
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path,
    originalError,
    extensions: { ...extensions, http: { spec: true, status } },
  });
}

/** The error of an operation that was rejected before any of it ran. */
const operationError = (error: ApiError, ctx: RequestContext) =>
  withStatus(toGraphQLError(error, ctx));

/** Gives graphql's own refusals their codes, and every error the request's id. */
const errorCodes: Plugin<RequestContext> = {
  onValidate({ addValidationRule }) {
    addValidationRule(unconditionalRoot);
    return ({ result, setResult }) => {
      setResult(result.map((error) => coded(error, 'graphql_validation_failed')));
    };
  },
  onExecutionResult({ result, context, setResult }) {
    // A stream of results (a subscription) is mapped result by result.
    if (!result || Symbol.asyncIterator in result || Array.isArray(result)) return;
    const ctx = context as unknown as RequestContext;
    const answered = result as ExecutionResult;
    const mapped = answered.errors && answeredErrors(answered.errors, ctx);
    const errors = answered.data === undefined ? mapped?.map(withStatus) : mapped;
    for (const error of errors ?? []) {
      if (error.originalError instanceof ApiError) ctx.notes.errors.push(error.originalError.code);
    }
    if (!errors && !ctx.notes.replayed) return;
    setResult({
      ...answered,
      ...(errors && { errors }),
      ...(ctx.notes.replayed && {
        extensions: { ...answered.extensions, idempotentReplayed: true },
      }),
    } as never);
  },
};

/** Maps the errors of a request that has no operation to run, for which no other hook is called. */
const requestErrors: Plugin<RequestContext> = {
  onResultProcess({ result, setResult, serverContext }) {
    const ctx = serverContext as unknown as RequestContext;
    if (!result || Array.isArray(result) || !('errors' in result) || !result.errors) return;
    setResult({ ...result, errors: answeredErrors(result.errors, ctx) });
  },
};

/** Ends a stream that no media type of its request can carry, and maps the errors of each result. */
const streams: Plugin<RequestContext> = {
  async onResultProcess({ result, resultProcessor }) {
    if (result && Symbol.asyncIterator in result && !resultProcessor) {
      await result[Symbol.asyncIterator]().return?.();
    }
  },
  onSubscribe: ({ args }) => ({
    onSubscribeResult: () => ({
      onNext({ result, setResult }) {
        if (Symbol.asyncIterator in result || !result.errors) return;
        const ctx = args.contextValue as unknown as RequestContext;
        setResult({ ...result, errors: answeredErrors(result.errors, ctx) });
      },
    }),
  }),
};

function coded(error: GraphQLError, code: ErrorCode): GraphQLError {
  const { nodes, source, positions } = error;
  const hint = errorCatalogue[code][2];
  const extensions = { ...error.extensions, code: code.toUpperCase(), hint };
  return new GraphQLError(error.message, { nodes, source, positions, extensions });
}

/** The error of a document that cannot be parsed, or is not parsed. */
function parseError(error: unknown, ctx: RequestContext): unknown {
  if (error instanceof ApiError) return operationError(error, ctx);
  return error instanceof GraphQLError ? coded(error, 'graphql_parse_failed') : error;
}

/** Executes by graphql itself; the executor of yoga words some errors differently. */
const execution: Plugin<RequestContext> = {
  onExecute: ({ setExecuteFn }) => setExecuteFn(execute as never),
};

/** GraphQL over HTTP. The app passes in the context of each request, a `GraphQLContext`. */
export function createGraphQL(
  schema: GraphQLSchema,
  documents: Documents,
  plugins: Plugin<RequestContext>[] = [],
) {
  return createYoga<RequestContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    logging: false,
    graphiql: false,
    cors: false,
    // Every error is mapped to the catalogue in onExecutionResult, where the context is known.
    maskedErrors: false,
    // The app has read the body within its limit; yoga would send it through a stream to count it again.
    maxRequestBodySize: false,
    // That of yoga is bounded by number alone, and keeps errors too.
    parserAndValidationCache: false,
    // The response is the app's own, without a copy.
    fetchAPI: { Response, ReadableStream },
    plugins: [
      limitsPlugin(operationError),
      requestPlugin(documents, parseError),
      execution,
      errorCodes,
      requestErrors,
      multipartSubscriptions as Plugin<RequestContext>,
      streams,
      ...plugins,
    ],
  });
}
