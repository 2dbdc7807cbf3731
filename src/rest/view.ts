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

/** The context of a REST call on its way through the view. */
export interface RestCall extends Call {
  /** Arguments of the operation; the edge has validated them. */
  args: Record<string, unknown>;
}

/** Name of a value of an enum in the view, where it may have no dot or colon. */
const viewName = (value: unknown) => String(value).replace(/[^\w]/g, '_');

/** Name of a field of the view in the graph. */
const graphName = 'graphName';

/**
 * The graph as REST shows it: fields in snake_case, enum values as the lower-case words that are
 * stored, and one root field without arguments for each row of the route table. Fields marked
 * `rest: false` are left out. It describes; `createRestGraph` is what runs.
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
 * What runs the view: its root fields over the types of the graph itself, whose plain fields need no
 * resolver of their own, while those of renamed types would.
 */
export const createRestGraph = (schema: GraphQLSchema, routes: readonly RestRoute[]) =>
  new GraphQLSchema(rootTypes(schema, routes, (type) => type));

/** A document of the view in the names of the graph, answered in those of the view. */
export function inGraphNames(document: DocumentNode, view: GraphQLSchema): DocumentNode {
  const info = new TypeInfo(view);
  return visit(
    document,
    visitWithTypeInfo(info, {
      [Kind.FIELD]: {
        // On leaving: what is below a field is found by its name in the view.
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
    query: new GraphQLObjectType({ name: 'Query', fields: rootFields('GET') }),
    mutation: new GraphQLObjectType({ name: 'Mutation', fields: rootFields('POST') }),
  };
}
