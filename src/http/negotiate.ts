import type { MiddlewareHandler } from 'hono';
import { ApiError, errorText } from '../errors.js';
import { typeFor } from './accepts.js';
import { isRouted } from './methods.js';
import type { Env } from './request.js';

/** Media types of error responses. Generated clients of a path that returns a file send only these. */
const errorTypes = ['application/problem+json', 'application/json'];

/** Returns true if one of the types is acceptable. An error type implies any type that is not excluded by `q=0`. */
function accepts(header: string | undefined, types: readonly string[]): boolean {
  if (typeFor(header, types) !== null) return true;
  return typeFor(header, errorTypes) !== null && typeFor(`${header}, */*;q=0.001`, types) !== null;
}

/**
 * Rejects a request whose Accept header excludes the path's media type, before it has any effect.
 *
 * @param streamed paths that can also return an event stream
 */
export function negotiate(streamed: ReadonlySet<string>): MiddlewareHandler<Env> {
  return async (c, next) => {
    const types = [c.req.path.endsWith('.pdf') ? 'application/pdf' : 'application/json'];
    if (streamed.has(c.req.path)) types.push('text/event-stream');
    if (isRouted(c) && !accepts(c.req.header('accept'), types)) {
      throw new ApiError(
        'not_acceptable',
        errorText('error.accept_type', { types: types.join(' or ') }),
      );
    }
    await next();
  };
}
