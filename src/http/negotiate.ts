import type { MiddlewareHandler } from 'hono';
import { ApiError } from '../errors.js';
import { typeFor } from './accepts.js';
import { isRouted } from './methods.js';
import type { Env } from './request.js';

/**
 * Refuses, before anything is done, a client that does not take what its path answers with.
 * @param streamed paths that answer an event stream too
 */
export function negotiate(streamed: ReadonlySet<string>): MiddlewareHandler<Env> {
  return async (c, next) => {
    const types = [c.req.path.endsWith('.pdf') ? 'application/pdf' : 'application/json'];
    if (streamed.has(c.req.path)) types.push('text/event-stream');
    if (isRouted(c) && typeFor(c.req.header('accept'), types) === null) {
      throw new ApiError('not_acceptable', `This path returns ${types.join(' or ')}.`);
    }
    await next();
  };
}
