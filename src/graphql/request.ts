import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../context.js';
import { ApiError, errorText } from '../errors.js';
import { lazy } from '../lib/lazy.js';
import type { Documents, Params } from './documents.js';

/** A GraphQL request, parsed once for both the rate limits, which count its operations, and yoga, which runs it. */
export interface GraphQLRequest {
  /** Null if yoga reports the error of the request. */
  params: Params | null;
  /** Error of a request that names its document by a hash. */
  error: ApiError | null;
  /**
   * Parses the document, once.
   *
   * @throws GraphQLError or ApiError, the same each time
   */
  document(): DocumentNode;
}

/** The results that a client receives as parts of one multipart response. */
export interface MultipartUse {
  streams: boolean;
  /** Single results, for a client that accepts no other media type. */
  single: boolean;
}

/** The context of a request that yoga handles. */
export interface GraphQLContext extends RequestContext {
  graphql: GraphQLRequest;
  multipart: MultipartUse;
}

const requestOf = (context: unknown) => (context as GraphQLContext).graphql;

/** @throws ApiError `bad_request` for invalid JSON, for which yoga would return 500 */
function jsonParameter(name: string, text: string | undefined): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('bad_request', errorText('error.query_json', { name }));
  }
}

/** Returns the parameters of a request; null for a body that is not a JSON object or list. */
function paramsOf(search: Record<string, string>, body: string | undefined): Params | null {
  if (body === undefined) {
    const { query, operationName, variables, extensions } = search;
    return {
      query: query || undefined,
      operationName: operationName || undefined,
      variables: jsonParameter('variables', variables),
      extensions: jsonParameter('extensions', extensions),
    };
  }
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/**
 * Reads the parameters of a request.
 *
 * @param search query parameters, used instead of a body for GET
 * @param body body of a POST; undefined for a GET
 * @throws ApiError `bad_request`
 */
export function readGraphQLRequest(
  search: Record<string, string>,
  body: string | undefined,
  { caller }: RequestContext,
  documents: Documents,
): GraphQLRequest {
  let params = paramsOf(search, body);
  let error: ApiError | null = null;
  try {
    params &&= documents.resolve(params);
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    error = thrown;
  }
  const document = lazy(() => documents.parse(String(params?.query), caller.viewer.kind));
  return { params, error, document };
}

/**
 * Passes the parsed request to yoga, and caches documents that are found valid.
 *
 * @param toError creates the GraphQL error that the client receives for a parse error
 */
export function requestPlugin(
  documents: Documents,
  toError: (error: unknown, context: RequestContext) => unknown,
): Plugin<RequestContext> {
  const holderOf = (context: unknown) => (context as RequestContext).caller.viewer.kind;
  return {
    onRequestParse({ serverContext, setRequestParser }) {
      const { params } = requestOf(serverContext);
      if (params) setRequestParser(() => params as never);
    },
    onParams({ context }) {
      const { error } = requestOf(context);
      if (error) throw toError(error, context as unknown as RequestContext);
    },
    onParse({ context, setParseFn }) {
      setParseFn(() => {
        try {
          return requestOf(context).document();
        } catch (error) {
          throw toError(error, context);
        }
      });
    },
    onValidate({ context, params, setResult }) {
      const document: DocumentNode = params.documentAST;
      const holder = holderOf(context);
      if (documents.isValid(document, holder)) {
        setResult([]);
        return;
      }
      return ({ valid }) => {
        if (valid) documents.keep(document, holder);
      };
    },
  };
}
