import type { z } from 'zod';
import { allOperations, allProjections } from '../graphql/operations.js';
import { type Operation, type PartErrors, type RestSpec, restInput } from '../operation.js';
import { snakeCase } from './pydantic/names.js';

/** A documented path that is served by a root field of the GraphQL schema. */
export interface RestRoute extends RestSpec, PartErrors {
  op: Operation;
  /** Unique; also the name of the root field in the REST view. */
  operationId: string;
  description: string;
  /** Schema of the query or, for a POST or PATCH, of the body. */
  input: z.ZodObject | undefined;
}

function routeOf(op: Operation, rest: RestSpec, description: string): RestRoute {
  return {
    ...rest,
    op,
    description,
    operationId: rest.operationId ?? snakeCase(op.name),
    input: restInput(op, rest),
  };
}

let routes: readonly RestRoute[] | undefined;

/**
 * Returns every path that is derived from the GraphQL schema, from the operation records.
 *
 * @throws Error before the schema is loaded, since loading it registers the operations
 */
export function restRoutes(): readonly RestRoute[] {
  if (allOperations().length === 0)
    throw new Error('restRoutes() was called before the graph was loaded');
  routes ??= [
    ...allOperations().flatMap((op) => (op.rest ? [routeOf(op, op.rest, op.description)] : [])),
    ...allProjections().map(({ of, rest, description, ...part }) => ({
      ...routeOf(of, rest, description),
      ...part,
    })),
  ];
  return routes;
}

/** Returns true if a path is paginated, with a Link to the next page. */
export const isPaged = ({ input, cursor = 'cursor' }: Pick<RestRoute, 'input' | 'cursor'>) =>
  input !== undefined && cursor in input.shape;

/** Returns the paths that can also return an event stream. */
export const eventStreamPaths = (): ReadonlySet<string> =>
  new Set(restRoutes().flatMap(({ eventStream, path }) => (eventStream ? [path] : [])));

/** Returns a path in the router's form: `/v1/jobs/:job_id`. */
export const routerPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');
