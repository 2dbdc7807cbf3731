import { MapperKind, mapSchema } from '@graphql-tools/utils';
import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../context.js';
import type { Tracing } from '../tracing/tracing.js';
import { operationOf } from './cost.js';

type Resolver = GraphQLFieldResolver<unknown, RequestContext>;

/** The graph, each of whose root fields tells of its work, whichever face calls it. */
export function tracedSchema(schema: GraphQLSchema, tracing: Tracing): GraphQLSchema {
  const traced =
    (name: string, resolve: Resolver): Resolver =>
    (...call) =>
      tracing.run(name, {}, () => resolve(...call));
  return mapSchema(schema, {
    [MapperKind.ROOT_FIELD]: (config, fieldName, typeName) => {
      if (typeName === 'Subscription') return config;
      const name = `${typeName}.${fieldName}`;
      // The REST view calls the resolver as its module wrote it.
      const options = config.extensions?.['pothosOptions'] as { resolve: Resolver } | undefined;
      return {
        ...config,
        resolve: traced(name, (config.resolve as Resolver | undefined) ?? defaultFieldResolver),
        ...(options && {
          extensions: {
            ...config.extensions,
            pothosOptions: { ...options, resolve: traced(name, options.resolve) },
          },
        }),
      };
    },
  });
}

/** Tells of each GraphQL operation by its kind and its name, and nothing of its text. */
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
