import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../context.js';
import type { Tracing } from '../tracing/tracing.js';
import { operationOf } from './cost.js';

/** Records each GraphQL operation by its kind and name, without any of its text. */
export function tracedOperations(tracing: Tracing): Plugin<RequestContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const operation = operationOf(args.document, args.operationName);
      if (!operation) return;
      const name = operation.name?.value;
      setExecuteFn((given) =>
        tracing.run(
          operation.operation,
          {
            attributes: {
              'graphql.operation.type': operation.operation,
              ...(name && { 'graphql.operation.name': name }),
            },
          },
          () => executeFn(given),
        ),
      );
    },
  };
}
