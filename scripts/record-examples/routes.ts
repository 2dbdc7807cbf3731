import type { Access } from '../../src/access.js';
// Loading the modules registers their operations.
import '../../src/graphql/schema.js';
import { endpoints } from '../../src/rest/endpoints/endpoints.js';
import { restRoutes } from '../../src/rest/routes.js';

export interface ExampleRoute {
  operationId: string;
  method: string;
  path: string;
  example: Record<string, unknown> | undefined;
  access: Access;
}

/** Every path that returns JSON on success, in the order of the OpenAPI document. */
export const exampleRoutes: readonly ExampleRoute[] = [
  ...restRoutes().map(({ op, operationId, method, path, input }) => {
    // A projection of a query has none of its arguments, and so none of its example.
    return { operationId, method, path, example: input && op.example, access: op.access };
  }),
  ...endpoints
    .filter(({ responses }) =>
      Object.values(responses).some(({ content = {} }) =>
        Object.keys(content).some((type) => type.endsWith('json')),
      ),
    )
    .map((route) => ({ ...route, example: route.example as ExampleRoute['example'] })),
];
