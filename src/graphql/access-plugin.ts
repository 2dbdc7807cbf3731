import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { rejectTestKey } from '../access.js';
import type { RequestContext } from '../context.js';
import { admit, type Operation } from '../operation.js';
import { plainArgs } from './global-id.js';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      access: AccessPlugin<Types>;
    }
  }
}

const roots = ['Query', 'Mutation', 'Subscription'];

/**
 * Admits the viewer of a root field whose access is known by headers alone before its arguments are
 * looked at, so that 401 and 403 come before bad input, and replaces global ids in the arguments before
 * they are validated. It must be first among the plugins: the first wraps the others.
 */
class AccessPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  private guard<R extends GraphQLFieldResolver<unknown, Types['Context'], object>>(
    resolver: R,
    field: PothosOutputFieldConfig<Types>,
  ): R {
    if (!roots.includes(field.parentType)) return resolver;
    const op = field.extensions?.['operation'] as Operation | undefined;
    if (!op) throw new Error(`${field.name} is not made of an operation record`);
    return (async (parent, args, context, info) => {
      rejectTestKey(op, context as RequestContext);
      if (!op.access.early) return resolver(parent, plainArgs(op, args as never), context, info);
      const call = await admit(op, context as RequestContext, {});
      return resolver(parent, plainArgs(op, args as never), call as Types['Context'], info);
    }) as R;
  }

  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ) {
    // A subscription's resolver runs per event; its caller was admitted when it subscribed.
    return field.parentType === 'Subscription' ? resolver : this.guard(resolver, field);
  }

  override wrapSubscribe(
    subscribe: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ) {
    return subscribe && this.guard(subscribe, field);
  }
}

SchemaBuilder.registerPlugin('access', AccessPlugin);
