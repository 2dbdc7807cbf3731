import { type DocumentNode, type FieldNode, Kind, parse, valueFromASTUntyped } from 'graphql';
import type { Given } from '../access.js';
import type { Operation } from '../operation.js';
import { operationOf, variableDefaults } from './cost.js';
import { plainArgs } from './global-id.js';
import { graphqlLimits } from './limits-plugin.js';
import { findOperation } from './operations.js';

/** A request's document and what goes with it, none of it validated yet. */
export interface GivenOperation {
  query?: unknown;
  operationName?: unknown;
  variables?: unknown;
}

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

/** @throws Error for what graphql refuses to parse */
function rootFieldsOf({ query, operationName, variables }: GivenOperation): CalledFields {
  const document: DocumentNode = parse(query as string, { maxTokens: graphqlLimits.tokens });
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
 * The operations that a document calls, before it is executed. What cannot be read calls none: it
 * is refused without effect.
 */
export function calledOperations(given: GivenOperation, bearer: string | null): RootField[] {
  try {
    const { fields, variables } = rootFieldsOf(given);
    return fields.flatMap((field) => {
      const op = findOperation(field.name.value);
      if (!op) return [];
      const own = new FieldGiven(op, field, variables, bearer);
      if (!op.standsFor) return [{ op, given: own }];
      return op
        .standsFor(own.args)
        .map((call) => ({ op: call.op, given: { bearer, args: call.args } }));
    });
  } catch {
    return [];
  }
}
