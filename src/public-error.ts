import type { RequestContext } from './context.js';
import { ApiError, errorText } from './errors.js';
import { isUnavailable } from './lib/mongo.js';

/** The error that a client receives for anything an operation throws; a bug is logged and masked. */
export function publicError(
  error: unknown,
  ctx: Pick<RequestContext, 'services' | 'requestId'>,
): ApiError {
  if (error instanceof ApiError) return error;
  const { log } = ctx.services;
  if (isUnavailable(error)) {
    log.error({ err: error, requestId: ctx.requestId }, 'the database is unavailable');
    return new ApiError('unavailable', errorText('error.store_unavailable'), {
      headers: { 'retry-after': '2' },
    });
  }
  log.error({ err: error, requestId: ctx.requestId }, 'unexpected error');
  return new ApiError('internal_error');
}
