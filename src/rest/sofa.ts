import { type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import { useSofa } from 'sofa-api';
import { type RestRoute, restRoutes } from './routes.js';
import { createRestView, type RestCall } from './view.js';

/** What the graph answered a REST call; filled in by `execute`, read by the edge. */
interface TracedCall extends RestCall {
  outcome?: ExecutionResult;
}

/**
 * Mounts the REST view on sofa-api. Sofa never meets the network: it gets a bare method and path,
 * the arguments travel in the context, and its result is taken before it becomes a Response.
 */
export function createRestFace(schema: GraphQLSchema) {
  const view = createRestView(schema, restRoutes);
  const sofa = useSofa({
    basePath: '',
    schema: view,
    routes: Object.fromEntries(
      restRoutes.map((route) => [
        `${route.method === 'GET' ? 'Query' : 'Mutation'}.${route.operationId}`,
        {
          method: route.method,
          path: route.path.replace(/\{(\w+)\}/g, ':$1'),
          responseStatus: route.status,
        },
      ]),
    ),
    context: (server: { call: TracedCall }) => server.call,
    execute: async (args) => {
      const outcome = (await execute(args as never)) as ExecutionResult;
      (args.contextValue as TracedCall).outcome = outcome;
      return { data: {} };
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
      const traced: TracedCall = { ...call };
      const request = {
        method: route.method,
        url: `http://view${route.path.replace(/[{}]/g, '')}`,
        headers: { get: () => null },
      };
      await sofa.fetch(request as unknown as Request, { call: traced } as never);
      if (!traced.outcome) throw new Error(`sofa has no route for ${route.method} ${route.path}`);
      const error = traced.outcome.errors?.[0];
      if (error) throw error.originalError ?? error;
      return traced.outcome.data?.[route.operationId];
    },
  };
}
