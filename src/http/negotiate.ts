import type { MiddlewareHandler } from 'hono';
import { ApiError } from '../errors.js';
import { typeFor } from './accepts.js';
import { isRouted } from './methods.js';
import type { Env } from './request.js';

/** Refuses, before anything is done, a client that does not take what its path answers with. */
export const negotiate: MiddlewareHandler<Env> = async (c, next) => {
  const type = c.req.path.endsWith('.pdf') ? 'application/pdf' : 'application/json';
  if (isRouted(c) && typeFor(c.req.header('accept'), [type]) === null) {
    throw new ApiError('not_acceptable', `This path answers with ${type}.`);
  }
  await next();
};
