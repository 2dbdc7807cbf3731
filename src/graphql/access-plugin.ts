import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { RequestContext } from '../context.js';
import { checkAccess, type Operation, policy } from '../policy.js';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      access: AccessPlugin<Types>;
    }
  }
}

const roots = ['Query', 'Mutation', 'Subscription'];

/**
 * Asks the policy table before a root field looks at its arguments, so that 401 and 403 come
 * before bad input. It must stand first among the plugins: the first wraps the others.
 */
class AccessPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  private guard<R extends GraphQLFieldResolver<unknown, Types['Context'], object>>(
    resolver: R,
    field: PothosOutputFieldConfig<Types>,
  ): R {
    if (!roots.includes(field.parentType)) return resolver;
    if (!(field.name in policy)) throw new Error(`${field.name} is missing in the policy table`);
    return ((parent, args, context, info) => {
      checkAccess(context as RequestContext, field.name as Operation);
      return resolver(parent, args, context, info);
    }) as R;
  }

  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ) {
    // A subscription's resolver runs per event; its caller was judged when it subscribed.
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
