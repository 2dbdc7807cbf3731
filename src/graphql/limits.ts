import { type DocumentNode, type GraphQLSchema, NoFragmentCyclesRule, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../context.js';
import { ApiError, type ErrorText, errorText } from '../errors.js';
import { countAliases, measureOperation, operationOf } from './cost.js';
import { equalNamePairs, expandedSelections, hasFragmentCycle } from './expansion.js';

/** Limits of one operation. */
export const graphqlLimits = {
  cost: 1000,
  depth: 10,
  aliases: 100,
  tokens: 2000,
  /** Comments and white space are not tokens, but documents are cached as received. */
  characters: 32 * 1024,
  /** Fields, spreads and inline fragments; a fragment counts each time it is spread. */
  selections: 10_000,
  /** Pairs of fields with the same response name; validation compares them. */
  equalNamePairs: 50_000,
};

const tooExpensive = (detail: ErrorText) => new ApiError('query_too_expensive', detail);

/**
 * Parses a document within the limits that apply before validation.
 *
 * @throws GraphQLError for a syntax error or too many tokens
 * @throws ApiError `query_too_expensive`
 */
export function parseWithinLimits(text: string): DocumentNode {
  const { characters, tokens, selections, equalNamePairs: pairs } = graphqlLimits;
  if (text.length > characters) {
    throw tooExpensive(errorText('error.document_length', { max: characters }));
  }
  const document = parse(text, { maxTokens: tokens });
  const expanded = expandedSelections(document);
  if (expanded > selections) {
    throw tooExpensive(errorText('error.document_fields', { count: expanded, max: selections }));
  }
  if (equalNamePairs(document) > pairs) {
    throw tooExpensive(errorText('error.document_names'));
  }
  return document;
}

interface ToRun {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: unknown;
}

/** The cost of an operation, and the error if it exceeds the limits. */
interface Measured {
  cost: number;
  error: ApiError | null;
}

/** Measures the operation of a valid document; null if the request selects none. */
export function measure({ schema, document, operationName, variableValues }: ToRun) {
  const operation = operationOf(document, operationName);
  if (!operation) return null;
  const variables = (variableValues ?? {}) as Record<string, unknown>;
  const { cost, depth } = measureOperation(schema, document, operation, variables);
  return { cost, error: errorOf(countAliases(document), depth, cost) } satisfies Measured;
}

function errorOf(aliases: number, depth: number, cost: number): ApiError | null {
  if (aliases > graphqlLimits.aliases) {
    return tooExpensive(
      errorText('error.document_aliases', { count: aliases, max: graphqlLimits.aliases }),
    );
  }
  if (depth > graphqlLimits.depth) {
    const detail = errorText('error.document_depth', { count: depth, max: graphqlLimits.depth });
    return new ApiError('query_too_deep', detail);
  }
  if (cost > graphqlLimits.cost) {
    return tooExpensive(errorText('error.document_cost', { cost, max: graphqlLimits.cost }));
  }
  return null;
}

/**
 * Enforces the limits of a document that `parseWithinLimits` has parsed: rejects an operation that
 * requests too much before any of it runs, and reports the cost with every result.
 *
 * @param toError the GraphQL error that the client receives
 */
export function limitsPlugin(
  toError: (error: ApiError, context: RequestContext) => Error,
): Plugin<RequestContext> {
  interface Result {
    extensions?: object;
  }
  interface Execution {
    args: ToRun & { contextValue: unknown };
    stop: (result: never) => void;
  }
  /**
   * Stops an operation that exceeds the limits.
   *
   * @returns a function that adds the cost to a result
   */
  function check({ args, stop }: Execution): ((result: Result) => Result) | null {
    const measured = measure(args);
    if (!measured) return null;
    const cost = { requested: measured.cost, maximum: graphqlLimits.cost };
    const withCost = (result: Result) => ({
      ...result,
      extensions: { ...result.extensions, cost },
    });
    if (measured.error) {
      const error = toError(measured.error, args.contextValue as RequestContext);
      stop(withCost({ errors: [error] } as Result) as never);
    }
    return withCost;
  }
  const single = (result: object) => !(Symbol.asyncIterator in result);
  return {
    onValidate({ params, validateFn, setValidationFn }) {
      if (!hasFragmentCycle(params.documentAST)) return;
      // graphql's other rules follow a cycle until the stack overflows.
      setValidationFn((schema, document) => validateFn(schema, document, [NoFragmentCyclesRule]));
    },
    onExecute({ args, setResultAndStopExecution: stop }) {
      const withCost = check({ args: args as never, stop: stop as never });
      return {
        onExecuteDone({ result, setResult }) {
          if (withCost && single(result)) setResult(withCost(result as Result) as never);
        },
      };
    },
    onSubscribe({ args, setResultAndStopExecution: stop }) {
      const withCost = check({ args: args as never, stop: stop as never });
      return {
        onSubscribeResult({ result, setResult }) {
          if (withCost && single(result)) setResult(withCost(result as Result) as never);
        },
      };
    },
  };
}
