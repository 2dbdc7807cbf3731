import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { useSofa } from 'sofa-api';
import type { Call } from '../context.js';
import type { Operation } from '../operation.js';
import { type RestRoute, restRoutes } from './routes.js';
import { createRestGraph, createRestView, inGraphNames, type RestCall } from './view.js';

/** A request in sofa's form. */
interface SofaRequest {
  method: string;
  url: string;
  headers: Pick<Headers, 'get'>;
  operationId: string;
  /** The document that sofa would execute for it; set by `execute`. */
  document?: DocumentNode;
}

const noHeaders = { get: () => null };

/** The REST API that is derived from the GraphQL schema. */
export type RestApi = ReturnType<typeof createRestApi>;

/** Returns a path without placeholders, which is the same as a pattern and as a URL. */
const innerPath = ({ path }: RestRoute) => path.replace(/[{}]/g, '');

/**
 * Creates the REST API with sofa-api. Sofa determines the document for each path, and is called once per path: the
 * document has no variables, since the call is passed in the context. Sofa handles no network requests.
 */
function createRestApi(schema: GraphQLSchema) {
  const routes = restRoutes();
  const view = createRestView(schema, routes);
  const graph = createRestGraph(schema, routes);
  // One fixed document per route, compiled on first use.
  const compiled = new Map<string, CompiledQuery>();

  const sofa = useSofa({
    basePath: '',
    schema: view,
    routes: Object.fromEntries(
      routes.map((route) => [
        `${route.method === 'GET' ? 'Query' : 'Mutation'}.${route.operationId}`,
        {
          method: route.method,
          path: innerPath(route),
          responseStatus: route.status,
        },
      ]),
    ),
    context: (server: { request: SofaRequest }) => server.request,
    execute: async ({ document, contextValue }) => {
      const request = contextValue as SofaRequest;
      request.document = document;
      return { data: { [request.operationId]: null } };
    },
  });

  async function documentOf(route: RestRoute): Promise<DocumentNode> {
    const { method, operationId } = route;
    const url = `http://view${innerPath(route)}`;
    const request: SofaRequest = { method, url, headers: noHeaders, operationId };
    await sofa.fetch(request as unknown as Request);
    if (!request.document) throw new Error(`sofa has no route for ${method} ${route.path}`);
    return request.document;
  }

  async function compile(route: RestRoute): Promise<CompiledQuery> {
    const document = inGraphNames(await documentOf(route), view);
    // Loaded on first use, so that it does not slow down the start.
    const { compileQuery, isCompiledQuery } = await import('graphql-jit');
    // Strings and numbers are returned as stored; checking each one would cost more than the rest.
    const made = compileQuery(graph, document, undefined, { disableLeafSerialization: true });
    if (!isCompiledQuery(made)) throw new Error(`the document of ${route.path} does not compile`);
    compiled.set(route.operationId, made);
    return made;
  }

  /**
   * Runs one call.
   * @returns what the documented path answers
   * @throws what the operation threw
   */
  async function call(route: RestRoute, callOf: RestCall): Promise<unknown> {
    const { query } = compiled.get(route.operationId) ?? (await compile(route));
    const { data, errors } = await query(undefined, callOf, {});
    const error = errors?.[0];
    if (error) throw error.originalError ?? error;
    return data?.[route.operationId];
  }

  return {
    view,
    call,
    /** Runs an operation whose arguments are valid; returns what its documented path answers. */
    async represent(op: Operation, admitted: Call, args: Record<string, unknown>) {
      const route = routes.find((one) => one.op === op && one.path === op.rest?.path);
      if (!route) throw new Error(`${op.name} has no path on REST`);
      return call(route, { ...admitted, args });
    },
  };
}

const apis = new WeakMap<GraphQLSchema, RestApi>();

/**
 * Returns the REST API of a schema. It is created once, since it depends only on the schema, and is shared by the apps
 * of a process.
 */
export function restApiOf(schema: GraphQLSchema): RestApi {
  const api = apis.get(schema) ?? createRestApi(schema);
  apis.set(schema, api);
  return api;
}
