import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SourceLocation,
  visit,
} from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { BoundedMap, type Bounds } from '../lib/bounded-map.js';
import { expansionOf } from './expansion.js';

/** What is executed: the parts of graphql's own arguments that the service uses. */
export interface Execution {
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: Readonly<Record<string, unknown>> | null | undefined;
  contextValue?: unknown;
}

/** Which documents are compiled, and how many are kept so. */
export interface CompilePolicy {
  /** How often an operation is interpreted before it is compiled for such a caller; null: always. */
  interpretedRuns: (execution: Execution) => number | null;
  /** What compiled operations may take together. */
  bounds: Bounds;
  /** What one may take. */
  operationBytesMax: number;
}

/** Measured with graphql-jit 0.8: compiled code, with the syntax tree that it keeps. */
const objectBytes = 24 * 1024;
const leafBytes = 3 * 1024;

function bytesOf(document: DocumentNode, operation: OperationDefinitionNode): number {
  const { selections, objects } = expansionOf(document, operation);
  return objects * objectBytes + (selections - objects) * leafBytes;
}

/** The operation that graphql would run; null where it refuses to choose. */
function operationToRun({ document, operationName }: Execution): OperationDefinitionNode | null {
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const [first = null, ...others] = operations;
  if (operationName == null) return others.length === 0 ? first : null;
  return operations.find((one) => one.name?.value === operationName) ?? null;
}

/**
 * Whether a document gives something a name that every JavaScript object inherits: compiled code
 * loses a field that is called `__proto__`.
 */
function namesInherited(document: DocumentNode): boolean {
  let found = false;
  const check = (name: string | undefined) => {
    found ||= name !== undefined && name in Object.prototype;
  };
  visit(document, {
    [Kind.FIELD]: (node) => check(node.alias?.value),
    [Kind.VARIABLE]: (node) => check(node.name.value),
    [Kind.OBJECT_FIELD]: (node) => check(node.name.value),
    [Kind.OPERATION_DEFINITION]: (node) => check(node.name?.value),
  });
  return found;
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
 * An `execute` that compiles the operations which come again: compiled ones run about four times as
 * fast, but compiling costs as much as many runs, and its code keeps 2 to 16 KB for each field. The
 * least used make room, and are interpreted as often again before they are compiled anew.
 *
 * Bad variables are always reported by graphql itself, whose words for them are known.
 */
export function compilingExecutor(schema: GraphQLSchema, policy: CompilePolicy) {
  const runs = new WeakMap<OperationDefinitionNode, number>();
  const refused = new WeakSet<OperationDefinitionNode>();
  const compiled = new BoundedMap<OperationDefinitionNode, CompiledQuery>(
    policy.bounds,
    (operation) => runs.delete(operation),
  );

  async function compile(document: DocumentNode, operation: OperationDefinitionNode) {
    // A start need not wait for it.
    const { compileQuery, isCompiledQuery } = await import('graphql-jit');
    const bytes = bytesOf(document, operation);
    if (bytes <= policy.operationBytesMax && !namesInherited(document)) {
      const made = compileQuery(schema, document, operation.name?.value);
      if (isCompiledQuery(made)) {
        compiled.set(operation, made, bytes);
        return made;
      }
    }
    refused.add(operation);
    return null;
  }

  async function compiledFor(execution: Execution): Promise<CompiledQuery | null> {
    const operation = operationToRun(execution);
    if (!operation || refused.has(operation)) return null;
    const known = compiled.get(operation);
    if (known) return known;
    const interpreted = policy.interpretedRuns(execution);
    if (interpreted === null) return null;
    const times = runs.get(operation) ?? 0;
    if (times >= interpreted) return compile(execution.document, operation);
    runs.set(operation, times + 1);
    return null;
  }

  return async (execution: Execution): Promise<ExecutionResult> => {
    const { document, operationName, variableValues, contextValue } = execution;
    const interpret = () =>
      execute({ schema, document, operationName, variableValues, contextValue });
    const query = await compiledFor(execution);
    if (!query) return interpret();
    const result = await query.query(undefined, contextValue, variableValues ?? {});
    if (result.data === undefined) return interpret();
    if (!result.errors) return result;
    const errors = result.errors.map((error) => asGraphQLError(error, document));
    return { errors, data: result.data };
  };
}
