import { type DocumentNode, type FieldNode, Kind, valueFromASTUntyped } from 'graphql';
import type { Given } from '../access.js';
import type { Operation } from '../operation.js';
import { operationOf, variableDefaults } from './cost.js';
import { plainArgs } from './global-id.js';
import { findOperation } from './operations.js';
import type { GraphQLRequest } from './request.js';

/** One root field of a request, or one of the calls that it stands for. */
export interface RootField {
  op: Operation;
  given: Given;
}

interface CalledFields {
  fields: FieldNode[];
  /** What was given for the variables of the operation, else their defaults. */
  variables: Record<string, unknown>;
}

function rootFieldsOf(
  document: DocumentNode,
  operationName: unknown,
  variables: unknown,
): CalledFields {
  const operation = operationOf(document, operationName as string | undefined);
  const fragments = new Map(
    document.definitions
      .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one.selectionSet]),
  );
  const seen = new Set<string>();
  const fields: FieldNode[] = [];
  const walk = (set = operation?.selectionSet): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet);
      else if (!seen.has(selection.name.value)) {
        // Spread twice it still runs each of its fields once: they merge.
        seen.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment) walk(fragment);
      }
    }
  };
  walk();
  const defaults = operation ? Object.fromEntries(variableDefaults(operation)) : {};
  return { fields, variables: { ...defaults, ...(variables as object | undefined) } };
}

/** What a field gives; its arguments are read when a limit asks for them. */
class FieldGiven implements Given {
  constructor(
    private readonly op: Operation,
    private readonly field: FieldNode,
    private readonly variables: Record<string, unknown>,
    readonly bearer: string | null,
  ) {}

  get args() {
    const given = (this.field.arguments ?? []).map(({ name, value }) => [
      name.value,
      valueFromASTUntyped(value, this.variables),
    ]);
    return plainArgs(this.op, Object.fromEntries(given));
  }
}

/**
 * Returns the operations that a request calls, before it is executed. One that cannot be read calls
 * none: it is rejected without effect.
 */
export function calledOperations(request: GraphQLRequest, bearer: string | null): RootField[] {
  const { params } = request;
  if (typeof params?.query !== 'string') return [];
  try {
    const { fields, variables } = rootFieldsOf(
      request.document(),
      params.operationName,
      params.variables,
    );
    return fields.flatMap((field) => {
      const op = findOperation(field.name.value);
      if (!op) return [];
      const own = new FieldGiven(op, field, variables, bearer);
      if (!op.callsFor) return [{ op, given: own }];
      return op
        .callsFor(own.args)
        .map((call) => ({ op: call.op, given: { bearer, args: call.args } }));
    });
  } catch {
    return [];
  }
}
