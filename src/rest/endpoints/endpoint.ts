import type { Context } from 'hono';
import type { z } from 'zod';
import type { Access } from '../../access.js';
import { checkEndpoint } from '../../complete.js';
import type { ErrorCode } from '../../errors.js';
import type { Env } from '../../http/request.js';
import type { RestTag } from '../../operation.js';
import type { RestApi } from '../sofa.js';

/**
 * A documented path that is not derived from the GraphQL schema (uploads, files, probes). The rate limits, the OpenAPI
 * document and the README's table of paths are generated from it.
 */
export interface Endpoint {
  /** Unique among the operations of the OpenAPI document. */
  operationId: string;
  method: 'GET' | 'POST';
  /** In OpenAPI's form, `/v1/jobs/{job_id}/report.pdf`. */
  path: string;
  /** The router's form of the path, if a parameter spans several segments. */
  routed?: string;
  /** One imperative line. */
  summary: string;
  description: string;
  tag: RestTag;
  /** The required access; the handler enforces it. */
  access: Access;
  /** True if its token is in the body, so that its handler counts it. */
  deferred?: boolean;
  query?: z.ZodObject;
  /** JSON Schema of a multipart body, which the handler reads as it arrives. */
  body?: () => object;
  responses: Record<
    number,
    { description: string; headers?: object; content?: Record<string, object> }
  >;
  errors: readonly ErrorCode[];
  /** An example body; a file is represented by its name. */
  example?: object;
  /**
   * @param api for a path that returns the result of a documented path
   * @throws ApiError with the codes that `access` and `errors` name
   */
  handle(c: Context<Env>, api: RestApi): Response | Promise<Response>;
}

/** @throws Error for an endpoint without description, summary, errors, or an example of its body */
export function endpoint(spec: Endpoint): Endpoint {
  checkEndpoint(spec);
  return spec;
}

/** Returns the content of a JSON response with this schema. */
export const json = (schema: object) => ({ 'application/json': { schema } });

/** The schema of a response that is a file. */
export const file = { schema: { type: 'string', format: 'binary' } };
