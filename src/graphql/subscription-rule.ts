import {
  type ASTVisitor,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

const conditions = ['skip', 'include'];

/**
 * Validation rule: rejects a condition on the root field of a subscription (GraphQL specification, October 2021
 * errata). Without the field there is nothing to subscribe to, which graphql-js 16 does not handle.
 */
export function unconditionalRoot(context: ValidationContext): ASTVisitor {
  const seen = new Set<SelectionSetNode>();
  function walk(set: SelectionSetNode | undefined): void {
    if (!set || seen.has(set)) return;
    seen.add(set);
    for (const selection of set.selections) {
      const condition = selection.directives?.find((one) => conditions.includes(one.name.value));
      if (condition) {
        const message = `The root field of a subscription takes no @${condition.name.value}.`;
        context.reportError(new GraphQLError(message, { nodes: condition }));
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet);
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        walk(context.getFragment(selection.name.value)?.selectionSet);
      }
    }
  }
  return {
    OperationDefinition({ operation, selectionSet }) {
      if (operation === OperationTypeNode.SUBSCRIPTION) walk(selectionSet);
    },
  };
}
