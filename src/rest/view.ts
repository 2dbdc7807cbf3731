import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  defaultFieldResolver,
  type GraphQLFieldConfigMap,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Call } from '../context.js';
import { perform } from '../operation.js';
import { snakeCase } from './pydantic/names.js';
import type { RestRoute } from './routes.js';

/** The context of a REST call on its way through the view. */
export interface RestCall extends Call {
  /** Arguments of the operation; the edge has validated them. */
  args: Record<string, unknown>;
}

/**
 * The graph as REST shows it: fields in snake_case, enum values as the lower-case words that are
 * stored, and one root field without arguments for each row of the route table. Fields marked
 * `rest: false` are left out. The resolvers are the graph's own.
 */
export function createRestView(schema: GraphQLSchema, routes: readonly RestRoute[]): GraphQLSchema {
  const renamed = mapSchema(schema, {
    [MapperKind.SUBSCRIPTION]: () => null,
    [MapperKind.INTERFACE_TYPE]: () => null,
    [MapperKind.OBJECT_TYPE]: (type) =>
      new GraphQLObjectType({ ...type.toConfig(), interfaces: [] }),
    [MapperKind.OBJECT_FIELD]: (config, name) => {
      if (config.extensions?.['rest'] === false) return null;
      if (config.resolve && config.resolve !== defaultFieldResolver)
        return [snakeCase(name), config];
      return [
        snakeCase(name),
        { ...config, resolve: (source: Record<string, unknown>) => source[name] },
      ];
    },
    [MapperKind.ENUM_VALUE]: (config) => {
      const name = String(config.value).replace(/[^\w]/g, '_');
      return [name, config];
    },
  });

  const typeInView = (type: GraphQLOutputType): GraphQLOutputType => {
    if (isNonNullType(type)) return new GraphQLNonNull(typeInView(type.ofType) as never);
    if (isListType(type)) return new GraphQLList(typeInView(type.ofType));
    return renamed.getType(getNamedType(type).name) as GraphQLOutputType;
  };

  function rootFields(method: 'GET' | 'POST'): GraphQLFieldConfigMap<unknown, RestCall> {
    const root = method === 'GET' ? schema.getQueryType() : schema.getMutationType();
    const fields: GraphQLFieldConfigMap<unknown, RestCall> = {};
    for (const route of routes.filter((each) => each.method === method)) {
      const field = root?.getFields()[route.op.name];
      if (!field) throw new Error(`${route.path}: the graph has no ${route.op.name}`);
      const picked =
        route.pick === undefined
          ? null
          : (getNamedType(field.type) as GraphQLObjectType).getFields()[route.pick];
      fields[route.operationId] = {
        type: typeInView(picked?.type ?? field.type),
        description: route.description,
        resolve: async (_root, _args, call, info) => {
          const whole = await perform(route.op, call, call.args);
          route.judge?.(whole);
          return picked?.resolve ? picked.resolve(whole, {}, call, info) : whole;
        },
      };
    }
    return fields;
  }

  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: rootFields('GET') }),
    mutation: new GraphQLObjectType({ name: 'Mutation', fields: rootFields('POST') }),
  });
}
