import type { z } from 'zod';
import type { RequestContext } from '../context.js';

/**
 * The query of a request, with the Bearer token in the place of an access_token that it lacks, so
 * that a reader may keep the secret out of the address.
 */
export function queryOf(
  ctx: Pick<RequestContext, 'bearer'>,
  schema: z.ZodObject,
  values: URLSearchParams,
): URLSearchParams {
  if (!('accessToken' in schema.shape) || ctx.bearer === null || values.has('access_token')) {
    return values;
  }
  const filled = new URLSearchParams(values);
  filled.set('access_token', ctx.bearer);
  return filled;
}
