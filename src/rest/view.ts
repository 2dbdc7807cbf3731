import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  type DocumentNode,
  type GraphQLFieldConfigMap,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Call } from '../context.js';
import { perform } from '../operation.js';
import { snakeCase } from './pydantic/names.js';
import type { RestRoute } from './routes.js';

/** The context of a REST call within the view. */
export interface RestCall extends Call {
  /** Arguments of the operation, already validated. */
  args: Record<string, unknown>;
}

/** Returns the name of an enum value in the view, where dots and colons are not allowed. */
const viewName = (value: unknown) => String(value).replace(/[^\w]/g, '_');

/** Extension with the GraphQL name of a field of the view. */
const graphName = 'graphName';

/**
 * Returns the GraphQL schema in REST's form: fields in snake_case, enum values as the stored lower-case words, and one
 * root field without arguments for each route. Fields marked `rest: false` are omitted. The view is only a description;
 * `createRestGraph` executes it.
 */
export function createRestView(schema: GraphQLSchema, routes: readonly RestRoute[]): GraphQLSchema {
  const renamed = mapSchema(schema, {
    [MapperKind.SUBSCRIPTION]: () => null,
    [MapperKind.INTERFACE_TYPE]: () => null,
    [MapperKind.OBJECT_TYPE]: (type) =>
      new GraphQLObjectType({ ...type.toConfig(), interfaces: [] }),
    [MapperKind.OBJECT_FIELD]: (config, name) => {
      if (config.extensions?.['rest'] === false) return null;
      const extensions = { ...config.extensions, [graphName]: name };
      return [snakeCase(name), { ...config, extensions }];
    },
    [MapperKind.ENUM_VALUE]: (config) => {
      return [viewName(config.value), config];
    },
  });

  const typeInView = (type: GraphQLOutputType): GraphQLOutputType => {
    if (isNonNullType(type)) return new GraphQLNonNull(typeInView(type.ofType) as never);
    if (isListType(type)) return new GraphQLList(typeInView(type.ofType));
    return renamed.getType(getNamedType(type).name) as GraphQLOutputType;
  };

  return new GraphQLSchema(rootTypes(schema, routes, typeInView));
}

/**
 * Returns the schema that executes the view: its root fields over the original types. Their plain fields need no
 * resolvers, while those of renamed types would.
 */
export const createRestGraph = (schema: GraphQLSchema, routes: readonly RestRoute[]) =>
  new GraphQLSchema(rootTypes(schema, routes, (type) => type));

/** Converts a document from the view's field names to GraphQL's; aliases keep the view's names in the result. */
export function inGraphNames(document: DocumentNode, view: GraphQLSchema): DocumentNode {
  const info = new TypeInfo(view);
  return visit(
    document,
    visitWithTypeInfo(info, {
      [Kind.FIELD]: {
        // On leaving, because fields below are looked up by their names in the view.
        leave(node) {
          const name = info.getFieldDef()?.extensions[graphName];
          if (typeof name !== 'string' || name === node.name.value) return undefined;
          const alias = node.alias ?? node.name;
          return { ...node, alias, name: { kind: Kind.NAME, value: name } };
        },
      },
    }),
  );
}

function rootTypes(
  schema: GraphQLSchema,
  routes: readonly RestRoute[],
  typeOf: (type: GraphQLOutputType) => GraphQLOutputType,
) {
  function rootFields(reads: boolean): GraphQLFieldConfigMap<unknown, RestCall> {
    const root = reads ? schema.getQueryType() : schema.getMutationType();
    const fields: GraphQLFieldConfigMap<unknown, RestCall> = {};
    for (const route of routes.filter((each) => (each.method === 'GET') === reads)) {
      const field = root?.getFields()[route.op.name];
      if (!field) throw new Error(`${route.path}: the graph has no ${route.op.name}`);
      const picked =
        route.pick === undefined
          ? null
          : (getNamedType(field.type) as GraphQLObjectType).getFields()[route.pick];
      fields[route.operationId] = {
        type: typeOf(picked?.type ?? field.type),
        description: route.description,
        resolve: async (_root, _args, call, info) => {
          const whole = await perform(route.op, call, call.args);
          route.check?.(whole);
          return picked?.resolve ? picked.resolve(whole, {}, call, info) : whole;
        },
      };
    }
    return fields;
  }

  return {
    query: new GraphQLObjectType({ name: 'Query', fields: rootFields(true) }),
    mutation: new GraphQLObjectType({ name: 'Mutation', fields: rootFields(false) }),
  };
}
