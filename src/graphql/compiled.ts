import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  type SourceLocation,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';

/** What is executed: the parts of graphql's own arguments that the service uses. */
export interface Execution {
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: Readonly<Record<string, unknown>> | null | undefined;
  contextValue?: unknown;
}

interface Seen {
  times: number;
  compiled: CompiledQuery | null;
}

/** Offset of a line and column in a text, both counted from 1. */
function offsetOf(text: string, { line, column }: SourceLocation): number {
  const starts = [0, ...[...text.matchAll(/\r\n|[\n\r]/g)].map((end) => end.index + end[0].length)];
  return (starts[line - 1] ?? 0) + column - 1;
}

/** Compiled code makes errors of a kind of its own: the same as graphql makes them. */
function asGraphQLError(error: GraphQLError, document: DocumentNode): GraphQLError {
  const source = document.loc?.source;
  const places = source && error.locations;
  return new GraphQLError(error.message, {
    source,
    positions: places?.map((place) => offsetOf(source?.body ?? '', place)),
    path: error.path,
    originalError: error.originalError,
    extensions: error.extensions,
  });
}

/**
 * An `execute` that compiles the documents which come again: compiled ones run about four times as
 * fast, but compiling costs as much as many runs, so that a document asked once is interpreted.
 *
 * Bad variables are always told by graphql itself, whose words for them are known.
 *
 * @param interpreted how often a document is interpreted before it is compiled
 */
export function compilingExecutor(schema: GraphQLSchema, interpreted: number) {
  const documents = new WeakMap<DocumentNode, Map<string, Seen>>();

  function compiledFor({ document, operationName }: Execution): CompiledQuery | null {
    const name = operationName ?? '';
    const operations = documents.get(document) ?? new Map<string, Seen>();
    documents.set(document, operations);
    const seen = operations.get(name) ?? { times: 0, compiled: null };
    operations.set(name, seen);
    if (seen.times === interpreted) {
      const made = compileQuery(schema, document, operationName ?? undefined);
      seen.compiled = isCompiledQuery(made) ? made : null;
    }
    seen.times += 1;
    return seen.compiled;
  }

  return async (execution: Execution): Promise<ExecutionResult> => {
    const { document, operationName, variableValues, contextValue } = execution;
    const interpret = () =>
      execute({ schema, document, operationName, variableValues, contextValue });
    const compiled = compiledFor(execution);
    if (!compiled) return interpret();
    const result = await compiled.query(undefined, contextValue, variableValues ?? {});
    if (result.data === undefined) return interpret();
    if (!result.errors) return result;
    const errors = result.errors.map((error) => asGraphQLError(error, document));
    return { errors, data: result.data };
  };
}
