import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { useSofa } from 'sofa-api';
import { type RestRoute, restRoutes } from './routes.js';
import { createRestGraph, createRestView, inGraphNames, type RestCall } from './view.js';

/** What the graph answered a REST call; filled in by `execute`, read by the edge. */
interface TracedCall extends RestCall {
  operationId: string;
  outcome?: ExecutionResult;
}

/**
 * A request as sofa takes it. It has no prototype, as sofa's router puts getters on it: on a plain object each of them
 * would make a shape of its own, which lives until the next full garbage collection and keeps the call.
 */
interface SofaRequest {
  method: string;
  url: string;
  headers: Pick<Headers, 'get'>;
  call: TracedCall;
}

const noHeaders = { get: () => null };

/** REST as a view of the graph. */
export type RestFace = ReturnType<typeof createRestFace>;

/** Paths without placeholders: sofa looks them up at once, where it would try pattern after pattern. */
const innerPath = ({ path }: RestRoute) => path.replace(/[{}]/g, '');

/**
 * Mounts the REST view on sofa-api. Sofa never meets the network: it gets a bare method and path,
 * the call travels on the request, and its result is taken before it becomes a Response.
 */
function createRestFace(schema: GraphQLSchema) {
  const routes = restRoutes();
  const view = createRestView(schema, routes);
  const graph = createRestGraph(schema, routes);
  // One fixed document for each route, compiled when it is first asked for.
  const compiled = new Map<string, CompiledQuery>();

  async function compiledFor(route: string, document: DocumentNode): Promise<CompiledQuery> {
    const known = compiled.get(route);
    if (known) return known;
    // A start need not wait for it.
    const { compileQuery, isCompiledQuery } = await import('graphql-jit');
    // Words and numbers are shown as they are stored; a check of each would cost more than all the rest.
    const made = compileQuery(graph, inGraphNames(document, view), undefined, {
      disableLeafSerialization: true,
    });
    if (!isCompiledQuery(made)) throw new Error(`the document of ${route} does not compile`);
    compiled.set(route, made);
    return made;
  }

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
    context: (server: { request: SofaRequest }) => server.request.call,
    execute: async (args) => {
      const call = args.contextValue as TracedCall;
      const { query } = await compiledFor(call.operationId, args.document);
      call.outcome = await query(undefined, call, {});
      return { data: { [call.operationId]: null } };
    },
  });

  return {
    view,
    /**
     * Runs one call.
     * @returns what the documented path answers
     * @throws what the operation threw
     */
    async call(route: RestRoute, call: RestCall): Promise<unknown> {
      const traced: TracedCall = { ...call, operationId: route.operationId };
      const request: SofaRequest = Object.assign(Object.create(null), {
        method: route.method,
        url: `http://view${innerPath(route)}`,
        headers: noHeaders,
        call: traced,
      });
      await sofa.fetch(request as unknown as Request);
      if (!traced.outcome) throw new Error(`sofa has no route for ${route.method} ${route.path}`);
      const error = traced.outcome.errors?.[0];
      if (error) throw error.originalError ?? error;
      return traced.outcome.data?.[route.operationId];
    },
  };
}

const faces = new WeakMap<GraphQLSchema, RestFace>();

/** The REST view of a graph, made once: it depends on the graph alone, and the apps of a process share one. */
export function restFaceOf(schema: GraphQLSchema): RestFace {
  const face = faces.get(schema) ?? createRestFace(schema);
  faces.set(schema, face);
  return face;
}
