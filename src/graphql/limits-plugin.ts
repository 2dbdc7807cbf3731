import { type DocumentNode, type GraphQLSchema, Kind, NoFragmentCyclesRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../context.js';
import { ApiError } from '../errors.js';
import { countAliases, measureOperation, operationOf } from './cost.js';
import { equalNamePairs, expandedSelections, hasFragmentCycle } from './expansion.js';

/** What one operation may ask for. */
export const graphqlLimits = {
  cost: 1000,
  depth: 10,
  aliases: 100,
  tokens: 2000,
  /** Comments and white space are no tokens, but documents are kept as they came. */
  characters: 32 * 1024,
  /** Fields, spreads and inline fragments, each fragment counted wherever it is spread. */
  selections: 10_000,
  /** Two fields that bear the same name in the answer; within `aliases` and `tokens` few have as many. */
  equalNamePairs: 50_000,
};

/** Reckoned costs of the requests under way, for their answers. */
const costs = new WeakMap<object, number>();

interface ToRun {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: unknown;
  contextValue: unknown;
}

/**
 * Holds a document to what its fragments expand to, and to what validation compares, before anything
 * walks it: nothing of it has been validated.
 *
 * @throws ApiError `query_too_expensive`
 */
function checkExpansion(document: DocumentNode): void {
  const selections = expandedSelections(document);
  if (selections > graphqlLimits.selections) {
    const detail = `The document selects ${selections} fields after its fragments are expanded; the limit is ${graphqlLimits.selections}.`;
    throw new ApiError('query_too_expensive', detail);
  }
  if (equalNamePairs(document) > graphqlLimits.equalNamePairs) {
    throw new ApiError(
      'query_too_expensive',
      'The document selects fields with the same name too often.',
    );
  }
}

/** @throws ApiError `query_too_expensive` or `query_too_deep` */
export function checkLimits({
  schema,
  document,
  operationName,
  variableValues,
  contextValue,
}: ToRun) {
  const operation = operationOf(document, operationName);
  if (!operation) return;
  const aliases = countAliases(document);
  if (aliases > graphqlLimits.aliases) {
    const detail = `The document has ${aliases} aliases; the limit is ${graphqlLimits.aliases}.`;
    throw new ApiError('query_too_expensive', detail);
  }
  const variables = (variableValues ?? {}) as Record<string, unknown>;
  const { cost, depth } = measureOperation(schema, document, operation, variables);
  costs.set(contextValue as object, cost);
  if (depth > graphqlLimits.depth) {
    const detail = `The selection is ${depth} levels deep; the limit is ${graphqlLimits.depth}.`;
    throw new ApiError('query_too_deep', detail);
  }
  if (cost > graphqlLimits.cost) {
    const detail = `The operation costs ${cost}; the limit is ${graphqlLimits.cost}.`;
    throw new ApiError('query_too_expensive', detail);
  }
}

/**
 * Refuses an operation that asks for too much before anything of it runs, and says on every answer
 * what the operation costs. Parsing stops at a bound of tokens, and does not begin on a long document;
 * what expands too far is refused before it is validated.
 *
 * @param refuse how a refusal reaches the client
 */
export function limitsPlugin(
  refuse: (error: ApiError, context: RequestContext) => Error,
): Plugin<RequestContext> {
  const judge = (args: ToRun, stop: (result: never) => void) => {
    try {
      checkLimits(args);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      stop({ errors: [refuse(error, args.contextValue as RequestContext)] } as never);
    }
  };
  const checked = new WeakSet<object>();
  const cyclic = new WeakSet<object>();
  return {
    onParams({ params: { query }, context }) {
      // What is no text is refused by yoga, later.
      if (typeof query !== 'string' || query.length <= graphqlLimits.characters) return;
      const detail = `The document is longer than ${graphqlLimits.characters} characters.`;
      throw refuse(
        new ApiError('query_too_expensive', detail),
        context as unknown as RequestContext,
      );
    },
    onParse({ parseFn, setParseFn, context }) {
      setParseFn((source, options) =>
        parseFn(source, { ...options, maxTokens: graphqlLimits.tokens }),
      );
      return ({ result }) => {
        const document = result as { kind?: string };
        if (document.kind !== Kind.DOCUMENT || checked.has(document)) return;
        try {
          checkExpansion(result as DocumentNode);
        } catch (error) {
          throw error instanceof ApiError ? refuse(error, context as never) : error;
        }
        checked.add(document);
        if (hasFragmentCycle(result as DocumentNode)) cyclic.add(document);
      };
    },
    onValidate({ params, validateFn, setValidationFn }) {
      if (!cyclic.has(params.documentAST)) return;
      // Other rules of graphql follow a cycle until the stack ends.
      setValidationFn((schema, document) => validateFn(schema, document, [NoFragmentCyclesRule]));
    },
    onExecute: ({ args, setResultAndStopExecution }) =>
      judge(args as unknown as ToRun, setResultAndStopExecution as never),
    onSubscribe: ({ args, setResultAndStopExecution }) =>
      judge(args as unknown as ToRun, setResultAndStopExecution as never),
    onExecutionResult({ result, context }) {
      const requested = costs.get(context);
      if (requested === undefined || !result || Symbol.asyncIterator in result) return;
      if (Array.isArray(result)) return;
      const cost = { requested, maximum: graphqlLimits.cost };
      result.extensions = { ...result.extensions, cost };
    },
  };
}
