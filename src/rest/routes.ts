import type { z } from 'zod';
import { allOperations, allProjections } from '../graphql/operations.js';
import { type Operation, type PartErrors, type RestSpec, restInput } from '../operation.js';
import { snakeCase } from './pydantic/names.js';

/** A documented path that a root field of the graph answers. */
export interface RestRoute extends RestSpec, PartErrors {
  op: Operation;
  /** Unique; also the name of the root field in the REST view. */
  operationId: string;
  description: string;
  /** Schema of the query or, for a POST, of the body. */
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
 * Every path that is a view of the graph, from the operations' records.
 * @throws Error before the graph is loaded: the paths are those of the operations that it registers
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

/** Whether a path answers page by page, with a Link to the next. */
export const isPaged = ({ input, cursor = 'cursor' }: Pick<RestRoute, 'input' | 'cursor'>) =>
  input !== undefined && cursor in input.shape;

/** Paths that answer an event stream too. */
export const eventStreamPaths = (): ReadonlySet<string> =>
  new Set(restRoutes().flatMap(({ eventStream, path }) => (eventStream ? [path] : [])));

/** A path as the router writes it: `/v1/jobs/:job_id`. */
export const routerPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');
