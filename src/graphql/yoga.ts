import {
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  isValueNode,
} from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { answerLanguage, type RequestContext } from '../context.js';
import { ApiError, type ErrorCode } from '../errors.js';
import { requestedLanguage } from '../messages/accept-language.js';
import { codeTexts } from '../messages/error/catalogue.js';
import { translateError } from '../messages/error/translate-error.js';
import type { Language } from '../messages/language.js';
import { publicError } from '../public-error.js';
import type { Documents } from './documents.js';
import { limitsPlugin } from './limits.js';
import { multipartSubscriptions } from './multipart.js';
import { requestPlugin } from './request.js';
import { unconditionalRoot } from './subscription-rule.js';

/** Returns the innermost error. graphql wraps its own errors several times, and all others once. */
function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError
    ? causeOf(error.originalError)
    : error;
}

/** The client's error for a bad variable, in the same form as for other invalid input. */
interface BadVariable {
  message: string;
  issues: { path: string[]; message: string }[];
}

/**
 * Removes the value from graphql's message about it, because it can contain a token or a user's address. Suggestions
 * are kept.
 */
const withoutValue = (reason: string): string =>
  reason
    .replace(/^Value "[\s\S]*" does not exist/, 'The value does not exist')
    .replace(/, found [\s\S]*/, '.')
    .replace(/: [\s\S]*?( Did you mean the enum value [^?]*\?)?$/, '.$1');

/** Converts graphql's error about a bad variable, without the value. Returns null for any other error. */
function badVariable({ message, originalError }: GraphQLError): BadVariable | null {
  const [variable, name] = /^Variable "\$(\w+)"/.exec(message) ?? [];
  if (name === undefined) return null;
  // A missing variable has no value to remove.
  if (!originalError) {
    return { message, issues: [{ path: [shortened(name)], message: shortened(message) }] };
  }
  const reason = withoutValue(originalError.message);
  // The value precedes the path, and the reason can contain it too.
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

/** Returns the error for the client. Errors outside the catalogue are masked and logged. */
export function toGraphQLError(
  error: unknown,
  ctx: Pick<RequestContext, 'services' | 'requestId'>,
  language: Language,
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
    // Errors of graphql itself: bad variables have no code yet.
    const { originalError: unreadable, ...extensions } = known.extensions;
    const given = extensions['code'] ?? 'BAD_USER_INPUT';
    const code = given === 'OPERATION_RESOLUTION_FAILURE' ? 'BAD_REQUEST' : given;
    // An error of the document itself is not about input, even if it mentions a variable.
    const bad = code === 'BAD_USER_INPUT' ? badVariable(known) : null;
    const isOfValue = known.nodes?.some(isValueNode);
    const message = isOfValue ? withoutValue(known.message) : known.message;
    return new GraphQLError(shortened(bad?.message ?? message), {
      ...place,
      extensions: {
        ...extensions,
        ...(bad && { issues: bad.issues, hint: codeTexts[language].bad_user_input[1] }),
        // Yoga's original error for a body that is not JSON contains the body.
        ...(unreadable !== undefined && { http: { status: 400 } }),
        code,
        requestId,
      },
    });
  }
  const rejection = publicError(cause, ctx);
  const { detail, hint } = translateError(rejection, language);
  return new GraphQLError(detail, {
    ...place,
    originalError: rejection,
    extensions: {
      code: rejection.code.toUpperCase(),
      hint,
      requestId,
      ...rejection.members,
    },
  });
}

/** Limits for the errors of one response, so that it is never a multiple of the request. */
export const errorLimits = {
  /** Characters of a message; graphql's own messages repeat names of the document. */
  message: 1_000,
  /** Characters of all errors as JSON. Errors beyond it are omitted, except the first. */
  errors: 64 * 1024,
};

/** Truncates a long text. */
const shortened = (text: string) =>
  text.length > errorLimits.message ? `${text.slice(0, errorLimits.message)}…` : text;

/** Returns the errors for the client, within `errorLimits`. */
function answeredErrors(errors: readonly unknown[], ctx: RequestContext): GraphQLError[] {
  const language = answerLanguage(ctx);
  const answered: GraphQLError[] = [];
  let left = errorLimits.errors;
  for (const error of errors) {
    const mapped = toGraphQLError(error, ctx, language);
    left -= JSON.stringify(mapped).length;
    if (left < 0 && answered.length > 0) break;
    answered.push(mapped);
  }
  return answered;
}

/** Returns a GraphQL response for an error raised before GraphQL, such as a large body or an unavailable store. */
export function graphqlErrorResponse(
  error: unknown,
  ctx: Pick<RequestContext, 'services' | 'requestId' | 'acceptLanguage'>,
): Response {
  const language = requestedLanguage(ctx.acceptLanguage);
  const rejection = publicError(error, ctx);
  const errors = [toGraphQLError(rejection, ctx, language)];
  const { status, headers } = rejection;
  const named = { ...headers, 'content-language': language, vary: 'Accept-Language' };
  return Response.json({ errors }, { status, headers: named });
}

/**
 * Adds the HTTP status to the error of an operation without data; clients of the older media type get 200. Yoga itself
 * would send 200 for a bad variable, and 500 for a rejected subscription.
 */
function withStatus(error: GraphQLError): GraphQLError {
  const { message, nodes, source, positions, path, originalError, extensions } = error;
  // Yoga has set the status, for example for a mutation by GET.
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

/** Returns the error of an operation that was rejected before any of it ran. */
const operationError = (error: ApiError, ctx: RequestContext) =>
  withStatus(toGraphQLError(error, ctx, answerLanguage(ctx)));

/** Adds codes to graphql's own errors, and the request id to all errors. */
const errorCodes: Plugin<RequestContext> = {
  onValidate({ addValidationRule }) {
    addValidationRule(unconditionalRoot);
    return ({ result, setResult, context }) => {
      if (result.length === 0) return;
      const language = answerLanguage(context as unknown as RequestContext);
      setResult(result.map((error) => coded(error, 'graphql_validation_failed', language)));
    };
  },
  onExecutionResult({ result, context, setResult }) {
    // In a stream of results (a subscription), each result is mapped separately.
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

/** Maps the errors of a request without an operation to run, for which no other hook is called. */
const requestErrors: Plugin<RequestContext> = {
  onResultProcess({ result, setResult, serverContext }) {
    const ctx = serverContext as unknown as RequestContext;
    if (!result || Array.isArray(result) || !('errors' in result) || !result.errors) return;
    setResult({ ...result, errors: answeredErrors(result.errors, ctx) });
  },
};

/** Ends a stream if no accepted media type can carry it, and maps the errors of each result. */
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

function coded(error: GraphQLError, code: ErrorCode, language: Language): GraphQLError {
  const { nodes, source, positions } = error;
  const [, hint] = codeTexts[language][code];
  const extensions = { ...error.extensions, code: code.toUpperCase(), hint };
  return new GraphQLError(error.message, { nodes, source, positions, extensions });
}

/** Returns the error of a document that cannot be parsed, or exceeds the limits for parsing. */
function parseError(error: unknown, ctx: RequestContext): unknown {
  if (error instanceof ApiError) return operationError(error, ctx);
  return error instanceof GraphQLError
    ? coded(error, 'graphql_parse_failed', answerLanguage(ctx))
    : error;
}

/** Executes with graphql itself, because yoga's executor words some errors differently. */
const execution: Plugin<RequestContext> = {
  onExecute: ({ setExecuteFn }) => setExecuteFn(execute as never),
};

/** Creates the GraphQL server. The app passes a `GraphQLContext` with each request. */
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
    // onExecutionResult maps every error to the catalogue, where the context is known.
    maskedErrors: false,
    // The app has read the body within its limit; yoga would stream it again to count it.
    maxRequestBodySize: false,
    // Yoga's cache is bounded only by the number of entries, and also stores errors.
    parserAndValidationCache: false,
    // Returns responses of the app's own class without copying.
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
